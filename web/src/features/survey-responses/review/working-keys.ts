import { t } from '#platform/i18n.ts'

import { decisionKeys } from '../decisions.ts'
import type { Decision } from '../decisions.ts'

interface Possible {
  next: boolean
  previous: boolean
  decisions: readonly Decision[]
  comment: boolean
  edit: boolean
  undo: boolean
}

type Key = readonly [key: string, text: string]

/** The keys that do something for this person and this record now. */
export const workingKeys = ({ next, previous, decisions, comment, edit, undo }: Possible): Key[] => [
  ...(next ? [['j', t('entities.surveyResponses.story.next')] as const] : []),
  ...(previous ? [['k', t('entities.surveyResponses.story.previous')] as const] : []),
  ...decisions.flatMap(({ verb }): Key[] => {
    const key = decisionKeys[verb]
    return key === undefined ? [] : [[key, t(`entities.surveyResponses.verbs.${verb}`)]]
  }),
  ...(undo ? [['z', t('entities.surveyResponses.review.undo.last')] as const] : []),
  ...(comment ? [['c', t('entities.surveyResponses.fields.comment')] as const] : []),
  ...(edit ? [['e', t('common.edit')] as const] : []),
  ['?', t('list.keys.help')],
]
