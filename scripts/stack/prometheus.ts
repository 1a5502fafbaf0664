/** Prometheus and Alertmanager of Debian's packages, with the configuration for operators in ops/prometheus. */
import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort, startProcess, waitUntilReady } from './processes.ts'
import { root } from './stack.ts'

const readOperatorFile = (name: string) => readFile(join(root, 'ops/prometheus', name), 'utf8')

/** Durations in seconds instead of minutes, for tests that must be short. */
const shorten = (text: string): string =>
  text.replace(/\b(for|group_wait|group_interval|scrape_interval|evaluation_interval): \d+[smh]/g, '$1: 1s')

interface Notification {
  alert: string
  status: 'firing' | 'resolved'
  labels: Record<string, string>
  receivedAt: number
}

/** Starts the receiver of a person on call: a webhook that keeps what it receives. */
export const startReceiver = async () => {
  const received: Notification[] = []
  const port = await findFreePort()
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.once('end', () => {
      // The shape of version 4 of the webhook of Alertmanager.
      const { alerts } = JSON.parse(body) as {
        alerts: { status: 'firing' | 'resolved'; labels: Record<string, string> }[]
      }
      for (const { status, labels } of alerts)
        received.push({ alert: labels['alertname'] ?? '', status, labels, receivedAt: Date.now() })
      response.end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${String(port)}/page`,
    received,
    /** Waits for a notification that arrives after `since`, and returns its time. */
    waitFor: async (alert: string, status: Notification['status'], since: number, maxSeconds: number) => {
      for (;;) {
        const found = received.find(
          (one) => one.alert === alert && one.status === status && one.receivedAt >= since,
        )
        if (found) return found.receivedAt
        if (Date.now() > since + maxSeconds * 1000)
          throw new Error(`${alert} was not ${status} within ${String(maxSeconds)} s`)
        await sleep(100)
      }
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const startAlertmanager = async (options: {
  directory: string
  receiverUrl: string
  isShort: boolean
  onLine: (line: string) => void
}) => {
  const { directory, receiverUrl, isShort, onLine } = options
  await mkdir(directory, { recursive: true })
  const file = join(directory, 'alertmanager.yaml')
  const text = (await readOperatorFile('alertmanager.yaml')).replace(/url: .*/, `url: ${receiverUrl}`)
  await writeFile(file, isShort ? shorten(text) : text)
  const address = `127.0.0.1:${String(await findFreePort())}`
  const alertmanager = startProcess(
    'prometheus-alertmanager',
    [
      `--config.file=${file}`,
      `--storage.path=${join(directory, 'data')}`,
      `--web.listen-address=${address}`,
      '--cluster.listen-address=',
    ],
    { cwd: directory, env: { PATH: process.env['PATH'] }, onLine },
  )
  await waitUntilReady(`http://${address}/-/ready`, alertmanager)
  return { address, stop: alertmanager.stop }
}

/**
 * Starts Prometheus with the alerts for operators. `targets` are the addresses of each job; `history` is a text in
 * the OpenMetrics format with earlier samples.
 */
export const startPrometheus = async (options: {
  directory: string
  targets: Readonly<Record<string, string>>
  alertmanager: string
  history: string
  isShort: boolean
  onLine: (line: string) => void
}) => {
  const { directory, targets, alertmanager, history, isShort, onLine } = options
  const data = join(directory, 'data')
  await mkdir(data, { recursive: true })
  await writeFile(join(directory, 'history.txt'), history)
  const backfill = ['tsdb', 'create-blocks-from', 'openmetrics', join(directory, 'history.txt'), data]
  const { status, stderr } = spawnSync('promtool', backfill, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`promtool: ${stderr}`)
  const adapt = (text: string) => (isShort ? shorten(text) : text)
  await writeFile(join(directory, 'alerts.yaml'), adapt(await readOperatorFile('alerts.yaml')))
  const example = adapt(await readOperatorFile('prometheus.yaml')).replace('127.0.0.1:9093', alertmanager)
  const config = Object.entries(targets).reduce(
    (text, [job, address]) =>
      text.replace(new RegExp(`(job_name: ${job}\\n.*\\n.*targets: ).*`), `$1['${address}']`),
    example,
  )
  const file = join(directory, 'prometheus.yaml')
  await writeFile(file, config)
  const address = `127.0.0.1:${String(await findFreePort())}`
  const prometheus = startProcess(
    'prometheus',
    [`--config.file=${file}`, `--storage.tsdb.path=${data}`, `--web.listen-address=${address}`],
    { cwd: directory, env: { PATH: process.env['PATH'] }, onLine },
  )
  await waitUntilReady(`http://${address}/-/ready`, prometheus)
  /** Returns the number of series of a query. Throws if Prometheus refuses it. */
  const count = async (expression: string): Promise<number> => {
    const answer = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`)
    // The shape of the HTTP API of Prometheus.
    const body = (await answer.json()) as { status: string; error?: string; data?: { result: unknown[] } }
    if (body.status !== 'success') throw new Error(`${expression}: ${body.error ?? 'no answer'}`)
    return body.data?.result.length ?? 0
  }
  return { count, stop: prometheus.stop }
}
