import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { Item, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { element, serialize } from '../../../api/src/features/surveys/xform/xml.ts'
import type { XmlElement } from '../../../api/src/features/surveys/xform/xml.ts'
import { timeZone } from './compare-form.ts'
import type { Given, PhoneEngine } from './engine.ts'
import type { FormReading } from './in-page.ts'

/** Writes the elements of a saved interview. */
const writeAnswers = (items: readonly Item[], path: string, given: Given): XmlElement[] =>
  items.flatMap((item): XmlElement[] => {
    const own = `${path}/${item.key}`
    if (item.kind === 'group') return [element(item.key, {}, writeAnswers(item.items, own, given))]
    if (item.kind === 'repeat')
      return Array.from({ length: given.rows[own] ?? 0 }, (_, row) =>
        element(item.key, {}, writeAnswers(item.items, `${own}[${String(row + 1)}]`, given)),
      )
    const text = given.answers[own]
    return item.metadata === 'audit' ? [] : [element(item.key, {}, text === undefined ? [] : [text])]
  })

const writeInterview = (survey: SurveyDefinition, given: Given): string => {
  const audit = given.answers['/data/meta/audit']
  return serialize(
    element('data', { id: survey.formId }, [
      ...writeAnswers(survey.items, '/data', given),
      element('meta', {}, [
        ...(audit === undefined ? [] : [element('audit', {}, [audit])]),
        element('instanceID', {}, ['uuid:1']),
      ]),
    ]),
  )
}

/** Returns the current date and time in the time zone of the tests: JavaRosa reads the clock of the machine. */
const currentClock = (): PhoneEngine['clock'] => {
  const now = new Date().toLocaleString('sv-SE', { timeZone }).slice(0, 16).replace(' ', 'T')
  return { today: now.slice(0, 10), now }
}

/** Starts JavaRosa, the engine of ODK Collect. `classPath` has its classes and their libraries. */
export const startJavaRosa = (classPath: string): PhoneEngine => {
  const reader = join(import.meta.dirname, 'JavaRosaReader.java')
  const java = spawn('java', [`-Duser.timezone=${timeZone}`, '-cp', classPath, reader], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(java.stdout)[Symbol.asyncIterator]()
  return {
    clock: currentClock(),
    hasQuirks: false,
    read: async (xform, survey, given) => {
      java.stdin.write(`${JSON.stringify({ xform, instance: writeInterview(survey, given) })}\n`)
      const { value } = await lines.next()
      // Type cast: JavaRosaReader writes this shape.
      const reading = JSON.parse(String(value)) as FormReading & { error?: string }
      if (reading.error !== undefined) throw new Error(reading.error)
      return reading
    },
    close: async () => {
      java.stdin.end()
      await once(java, 'exit')
    },
  }
}
