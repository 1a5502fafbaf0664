import { readConfig as readApiConfig } from '../../api/src/config.ts'
import { ConfigurationError } from '../../contract/src/start-error.ts'
import { readConfig as readIdentityConfig } from '../../identity/src/config.ts'
import { readEnvironment } from '../environment.ts'

const services = [
  ['api', readApiConfig],
  ['worker', readApiConfig],
  ['identity', readIdentityConfig],
] as const

/** Variables that must be equal for all services. */
const shared = ['PUBLIC_URL', 'SERVICE_TOKEN', 'TOKEN_ISSUER', 'TOKEN_AUDIENCE'] as const

/** Returns the mistakes in the configuration, each with its service. */
export const findConfigProblems = async (): Promise<string[]> => {
  const problems: string[] = []
  for (const [service, read] of services) {
    try {
      read(await readEnvironment(service))
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      problems.push(`${service}: ${error.message.replace(/^Configuration:\n/, '')}`)
    }
  }
  const [api, identity] = [await readEnvironment('api'), await readEnvironment('identity')]
  for (const name of shared)
    if (api[name] !== identity[name]) problems.push(`${name} must be equal for api and identity`)
  return problems
}

export const run = async (): Promise<number> => {
  const problems = await findConfigProblems()
  console.log(problems.length === 0 ? 'The configuration is valid.' : problems.join('\n'))
  return problems.length === 0 ? 0 : 1
}
