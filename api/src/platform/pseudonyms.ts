import { createHmac, hkdfSync } from 'node:crypto'

/** Returns the pseudonym of a person, who is given by a name or an address. The letter says the role. */
export type PseudonymOf = (letter: string, person: string) => string

/** Crockford's alphabet has no letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 50 bits: with 100,000 persons, the probability of a collision is 1 in 200,000. */
const length = 10
const maxCached = 10_000

/** Ignores case, accents and repeated spaces, as the lists do: they are not another person. */
const normalise = (person: string): string =>
  person.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim().replaceAll(/\s+/g, ' ')

const encode = (digest: Uint8Array): string =>
  Array.from(digest.subarray(0, length), (byte) => alphabet[byte % 32]).join('')

/**
 * Creates pseudonyms that stay the same in this installation, such as `E-7K3QF2M9XA`. They depend on its
 * secret, so that a list of names does not reveal them.
 */
export const createPseudonyms = (secret: string): PseudonymOf => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'baseline pseudonyms', 32))
  // Millions of rows repeat the names of a few persons.
  const cache = new Map<string, string>()
  return (letter, person) => {
    const cacheKey = `${letter}\n${person}`
    const cached = cache.get(cacheKey)
    if (cached !== undefined) return cached
    const digest = createHmac('sha256', key)
      .update(`${letter}\n${normalise(person)}`)
      .digest()
    const pseudonym = `${letter}-${encode(digest)}`
    if (cache.size >= maxCached) cache.clear()
    cache.set(cacheKey, pseudonym)
    return pseudonym
  }
}
