import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../stack/stack.ts'
import { identityCalls } from './identity-calls.ts'
import type { Call, Calls, Schema } from './types.ts'

interface Operation {
  parameters?: Call['parameters']
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> }
}
interface OpenApi {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { schemas: Readonly<Record<string, Schema>> }
}

/** Replaces references with the schemas that they name. */
const resolve = (schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema =>
  JSON.parse(JSON.stringify(schema), (_key, value: Schema | null) => {
    const name = value?.$ref?.split('/').at(-1)
    const target = name === undefined ? undefined : schemas[name]
    return target ? resolve(target, schemas) : value
  }) as Schema // the reviver replaces schemas with schemas

/** Returns every call of the OpenAPI document and of the identity service. */
export const readCalls = (): Calls => {
  const text = readFileSync(join(root, 'docs/openapi.json'), 'utf8')
  const { paths, components } = JSON.parse(text) as OpenApi // `npm run check -- openapi` keeps the file valid
  const api = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => {
      const [content] = Object.entries(requestBody?.content ?? {})
      return {
        method: method.toUpperCase(),
        path,
        parameters: parameters.map((one) => ({ ...one, schema: resolve(one.schema, components.schemas) })),
        body: content && resolve(content[1].schema, components.schemas),
        isUpload: content?.[0] === 'multipart/form-data',
      }
    }),
  )
  return { api, identity: identityCalls() }
}
