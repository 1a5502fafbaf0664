import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

interface Cost {
  N: number
  r: number
  p: number
}

/** OWASP's advice for scrypt: 128 MB of memory for each password. */
const cost: Cost = { N: 2 ** 17, r: 8, p: 1 }
/** Cost of hashes by the library: `salt:key`, without the cost. */
const libraryCost: Cost = { N: 16_384, r: 16, p: 1 }
const keyBytes = 64
const prefix = 'scrypt'

const derive = (password: string, salt: string, { N, r, p }: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const settings = { N, r, p, maxmem: 256 * N * r }
    scrypt(password.normalize('NFKC'), salt, keyBytes, settings, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

const maxConcurrent = 2
let running = 0
const waiting: (() => void)[] = []

/** Limits the memory of concurrent sign-ins. The others wait in the order of their arrival. */
const takeTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running < maxConcurrent) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    // Passes the turn on, so that a newcomer cannot take it first.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Returns `scrypt$N$r$p$salt$key`. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16).toString('hex')
  const key = await takeTurn(() => derive(password, salt, cost))
  return [prefix, cost.N, cost.r, cost.p, salt, key.toString('hex')].join('$')
}

const parse = (hash: string): { cost: Cost; salt: string; key: string } => {
  const [first = '', N, r, p, salt = '', key = ''] = hash.split('$')
  if (first === prefix) return { cost: { N: Number(N), r: Number(r), p: Number(p) }, salt, key }
  const [librarySalt = '', libraryKey = ''] = hash.split(':')
  return { cost: libraryCost, salt: librarySalt, key: libraryKey }
}

export const verifyPassword = async ({
  hash,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> => {
  const { cost: usedCost, salt, key } = parse(hash)
  const expected = Buffer.from(key, 'hex')
  if (expected.length !== keyBytes) throw new Error('the password hash is not valid')
  return timingSafeEqual(await takeTurn(() => derive(password, salt, usedCost)), expected)
}

/** Whether a hash was made with another cost than new ones. */
export const isOutdated = (hash: string): boolean => {
  const { N, r, p } = parse(hash).cost
  return N !== cost.N || r !== cost.r || p !== cost.p
}
