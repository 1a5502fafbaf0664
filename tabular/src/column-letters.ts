/** Returns the column name used by spreadsheets: 1 is A, 27 is AA. */
export const columnLetters = (column: number): string => {
  let letters = ''
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return letters
}
