import { AppError } from '@baseline/contract/errors.ts'
import { StorageToken } from '@baseline/contract/storage/contract.ts'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

import { limits } from '../limits.ts'
import { deriveKey } from './secrets.ts'

type Folders = StorageToken['folders']

export interface StorageTokens {
  sign: (userId: string, folders: Folders) => Promise<StorageToken>
  /** Returns the folders in this user's token; refuses a token of another user. */
  verify: (token: string, userId: string) => Promise<Folders>
}

const Claims = z.object({ folders: StorageToken.shape.folders })
const jwtOptions = { algorithm: 'HS256', audience: 'storage' }

/**
 * Signs and verifies upload tokens. Only the backend does both, so a symmetric key suffices. A token permits
 * uploads; it does not authenticate a user.
 */
export const storageTokens = ({
  storageSecret,
  publicUrl: issuer,
}: {
  storageSecret: string
  publicUrl: string
}): StorageTokens => {
  const key = deriveKey(storageSecret, 'upload')
  const { algorithm, audience } = jwtOptions
  return {
    sign: async (userId, folders) => {
      const issuedAt = Math.floor(Date.now() / 1000)
      const expires = issuedAt + limits.files.tokenSeconds
      const token = await new SignJWT({ folders })
        .setProtectedHeader({ alg: algorithm })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expires)
        .sign(key)
      return { token, expiresAt: new Date(expires * 1000).toISOString(), folders }
    },
    verify: async (token, userId) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          issuer,
          audience,
          subject: userId,
          requiredClaims: ['exp', 'iat', 'sub'],
        })
        return Claims.parse(payload).folders
      } catch (cause) {
        throw new AppError('errors.forbidden', undefined, { cause })
      }
    },
  }
}
