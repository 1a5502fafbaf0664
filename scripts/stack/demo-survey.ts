import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')

/** The demo is seen in the middle of its fieldwork. */
const daysBehind = 120
const daysAhead = 30

/** Loads the demo questionnaire and opens it, as an operator would. */
export const loadDemoSurvey = async (apiEnv: NodeJS.ProcessEnv): Promise<void> => {
  const file = join(root, 'demo/household.xlsx')
  const day = (fromToday: number) => new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10)
  const days = ['--open-from', day(-daysBehind), '--close-on', day(daysAhead)]
  const command = ['api/src/survey-command.ts', 'load', file, '--status', 'open', ...days]
  await promisify(execFile)(process.execPath, command, { cwd: root, env: apiEnv })
}
