/** Hands a file to the browser, as if it had been downloaded. */
export const saveFile = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // Long enough for any browser to have begun with it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** `survey-responses-20261115-0930`: one name for one thing made at one minute, `2026-11-15 09:30`. */
export const timedName = (name: string, minute: string): string =>
  `${name}-${minute.replaceAll(/[-:]/g, '').replace(' ', '-')}`
