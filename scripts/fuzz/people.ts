import { createDemoUser } from '../stack/demo-accounts.ts'
import { signInDemoUser } from '../stack/session.ts'
import type { Session } from '../stack/session.ts'
import type { startStack } from '../stack/stack.ts'

export type Stack = Awaited<ReturnType<typeof startStack>>

/** A sender of requests: a signed-in user, or anyone. */
export interface Person {
  name: string
  apiHeaders: [string, string][]
  identityHeaders: [string, string][]
}
interface Member extends Person {
  email: string
  session: Session
}

const createMember = async (
  stack: Stack,
  publicUrl: string,
  role: string,
  number: number,
): Promise<Member> => {
  const email = `fuzz-${role}-${String(number)}@example.org`
  const target = {
    identityUrl: stack.identityUrl,
    serviceToken: stack.apiEnv.SERVICE_TOKEN,
    databaseUrl: stack.apiEnv.DATABASE_URL,
  }
  await createDemoUser(target, { email, firstName: 'Ana', lastName: role, role, emailVerified: true })
  const session = await signInDemoUser({ ...stack, publicUrl }, email)
  return { name: role, email, session, apiHeaders: [], identityHeaders: [] }
}

/** A person may have signed out, lost the role or been disabled by an earlier request. */
const isUsable = async (stack: Stack, { name, session }: Member): Promise<boolean> => {
  const me = await fetch(`${stack.apiUrl}/api/auth/me`, {
    headers: { authorization: await session.bearer() },
  })
  const token = await fetch(`${stack.identityUrl}/identity/token`, { headers: { cookie: session.cookie } })
  return token.ok && me.ok && (await me.text()).includes(`"${name}"`)
}

/**
 * Returns a function that returns one sender per role, and an anonymous sender. Replaces people that requests
 * have made unusable, and all of them when `isFresh` is set, so that no limit per person is reached.
 */
export const recruitPeople = (stack: Stack, publicUrl: string) => {
  const members = new Map<string, Member>()
  let count = 0
  const recruit = async (role: string, isFresh: boolean): Promise<Member> => {
    const known = isFresh ? undefined : members.get(role)
    const isKept = known !== undefined && (await isUsable(stack, known))
    const member = isKept ? known : await createMember(stack, publicUrl, role, (count += 1))
    member.apiHeaders = [['authorization', await member.session.bearer()]]
    member.identityHeaders = [
      ['origin', publicUrl],
      ['cookie', member.session.cookie],
    ]
    members.set(role, member)
    return member
  }
  const anonymous: Person = { name: 'anonymous', apiHeaders: [], identityHeaders: [['origin', publicUrl]] }
  return async ({ isFresh }: { isFresh: boolean }) => {
    const manager = await recruit('manager', isFresh)
    const supervisor = await recruit('supervisor', isFresh)
    const monitor = await recruit('monitor', isFresh)
    const enumerator = await recruit('enumerator', isFresh)
    const emails = [manager, supervisor, monitor, enumerator].map(({ email }) => email)
    return { people: { manager, supervisor, monitor, enumerator, anonymous }, emails }
  }
}
