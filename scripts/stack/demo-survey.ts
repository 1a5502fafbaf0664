import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')

/** Loads the demo questionnaire and opens it, as an operator would. */
export const loadDemoSurvey = async (apiEnv: NodeJS.ProcessEnv): Promise<void> => {
  const command = ['api/src/survey-command.ts', 'load', join(root, 'demo/household.xlsx'), '--status', 'open']
  await promisify(execFile)(process.execPath, command, { cwd: root, env: apiEnv })
}
