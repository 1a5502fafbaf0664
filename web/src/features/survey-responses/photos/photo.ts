/** A photo as it is shown: one of ours by its address for a while, or an imported link, which is never embedded. */
export type Photo = { key: string; name: string } & (OwnPhoto | { href: string })

interface OwnPhoto {
  /** Undefined until its address is known. */
  src: string | undefined
  /** The same in small. */
  thumbnail: string | undefined
}

/** Only what a browser opens as a page; anything else in an imported cell stays text. */
export const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:'
}
