import { expect, test } from 'vitest'
import { z } from 'zod'

import { routes } from './routes.ts'

/** Returns whether the server can only read a schema, not write it. */
const isTransformed = (schema: z.core.$ZodTypes): boolean =>
  schema instanceof z.ZodPipe && [schema.in, schema.out].some((part) => part instanceof z.ZodTransform)

test('no schema of a response transforms values', () => {
  const transformed = routes.flatMap(({ method, path, response }) => {
    const places: string[] = []
    z.toJSONSchema(response, {
      unrepresentable: 'any',
      override: ({ zodSchema, path: place }) => {
        if (isTransformed(zodSchema)) places.push(`${method} ${path} ${place.join('.')}`)
      },
    })
    return places
  })
  expect(transformed).toEqual([])
})
