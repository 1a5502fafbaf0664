/** Returns the column name used by spreadsheets: 1 is A, 27 is AA. */
export const columnLetters = (column: number): string => {
  let letters = ''
  for (let remaining = column; remaining > 0; remaining = Math.floor((remaining - 1) / 26))
    letters = String.fromCharCode(65 + ((remaining - 1) % 26)) + letters
  return letters
}
