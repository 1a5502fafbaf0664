import { hkdfSync } from 'node:crypto'

/** Derives one key per use from the secret, so that a signature for one use is invalid for the other. */
export const deriveKey = (secret: string, use: 'download' | 'upload'): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `baseline storage ${use}`, 32))
