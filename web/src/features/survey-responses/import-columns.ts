import type { Role } from '@baseline/contract/permissions.ts'
import { mayImportStatus, responseStatuses } from '@baseline/contract/survey-responses/status.ts'

import type { ImportColumn } from '#platform/importer/columns.ts'

/**
 * What somebody with these roles may import; only a manager brings every status along. The example is of answers to
 * the survey that was chosen. spec §5
 */
export const importColumns = (roles: readonly Role[], example = '{}'): readonly ImportColumn[] => [
  {
    key: 'displayId',
    kind: 'text',
    digits: true,
    label: 'entities.surveyResponses.fields.displayId',
    entry: 'entities.surveyResponses.importer.entries.displayId',
  },
  {
    key: 'investigatorName',
    kind: 'text',
    required: true,
    label: 'entities.surveyResponses.fields.investigatorName',
    entry: 'entities.surveyResponses.importer.entries.investigatorName',
  },
  {
    key: 'investigatorMobileNumber',
    kind: 'text',
    digits: true,
    label: 'entities.surveyResponses.fields.investigatorMobileNumber',
    entry: 'entities.surveyResponses.importer.entries.text',
  },
  { key: 'surveyDate', kind: 'date', label: 'entities.surveyResponses.fields.surveyDate' },
  { key: 'startTime', kind: 'time', label: 'entities.surveyResponses.fields.startTime' },
  { key: 'endTime', kind: 'time', label: 'entities.surveyResponses.fields.endTime' },
  {
    key: 'status',
    kind: 'choice',
    choices: responseStatuses.filter((status) => mayImportStatus(status, roles)),
    label: 'entities.surveyResponses.fields.status',
    entry: 'entities.surveyResponses.importer.entries.status',
  },
  {
    key: 'village',
    kind: 'text',
    label: 'entities.surveyResponses.fields.village',
    entry: 'entities.surveyResponses.importer.entries.village',
  },
  { key: 'photos', kind: 'links', label: 'entities.surveyResponses.fields.photos' },
  { key: 'values', kind: 'json', example, label: 'entities.surveyResponses.fields.values' },
]
