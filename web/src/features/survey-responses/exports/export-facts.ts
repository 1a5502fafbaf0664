import type { SurveyExport } from '@baseline/contract/survey-responses/exports/contract.ts'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import { formatFileSize } from './format-file-size.ts'

/** Returns a text like `5,000 responses · 1.2 MB`; empty until the file is finished. */
export const factsOf = ({ rowCount, fileSize: bytes }: SurveyExport): string =>
  [
    rowCount === null ? undefined : t('entities.surveyExports.rows', { count: formatNumber(rowCount) }),
    bytes === null ? undefined : formatFileSize(bytes),
  ]
    .filter(Boolean)
    .join(' · ')

/**
 * Opens the file in a small window, because a download needs no page. Returns false if the browser blocks it.
 * spec §4
 */
export const openSmallWindow = (url: string): boolean =>
  window.open(url, '_blank', 'popup,width=480,height=320') !== null
