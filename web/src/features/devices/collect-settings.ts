/** A device as its QR code needs it. */
export interface CodeOwner {
  token: string
}

interface Server {
  /** Protocol and host of the product. */
  origin: string
  /** Name and colour of the project in the app. */
  project: { name: string; color: string }
}

/**
 * Settings of ODK Collect. `delete_send` keeps sent interviews on the phone: an interview that was returned
 * could not be corrected without it.
 */
export const collectSettings = ({ token }: CodeOwner, { origin, project }: Server) => ({
  general: {
    server_url: `${origin}/api/field/${token}`,
    form_update_mode: 'match_exactly',
    autosend: 'wifi_and_cellular',
    delete_send: false,
  },
  admin: { change_server: false },
  project,
})

/** Returns the text of a QR code that configures ODK Collect: JSON, compressed by zlib, in base64. */
export const codeText = async (settings: ReturnType<typeof collectSettings>): Promise<string> => {
  const compressed = new Blob([JSON.stringify(settings)])
    .stream()
    .pipeThrough(new CompressionStream('deflate'))
  const bytes = new Uint8Array(await new Response(compressed).arrayBuffer())
  return btoa(String.fromCharCode(...bytes))
}
