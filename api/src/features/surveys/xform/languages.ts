import { languageName } from '@baseline/contract/surveys/language-name.ts'

const nameOf = (tag: string): string => languageName(tag, tag)

/** Returns the name of each language in that language: Collect shows it in the menu as it is. */
export const languageNames = (tags: readonly string[]): ReadonlyMap<string, string> => {
  const tagsByName = Map.groupBy(tags, nameOf)
  return new Map(
    tags.map((tag) => {
      const name = nameOf(tag)
      return [tag, (tagsByName.get(name)?.length ?? 0) > 1 ? `${name} (${tag})` : name]
    }),
  )
}
