import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { loadDemoSurvey } from '../../scripts/stack/demo-survey.ts'
import { startEdge } from '../../scripts/stack/edge.ts'
import { startLossyProxy } from '../../scripts/stack/lossy-proxy.ts'
import { findFreePort } from '../../scripts/stack/processes.ts'
import { root, startStack } from '../../scripts/stack/stack.ts'
import { startSocialProvider } from './social-provider.ts'

/** URLs and settings of the running product. The test processes receive them as JSON. */
export interface Product {
  url: string
  mailUrl: string
  identityUrl: string
  apiUrl: string
  socialUrl: string
  apiEnv: Record<string, string | undefined>
}

/** The builds of the web app. React and Ant Design report misuse in the development build only. */
const webBuilds = {
  production: { script: 'build', folder: 'web/dist' },
  development: { script: 'build:development', folder: '.data/web-development' },
}

/** E2E_BUILD=development selects the development build. */
export const webBuild = webBuilds[process.env['E2E_BUILD'] === 'development' ? 'development' : 'production']

/** Starts the whole product: the built web app behind nginx, all services and a social sign-in provider. */
export const startProduct = async ({
  apiMail = true,
  dropsResponses = false,
  hostName = '127.0.0.1',
  apiEnv = {},
}: {
  apiMail?: boolean
  dropsResponses?: boolean
  /** Passkeys need a name instead of an address. */
  hostName?: string
  apiEnv?: Record<string, string>
} = {}) => {
  const directory = await mkdtemp(join(tmpdir(), 'baseline-e2e-'))
  const port = await findFreePort()
  const url = `http://${hostName}:${String(port)}`
  const printLine = (from: string, line: string) => console.error(`${from.padEnd(8)} ${line}`)
  const social = await startSocialProvider()
  const stack = await startStack({
    directory: join(directory, 'postgres'),
    throwaway: true,
    publicUrl: url,
    apiMail,
    apiEnv,
    // Raises the rate limits, because all browsers of a test run share one IP address.
    identityEnv: { ...social.environment, RATE_LIMIT_SCALE: '100' },
    onLine: printLine,
  })
  await loadDemoSurvey(stack.apiEnv)
  const proxy = await startLossyProxy(
    stack.apiUrl,
    (method, path) => method === 'POST' && path.endsWith('/import'),
  )
  const edge = await startEdge({
    directory: join(directory, 'edge'),
    port,
    apiUrls: [dropsResponses ? proxy.url : stack.apiUrl],
    identityUrl: stack.identityUrl,
    webRoot: join(root, webBuild.folder),
    onLine: (line) => {
      // The proxy drops responses on purpose, and nginx reports each one as an error.
      if (!dropsResponses) printLine('edge', line)
    },
  })
  const product: Product = {
    url,
    mailUrl: stack.mail.url,
    identityUrl: stack.identityUrl,
    apiUrl: stack.apiUrl,
    socialUrl: social.controlUrl,
    apiEnv: stack.apiEnv,
  }
  return {
    product,
    killApi: stack.killApi,
    proxy,
    stop: async () => {
      await edge.stop()
      await proxy.stop()
      await stack.stop()
      await social.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
