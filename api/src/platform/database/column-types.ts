import type { QueryAction, QueryState } from '@baseline/contract/answer-queries/contract.ts'
import type { AuditAction, EntityName } from '@baseline/contract/audit-log/contract.ts'
import type { Evidence } from '@baseline/contract/checks/rules.ts'
import type { DataReport } from '@baseline/contract/data-protection/contract.ts'
import type { DeviceState } from '@baseline/contract/devices/contract.ts'
import type { AvatarLink, UserStatus } from '@baseline/contract/iam/contract.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import type { ReadEntity, ReadKind } from '@baseline/contract/reads.ts'
import type { Theme } from '@baseline/contract/settings/contract.ts'
import type { FileType } from '@baseline/contract/storage/folders.ts'
import type { RuleValues, StoredTrial } from '@baseline/contract/survey-responses/check-rules.ts'
import type { SkipReason } from '@baseline/contract/survey-responses/contract.ts'
import type { SelectionReason } from '@baseline/contract/survey-responses/desk.ts'
import type {
  AnswerNotation,
  ColumnNaming,
  ExportFailure,
  ExportFormat,
  SmallCells,
} from '@baseline/contract/survey-responses/exports/contract.ts'
import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import type { Waiver } from '@baseline/contract/survey-responses/flags.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import type { UndoSkipReason } from '@baseline/contract/survey-responses/undo.ts'
import type { SurveyDefinition, SurveyStatus } from '@baseline/contract/surveys/master.ts'
import type { Gender } from '@baseline/contract/user-details/contract.ts'
import type { ColumnType } from 'kysely'

/** A column with a default, which an insert can omit. */
export type Defaulted<T> =
  T extends ColumnType<infer Select, infer Insert, infer Update>
    ? ColumnType<Select, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>

/** A value that is written as JSON text and read as an object. */
export type Json<T> = ColumnType<T, string, string>

/** A warning about a cell of a questionnaire; translated when it is shown. */
export interface StoredWarning {
  sheet: string
  row: number
  column: string
  key: string
  params: Record<string, string | number>
}

export type Timestamp = ColumnType<Date, Date | string, Date | string>

/** Narrower types than in PostgreSQL. `npm run db:describe` reads the keys: `table.column`. */
export interface ColumnTypes {
  'answer_queries.state': QueryState
  'answer_query_messages.action': QueryAction
  'answer_query_messages.proposal': { value: unknown }
  'audit_log.action': AuditAction
  'audit_log.entity_name': EntityName
  'audit_log.values': { before: unknown; after: unknown }
  'check_rules.draft': RuleValues
  'check_rules.parameters': Record<string, number>
  'check_rules.trial': StoredTrial
  'enumerator_facts.numbers': Readonly<Record<string, readonly number[]>>
  'enumerator_flags.evidence': Evidence
  'erasures.report': Partial<DataReport>
  'field_devices.state': DeviceState
  'files.content_type': FileType
  'import_hashes.entity': EntityName
  'read_log.entity': ReadEntity
  'read_log.filter': Record<string, unknown>
  'read_log.kind': ReadKind
  'response_cells.status': ResponseStatus
  'response_comments.status': ResponseStatus
  'response_counts.status': ResponseStatus
  'response_deltas.status': ResponseStatus
  'response_flags.evidence': Evidence
  'response_places.status': ResponseStatus
  'response_status_changes.previous_status': ResponseStatus
  'response_status_jobs.skipped': Partial<Record<SkipReason, number>>
  'response_status_jobs.target': ResponseStatus
  'response_status_jobs.waiver': Waiver
  'response_undo_jobs.skipped': Partial<Record<UndoSkipReason, number>>
  'response_undo_skips.reason': UndoSkipReason
  'review_draws.reason': SelectionReason
  'settings.theme': Theme
  'survey_exports.answers': AnswerNotation
  'survey_exports.column_names': ColumnNaming
  'survey_exports.failure': { key: ExportFailure; params: Record<string, string> }
  'survey_exports.filter': SurveyResponseFilter
  'survey_exports.format': ExportFormat
  'survey_exports.small_cells': SmallCells
  'survey_files.kind': 'workbook' | 'list'
  'survey_responses.status': ResponseStatus
  'survey_responses.values': Record<string, unknown>
  'survey_versions.definition': SurveyDefinition
  'survey_versions.languages': string[]
  'survey_versions.warnings': StoredWarning[]
  'surveys.status': SurveyStatus
  'user_details.gender': Gender
  'user_roles.role': Role
  'users.avatar_links': AvatarLink[]
  'users.status': UserStatus
}
