import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { loadDemoSurvey } from '../../scripts/stack/demo-survey.ts'
import { startEdge } from '../../scripts/stack/edge.ts'
import { startLossyProxy } from '../../scripts/stack/lossy-proxy.ts'
import { freePort } from '../../scripts/stack/processes.ts'
import { startStack } from '../../scripts/stack/stack.ts'
import { startSocialProvider } from './social-provider.ts'

/** What a test needs to know about the running product; it travels to the test processes as text. */
export interface Product {
  url: string
  mailUrl: string
  identityUrl: string
  apiUrl: string
  socialUrl: string
  apiEnv: Record<string, string | undefined>
}

/** Starts the whole product as people get it: the built screens behind nginx, all services, a social provider. */
export const startProduct = async ({
  apiMail = true,
  lossy = false,
  webRoot,
}: { apiMail?: boolean; lossy?: boolean; webRoot?: string } = {}) => {
  const directory = await mkdtemp(join(tmpdir(), 'baseline-e2e-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${String(port)}`
  const report = (from: string, line: string) => console.error(`${from.padEnd(8)} ${line}`)
  const social = await startSocialProvider()
  const stack = await startStack({
    directory: join(directory, 'postgres'),
    throwaway: true,
    publicUrl: url,
    apiMail,
    // All browsers of a test run share one address, as no office's do.
    identityEnv: { ...social.environment, RATE_LIMIT_SCALE: '100' },
    onLine: report,
  })
  await loadDemoSurvey(stack.apiEnv)
  const proxy = await startLossyProxy(
    stack.apiUrl,
    (method, path) => method === 'POST' && path.endsWith('/import'),
  )
  const edge = await startEdge({
    directory: join(directory, 'edge'),
    port,
    apiUrl: lossy ? proxy.url : stack.apiUrl,
    identityUrl: stack.identityUrl,
    ...(webRoot !== undefined && { webRoot }),
    onLine: (line) => {
      // Answers that are lost on purpose are no news.
      if (!lossy) report('edge', line)
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
