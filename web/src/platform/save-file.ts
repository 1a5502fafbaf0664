/** Saves a file through the browser, like a download. */
export const saveFile = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // Enough time for any browser to start saving.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Downloads the file of a signed URL. The page stays open, because the server sends it as an attachment. */
export const downloadFile = (url: string, name: string): void =>
  Object.assign(document.createElement('a'), { href: url, download: name }).click()

/**
 * Returns a file name with the minute of creation: `survey-responses-20261115-0930` for `2026-11-15 09:30`.
 */
export const timedName = (name: string, minute: string): string =>
  `${name}-${minute.replaceAll(/[-:]/g, '').replace(' ', '-')}`
