import { hkdfSync } from 'node:crypto'

/** One secret in the configuration, one key for each use: what was signed for one never passes for the other. */
export const deriveKey = (secret: string, use: 'download' | 'upload'): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `baseline storage ${use}`, 32))
