import type { SurveyResponseRow } from '@baseline/contract/survey-responses/response.ts'

/** Returns the village and the district, such as `Mucupia, Beira`. */
export const placeName = ({
  village,
  districtName,
}: Pick<SurveyResponseRow, 'village' | 'districtName'>): string =>
  [village, districtName].filter(Boolean).join(', ')
