import pg from 'pg'

export const demoPassword = 'kettle-river-2026'

/** One user per role, one without a role, and one whose address is not verified. */
export const demoAccounts = [
  {
    email: 'manager@example.org',
    firstName: 'Maria',
    lastName: 'Machava',
    role: 'manager',
    emailVerified: true,
  },
  {
    email: 'supervisor@example.org',
    firstName: 'Samuel',
    lastName: 'Sitoe',
    role: 'supervisor',
    emailVerified: true,
  },
  {
    email: 'monitor@example.org',
    firstName: 'Mónica',
    lastName: 'Mondlane',
    role: 'monitor',
    emailVerified: true,
  },
  {
    email: 'enumerator@example.org',
    firstName: 'Elias',
    lastName: 'Evora',
    role: 'enumerator',
    emailVerified: true,
  },
  {
    email: 'newcomer@example.org',
    firstName: 'Nadia',
    lastName: 'Novela',
    role: undefined,
    emailVerified: true,
  },
  {
    email: 'unverified@example.org',
    firstName: undefined,
    lastName: undefined,
    role: undefined,
    emailVerified: false,
  },
] as const

export interface DemoUser {
  email: string
  firstName: string | undefined
  lastName: string | undefined
  role: string | undefined
  emailVerified: boolean
}

interface Target {
  identityUrl: string
  serviceToken: string
  databaseUrl: string
}

/**
 * Creates a user with the demo password; an existing one keeps name and roles. Development and tests only.
 */
export const createDemoUser = async (target: Target, user: DemoUser): Promise<void> => {
  if (process.env['NODE_ENV'] === 'production') throw new Error('demo accounts must not exist in production')
  const { email, firstName = null, lastName = null, role = null, emailVerified } = user
  const answer = await fetch(new URL('/internal/development/accounts', target.identityUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${target.serviceToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword, emailVerified }),
  })
  if (!answer.ok) throw new Error(`demo account ${email}: ${await answer.text()}`)
  const { uid } = (await answer.json()) as { uid: string } // the shape is defined by our identity service
  const client = new pg.Client({ connectionString: target.databaseUrl })
  await client.connect()
  await client.query(
    `with person as (
       insert into users (email, authentication_uid, first_name, last_name) values ($1, $2, $3, $4)
       on conflict (email) do update set authentication_uid = $2, disabled = false returning id
     )
     insert into user_roles (user_id, role) select id, $5::text from person where $5::text is not null
     on conflict do nothing`,
    [email, uid, firstName, lastName, role],
  )
  await client.end()
}

export const seedDemoAccounts = async (target: Target): Promise<void> => {
  for (const user of demoAccounts) await createDemoUser(target, user)
}
