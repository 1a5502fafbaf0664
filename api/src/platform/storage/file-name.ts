/** Returns the file name of a client as one line of plain text, without a path. */
export const toPlainName = (fileName: string): string =>
  fileName
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/gu, '')
    .trim()
