import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { TabularError } from '@baseline/tabular/problem.ts'
import { z } from 'zod'

type List = SurveyDefinition['choices'][string]

const Property = z.union([z.string(), z.number(), z.boolean(), z.null()])
const Collection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      id: z.union([z.string(), z.number()]).optional(),
      // Nested properties are no text, so that no expression can refer to them.
      properties: z.record(z.string(), Property.or(z.unknown())).nullish(),
    }),
  ),
})

const parse = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new TabularError('damaged', { cause: error })
  }
}

/** Reads the features of a map as a list: their `id` and `title`, as in ODK; all properties are attributes. */
export const readGeoJson = (
  bytes: Uint8Array,
  { fileBytes, rows, language }: { fileBytes: number; rows: number; language: string },
): List => {
  if (bytes.length > fileBytes) throw new TabularError('tooLarge')
  const result = Collection.safeParse(parse(bytes))
  if (!result.success) throw new TabularError('damaged')
  const { features } = result.data
  if (features.length > rows) throw new TabularError('tooLarge')
  return features.flatMap(({ id, properties }) => {
    const attributes = Object.fromEntries(
      Object.entries(properties ?? {}).flatMap(([name, value]) => {
        const property = Property.safeParse(value)
        return property.success && property.data !== null ? [[name, String(property.data)]] : []
      }),
    )
    const value = String(id ?? attributes['id'] ?? '')
    if (value === '') return []
    return [{ value, labels: { [language]: attributes['title'] || value }, attributes }]
  })
}
