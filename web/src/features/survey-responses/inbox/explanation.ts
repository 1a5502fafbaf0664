import type { IntakeDetails } from '@baseline/contract/intake/item.ts'

import { t } from '#platform/i18n.ts'

type Item = Pick<IntakeDetails, 'state' | 'response'>

/**
 * Returns what happened to the response that an interview would replace. An edit was held back because of its
 * response. The first version of a conflict can wait without a response, such as an incomplete one.
 */
export const responseNote = ({ state, response }: Item): string => {
  if (response) return t('entities.intake.responseNotes.unchanged')
  return t(`entities.intake.responseNotes.${state === 'heldBack' ? 'deleted' : 'missing'}`)
}

/** Returns why an interview is in the inbox. */
export const explanation = (item: Item): string => {
  const cause = t(`entities.intake.explanations.${item.state}`)
  const replacesResponse = item.state === 'conflict' || item.state === 'heldBack'
  return replacesResponse ? `${cause} ${responseNote(item)}` : cause
}
