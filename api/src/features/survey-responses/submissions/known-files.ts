import type { Db } from '#platform/database/database.ts'

import { hashXml } from './submission-rows.ts'

/**
 * Returns the names of the files of an interview that were received before. An interview with other XML has its own
 * files, also if they have the same names.
 */
export const findKnownFiles = async (
  db: Db,
  { surveyId, instanceId, xml }: { surveyId: string; instanceId: string; xml: Buffer },
): Promise<ReadonlySet<string>> => {
  const files = await db
    .selectFrom('field_instances')
    .innerJoin('field_submissions', 'field_submissions.id', 'field_instances.submission_id')
    .innerJoin('field_attachments', 'field_attachments.submission_id', 'field_submissions.id')
    .select('name')
    .where('field_instances.survey_id', '=', surveyId)
    .where('field_instances.instance_id', '=', instanceId)
    .where('xml_sha256', '=', hashXml(xml))
    .where('field_attachments.state', '<>', 'expected')
    .execute()
  return new Set(files.map(({ name }) => name))
}
