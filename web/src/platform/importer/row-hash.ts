const encoder = new TextEncoder()

/**
 * What makes two rows the same: SHA-256 over what was filled in, by name. The order of the columns does not count,
 * nor do blank ones, so that a template that has grown does not bring everything in a second time. spec §5
 */
export const rowHash = async (cells: Readonly<Record<string, string>>): Promise<string> => {
  const filled = Object.entries(cells)
    .filter(([, text]) => text !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(JSON.stringify(filled)))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
