import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { ConfigurationError } from '../contract/src/start-error.ts'

/** Files of each service in the folder of the configuration, in the order in which the units of systemd read them. */
const filesOf = {
  api: ['baseline.env', 'api.env'],
  worker: ['baseline.env', 'api.env', 'worker.env'],
  identity: ['baseline.env', 'identity.env'],
  /** The owner of the database, for migrations and erasures. */
  owner: ['baseline.env', 'api.env', 'owner.env'],
  backup: ['backup.env'],
} as const
export type Service = keyof typeof filesOf

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

const readVariables = async (path: string): Promise<NodeJS.ProcessEnv> => {
  try {
    return parseEnv(await readFile(path, 'utf8'))
  } catch (error) {
    if (isMissing(error)) return {}
    throw new ConfigurationError(`Cannot read ${path}. Run this command as root.`, { cause: error })
  }
}

/** The folder of the configuration. */
export const configFolder = (): string => process.env['BASELINE_CONFIG'] ?? '/etc/baseline'

/**
 * Returns the environment of a service: that of its files. Without their folder, as in a container, the environment
 * of the command.
 */
export const readEnvironment = async (service: Service): Promise<NodeJS.ProcessEnv> => {
  const folder = configFolder()
  const hasFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (!hasFolder) return process.env
  const parts = await Promise.all(filesOf[service].map((file) => readVariables(join(folder, file))))
  return Object.assign({}, ...parts) as NodeJS.ProcessEnv
}
