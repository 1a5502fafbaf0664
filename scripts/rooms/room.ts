import type { Machine } from '../stack/machine.ts'
import type { startMailCatcher } from '../stack/mail-catcher.ts'
import type { createAuthority } from './authority.ts'
import { readPage, splitCommands } from './read-page.ts'

/** Names that the pages of docs/operations use. */
export const host = 'survey.ministry.example'
export const mailHost = 'mail.ministry.example'
export const mailLogin = { user: 'user', password: 'password' }
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

const section = 'The five commands'

/** Executes what a page asks for before its five commands, and returns these. `enter` opens their folder. */
export const readFiveCommands = async (page: string, machine: Machine, enter: string): Promise<string[]> => {
  const steps = await readPage(page)
  const first = steps.findIndex((step) => step.section === section)
  for (const { commands } of steps.slice(0, first)) await machine.run(commands)
  const [step] = steps.slice(first)
  if (first === -1 || !step) throw new Error(`${page} has no section "${section}"`)
  return splitCommands(step).map((command) => `${enter} && ${command}`)
}

/** Lets apt install without a question. */
export const confirmInstallations = async (machine: Machine): Promise<void> => {
  await machine.run('cat > /etc/apt/apt.conf.d/90yes', 'APT::Get::Assume-Yes "true";\n')
}

/** Name that the pages give to the file of a release, such as the package. */
export const fileOfRelease = (ending: string): string => `baseline-survey_0.1.0_${ending}`
