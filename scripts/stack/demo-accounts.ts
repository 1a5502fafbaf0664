import pg from 'pg'

export const demoPassword = 'Baseline-2026!'

/** One person per role, one whom nobody has given a role yet, one who has not confirmed the address. */
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

/** Makes the demo accounts, or brings them back to how they were. */
export const seedDemoAccounts = async (to: {
  identityUrl: string
  serviceToken: string
  databaseUrl: string
}): Promise<void> => {
  if (process.env['NODE_ENV'] === 'production') throw new Error('demo accounts must not exist in production')
  const client = new pg.Client({ connectionString: to.databaseUrl })
  await client.connect()
  for (const { email, firstName, lastName, role, emailVerified } of demoAccounts) {
    const answer = await fetch(new URL('/internal/development/accounts', to.identityUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${to.serviceToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: demoPassword, emailVerified }),
    })
    if (!answer.ok) throw new Error(`demo account ${email}: ${await answer.text()}`)
    const { uid } = (await answer.json()) as { uid: string } // our own service's answer, development only
    await client.query(
      `with person as (
         insert into users (email, authentication_uid, first_name, last_name) values ($1, $2, $3, $4)
         on conflict (email) do update set authentication_uid = $2, disabled = false returning id
       )
       insert into user_roles (user_id, role) select id, $5::text from person where $5::text is not null
       on conflict do nothing`,
      [email, uid, firstName ?? null, lastName ?? null, role ?? null],
    )
  }
  await client.end()
}
