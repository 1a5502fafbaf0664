const encoder = new TextEncoder()

/**
 * Identifies equal rows: SHA-256 over the filled cells by name. Ignores the column order and blank cells, so
 * that a template with new columns does not import everything again. spec §5
 */
export const rowHash = async (cells: Readonly<Record<string, string>>): Promise<string> => {
  const filledCells = Object.entries(cells)
    .filter(([, text]) => text !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(JSON.stringify(filledCells)))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
