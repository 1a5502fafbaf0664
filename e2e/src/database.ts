import pg from 'pg'

import type { Product } from './product.ts'

/** Runs an action with a connection to the database of the api. */
export const withDatabase = async <T>(
  product: Product,
  action: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString: product.apiEnv['DATABASE_URL'] })
  await client.connect()
  try {
    return await action(client)
  } finally {
    await client.end()
  }
}
