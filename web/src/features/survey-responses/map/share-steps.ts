import type { MapColour } from '@baseline/contract/survey-responses/map-colours.ts'
import { waitingStatuses } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import type { ExpressionSpecification } from 'maplibre-gl'

export type Share = Exclude<MapColour, 'status'>

/** The statuses that a share counts. */
const shareStatuses: Readonly<Record<Share, readonly ResponseStatus[]>> = {
  waiting: waitingStatuses,
  returned: ['returned'],
}

/** Lower limits of the steps above none, in percent. The stylesheet has a colour for none and for each step. */
export const shareLimits = [0, 10, 25, 50] as const

/** The name of the CSS variable for the colour of a step. Step 0 means none. */
export const shareVariable = (step: number): string => `--share-${String(step)}`

/** Lower limit of the first step: below the share of one response in a million. */
const minPercent = 1e-6

/** Returns the colour expression of a cell, by the share of these statuses in it. */
export const shareColour = (share: Share, colourOf: (step: number) => string): ExpressionSpecification => {
  const counts = shareStatuses[share].map((status): ExpressionSpecification => [
    'coalesce',
    ['get', status],
    0,
  ])
  const percent: ExpressionSpecification = ['*', 100, ['/', ['+', 0, ...counts], ['get', 'n']]]
  const steps = shareLimits.flatMap((limit, index) => [Math.max(limit, minPercent), colourOf(index + 1)])
  return ['step', percent, colourOf(0), ...steps]
}
