import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')

/** Days of fieldwork before and after today, so that the demo shows a survey in progress. */
const daysBehind = 120
const daysAhead = 30

/** Loads and opens the demo questionnaire with the operator's command. */
export const loadDemoSurvey = async (apiEnv: NodeJS.ProcessEnv): Promise<void> => {
  const file = join(root, 'demo/household.xlsx')
  const day = (fromToday: number) => new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10)
  const days = ['--open-from', day(-daysBehind), '--close-on', day(daysAhead)]
  const command = ['api/src/survey-command.ts', 'load', file, '--status', 'open', ...days]
  await promisify(execFile)(process.execPath, command, { cwd: root, env: apiEnv })
}
