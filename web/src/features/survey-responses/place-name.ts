import type { SurveyResponseRow } from '@baseline/contract/survey-responses/response.ts'

/** Where it was, from near to far: `Mucupia, Beira`. */
export const placeName = ({
  village,
  districtName,
}: Pick<SurveyResponseRow, 'village' | 'districtName'>): string =>
  [village, districtName].filter(Boolean).join(', ')
