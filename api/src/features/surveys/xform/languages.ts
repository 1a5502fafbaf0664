/** A language without a code has its name after `x-`: `qaa-x-tetun`. */
const privateName = (tag: string): string | undefined => /-x-(.+)$/.exec(tag)?.[1]

const nameOf = (tag: string): string => {
  const name = privateName(tag) ?? new Intl.DisplayNames([tag, 'en'], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

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
