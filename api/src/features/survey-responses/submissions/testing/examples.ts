import { readFile } from 'node:fs/promises'

import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'

import { createChance } from '../../../../../../scripts/seed/chance.ts'
import { readXlsForm } from '../../../surveys/xlsform/read-xlsform.ts'
import { randomInterviewAnswers } from './random-interview.ts'
import { writeSubmission } from './write-submission.ts'

/** Options of validateAnswers(), and the clock of the phone. */
export const options = { today: '2026-11-18', now: '2026-11-18T13:05', language: 'en' }

/** A valid interview of a questionnaire. */
export interface Example {
  definition: SurveyDefinition
  xml: Buffer
}

/** Writes an interview with random answers. */
export const writeExample = (definition: SurveyDefinition, seed: number): Example => {
  const { values } = validateAnswers(
    definition,
    randomInterviewAnswers(definition, createChance(seed)),
    options,
  )
  const instanceId = 'uuid:0b1f4d3a-9f0e-4c57-8a5e-000000000000'
  return {
    definition,
    xml: Buffer.from(writeSubmission({ definition, values, version: 1, instanceId }, options)),
  }
}

/** Reads the demo questionnaire. */
export const readDemo = async (): Promise<SurveyDefinition> => {
  const workbook = await readFile(new URL('../../../../../../demo/household.xlsx', import.meta.url))
  return (await readXlsForm(workbook, { fileName: 'household.xlsx' })).definition
}

/** Processor time of this thread in milliseconds. Elapsed time would depend on the load of the machine. */
export const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
