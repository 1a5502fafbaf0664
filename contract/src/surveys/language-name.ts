/**
 * Returns the name of a language for people: `Portuguese` for `pt`. A private tag, such as `qaa-x-tetun`,
 * contains the name that the author wrote.
 */
export const languageName = (tag: string, inLanguage: string): string => {
  const privateName = /-x-(.+)$/.exec(tag)?.[1]
  const name = privateName ?? new Intl.DisplayNames([inLanguage, 'en'], { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(inLanguage) + name.slice(1)
}
