import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const periodMs = 30_000

const decodeBase32 = (text: string): Buffer => {
  const bits = Array.from(text.replaceAll('=', ''))
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

const codeOf = (uri: string, period: number): string => {
  const key = decodeBase32(new URL(uri).searchParams.get('secret') ?? '')
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(period))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const currentPeriod = (): number => Math.floor(Date.now() / periodMs)

/** Returns the code that an authenticator app shows for the key in an `otpauth:` address (RFC 6238). */
export const totp = (uri: string): string => codeOf(uri, currentPeriod())

/**
 * Returns the code of the next half minute: a second code without waiting. It stays valid if the half minute ends
 * before it is sent.
 */
export const nextTotp = (uri: string): string => codeOf(uri, currentPeriod() + 1)
