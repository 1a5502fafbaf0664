import { AppError } from '@baseline/contract/errors.ts'
import type { Input } from '@baseline/contract/http.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import type { listSurveyVersions, SurveyVersion } from '@baseline/contract/surveys/versions.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { answerList, buildOrderBy } from '#platform/database/list.ts'
import { NamedFile } from '#platform/http/named-file.ts'

import { presentProblem } from './present-problem.ts'

interface StoredFile {
  kind: 'workbook' | 'list'
  name: string
  size: number
}

/** Lists the versions of a survey without their content, newest first by default. */
export const listVersions = (
  { db, language }: { db: Db; language: Language },
  surveyId: string,
  { orderBy = 'version_DESC', filter: _noFilter, ...page }: Input<typeof listSurveyVersions>['query'],
) => {
  const files = sql<StoredFile[] | null>`(
    select jsonb_agg(jsonb_build_object('kind', kind, 'name', name, 'size', octet_length(content)) order by name)
    from survey_files where survey_files.survey_id = survey_versions.survey_id
      and survey_files.version = survey_versions.version)`
  return answerList(db, page, {
    matching: (from) => from.selectFrom('survey_versions').where('survey_versions.survey_id', '=', surveyId),
    ordered: (rows) =>
      rows
        .select(['survey_versions.version', 'survey_versions.created_at', 'survey_versions.warnings'])
        .select([
          'survey_versions.languages',
          'survey_versions.question_count',
          'survey_versions.survey_id as id',
        ])
        .select(files.as('files'))
        .select(
          sql<
            string | null
          >`(select coalesce(full_name, email) from users where users.id = survey_versions.created_by)`.as(
            'created_by_name',
          ),
        )
        .orderBy(buildOrderBy({ version: 'version' }, orderBy)),
    present: (row): SurveyVersion => {
      const filesOf = (kind: StoredFile['kind']) =>
        (row.files ?? []).filter((file) => file.kind === kind).map(({ name, size }) => ({ name, size }))
      return {
        version: row.version,
        createdAt: row.created_at.toISOString(),
        createdBy: row.created_by_name,
        languages: row.languages,
        questionCount: row.question_count,
        workbook: filesOf('workbook')[0] ?? null,
        lists: filesOf('list'),
        warnings: row.warnings.map((warning) => presentProblem(language, warning)),
      }
    },
  })
}

/** Files that a version is loaded from. */
interface SourceFile {
  name: string
  content: Uint8Array
}
export interface SourceFiles {
  workbook: SourceFile
  lists: readonly SourceFile[]
}

/** Stores the files of a version, unless it has some: files of a version never change. */
export const insertFiles = async (
  tx: Db,
  { surveyId, version }: { surveyId: string; version: number },
  { workbook, lists }: SourceFiles,
): Promise<void> => {
  const stored = await tx
    .selectFrom('survey_files')
    .select('name')
    .where('survey_id', '=', surveyId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (stored) return
  const rowOf = (kind: 'workbook' | 'list', { name, content }: SourceFile) => ({
    survey_id: surveyId,
    version,
    kind,
    name,
    content: Buffer.from(content),
  })
  await tx
    .insertInto('survey_files')
    .values([rowOf('workbook', workbook), ...lists.map((list) => rowOf('list', list))])
    .execute()
}

/** Returns the workbook of a version, or one of its lists. */
export const getFile = async (
  db: Db,
  { id, version, list }: { id: string; version: number; list?: string },
): Promise<NamedFile> => {
  const known = await db
    .selectFrom('survey_versions')
    .select('version')
    .where('survey_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!known) throw new AppError('errors.notFound')
  const file = await db
    .selectFrom('survey_files')
    .select(['name', 'content'])
    .where('survey_id', '=', id)
    .where('version', '=', version)
    .where('kind', '=', list === undefined ? 'workbook' : 'list')
    .$if(list !== undefined, (files) => files.where('name', '=', list ?? ''))
    .executeTakeFirst()
  if (!file) throw new AppError('entities.surveys.errors.noWorkbook')
  return new NamedFile(file.name, file.content)
}
