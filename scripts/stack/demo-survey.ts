import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')

/** Days of fieldwork before and after today, so that the demo shows a survey in progress. */
const daysBehind = 120
const daysAhead = 30

/** Loads and opens the demo questionnaire with the operator's command. */
export const loadDemoSurvey = async (apiEnv: NodeJS.ProcessEnv): Promise<void> => {
  const day = (fromToday: number) => new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10)
  const days = ['--open-from', day(-daysBehind), '--close-on', day(daysAhead)]
  await loadWorkbook(apiEnv, join(root, 'demo/household.xlsx'), days)
}

/** Loads and opens a questionnaire with the operator's command. */
export const loadWorkbook = async (
  apiEnv: NodeJS.ProcessEnv,
  file: string,
  options: readonly string[] = [],
): Promise<void> => {
  const command = ['api/src/survey-command.ts', 'load', file, '--status', 'open', ...options]
  await promisify(execFile)(process.execPath, command, { cwd: root, env: apiEnv })
}
