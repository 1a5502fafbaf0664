import { serverEn as en } from '@baseline/contract/messages/server.en.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import type { Item, Question, SurveyMaster } from '@baseline/contract/surveys/master.ts'

/** The English name of each status. A copy, so that the test is independent of the table in the web app. */
export const statusNames: Readonly<Record<SurveyResponse['status'], string>> = {
  inProgress: 'In progress',
  submitted: 'Submitted',
  onHold: 'On hold',
  returned: 'Returned',
  resubmitted: 'Resubmitted',
  verified: 'Verified',
  approved: 'Approved',
  rejected: 'Rejected',
}

const english = (labels: Readonly<Record<string, string>>): string => labels['en'] ?? ''

/** Formats an instant as `2026-11-12 11:07` in a time zone. */
export const instantText = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(instant))

const isPlace = (value: unknown): value is { latitude: number; longitude: number; accuracy?: number } =>
  typeof value === 'object' && value !== null && 'latitude' in value

const answerText = (master: SurveyMaster, { list }: Question, answer: unknown): string => {
  if (isPlace(answer)) {
    const place = `${answer.latitude.toFixed(6)}, ${answer.longitude.toFixed(6)}`
    return answer.accuracy === undefined ? place : `${place} ± ${String(answer.accuracy)} m`
  }
  const values: unknown[] = Array.isArray(answer) ? answer : [answer]
  const choices = list === undefined ? [] : (master.choices[list] ?? [])
  return values
    .map((value) => english(choices.find((choice) => choice.value === value)?.labels ?? {}) || String(value))
    .join(', ')
}

const flatten = (items: readonly Item[]): Exclude<Item, { kind: 'group' }>[] =>
  items.flatMap((item) => (item.kind === 'group' ? flatten(item.items) : [item]))

/** Returns label and text of every stored answer outside repeats, in the order of the questionnaire. */
export const answerFacts = (record: SurveyResponse, master: SurveyMaster): [string, string][] =>
  flatten(master.items).flatMap((item): [string, string][] => {
    const answer = record.values[item.key]
    return item.kind === 'question' && item.type !== 'photo' && answer !== undefined
      ? [[english(item.labels), answerText(master, item, answer)]]
      : []
  })

/** Returns every repeat as rows. Each row has the labels and texts of its answers. */
export const repeatRows = (
  record: SurveyResponse,
  master: SurveyMaster,
): { label: string; text: string }[][][] =>
  flatten(master.items).flatMap((item) => {
    if (item.kind !== 'repeat') return []
    const rows = (record.values[item.key] ?? []) as Record<string, unknown>[]
    const questions = flatten(item.items).filter((one) => one.kind === 'question')
    return rows.length === 0
      ? []
      : [
          rows.map((row) =>
            questions
              .filter(({ key }) => row[key] !== undefined)
              .map((question) => ({
                label: english(question.labels),
                text: answerText(master, question, row[question.key]),
              })),
          ),
        ]
  })

const { fields, story } = {
  fields: en.entities.surveyResponses.fields,
  story: en.entities.surveyResponses.story,
}

/** Returns the facts in the side panel: people, times and the survey. */
export const sidebarFacts = (record: SurveyResponse, zone: string): [string, string][] => {
  const [start, end] = [record.startTime, record.endTime].map((time) => instantText(time ?? '', zone))
  const minutes = (Date.parse(record.endTime ?? '') - Date.parse(record.startTime ?? '')) / 60_000
  return [
    [fields.investigatorName, record.investigatorName],
    [fields.investigatorMobileNumber, record.investigatorMobileNumber ?? '—'],
    [fields.supervisorName, record.supervisorName],
    [story.time, `${String(start)} – ${String(end).slice(11)} (${String(minutes)}\u00A0min)`],
    [fields.surveyLabel, `${record.surveyLabel}, version ${String(record.surveyVersion)}`],
    [fields.email, record.email ?? '—'],
    [fields.createdAt, instantText(record.createdAt, zone)],
    [fields.updatedAt, instantText(record.updatedAt, zone)],
    [fields.id, record.id],
  ]
}
