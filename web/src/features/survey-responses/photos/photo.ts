/** A photo to show: a stored file with a temporary URL, or an imported link, which is never embedded. */
export type Photo = { key: string; name: string } & (OwnPhoto | { href: string })

interface OwnPhoto {
  /** Undefined until the URL is loaded. */
  src: string | undefined
  /** URL of a smaller version. */
  thumbnail: string | undefined
}

/** Accepts only http and https URLs. Other content of an imported cell stays text. */
export const isWebAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:'
}
