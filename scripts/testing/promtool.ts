import { spawnSync } from 'node:child_process'

/**
 * Returns what promtool, of Debian's package `prometheus`, finds wrong with exported metrics. Ignores the
 * metrics of Node.js, whose names come from prom-client.
 */
export const checkMetrics = (metrics: string): string[] => {
  const { error, status, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: metrics,
    encoding: 'utf8',
  })
  if (error) throw error
  const problems = stderr.split('\n').filter((line) => line !== '' && !/^(nodejs|process)_/.test(line))
  // A status of 3 means a problem of a name; another one means that the text is not valid.
  return status === 0 || status === 3 ? problems : [`status ${String(status)}`, ...problems]
}
