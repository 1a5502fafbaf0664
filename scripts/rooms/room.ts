import type { startMailCatcher } from '../stack/mail-catcher.ts'
import type { createAuthority } from './authority.ts'

export const host = 'survey.ministry.example'
export const url = `https://${host}`
export const manager = { email: 'ana@ministry.example', password: 'correct horse battery staple' }

/** Name, certificate and mail server that an organisation has before the installation. */
export interface Organisation {
  authority: ReturnType<typeof createAuthority>
  certificate: ReturnType<ReturnType<typeof createAuthority>['issue']>
  mail: Awaited<ReturnType<typeof startMailCatcher>>
}

/** A server on which nothing is installed yet. */
export interface Room {
  /** The commands of the documents, in their order. */
  commands: string[]
  /** Prints what else was measured, and returns whether it is as it should be. */
  inspect: () => Promise<boolean>
}
