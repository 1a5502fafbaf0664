import * as contract from '@baseline/contract/data-protection/contract.ts'
import type { Subject } from '@baseline/contract/data-protection/contract.ts'

import { auditAll } from '#platform/audit.ts'
import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'

import { erasureJob } from './erasure-job.ts'
import * as erasures from './erasures.ts'
import { findSubjects } from './find-subjects.ts'
import { listRetention, reportRetention, setRetention } from './retention.ts'
import { createSubjectFile } from './subject-file.ts'
import { reportSubject, requireWholeScope } from './subject.ts'

/** Returns the records of a subject as the audit log names them. */
const recordsOf = (subject: Subject) =>
  subject.kind === 'household'
    ? subject.responseIds.map((id) => ({ entity: 'surveyResponse' as const, id }))
    : [
        ...(subject.userId === null ? [] : [{ entity: 'user' as const, id: subject.userId }]),
        ...(subject.userDetailsId === null
          ? []
          : [{ entity: 'userDetails' as const, id: subject.userDetailsId }]),
      ]

export const dataProtection = (server: Server): void => {
  const { enqueue, storage } = server

  handle(
    server,
    contract.findPersonalData,
  )(({ query: { search } }, context) => {
    requireWholeScope(context)
    return findSubjects(context.db, search)
  })

  handle(
    server,
    contract.reportPersonalData,
  )(({ body: { subject } }, context) => {
    requireWholeScope(context)
    return reportSubject(context.db, subject)
  })

  handle(
    server,
    contract.createPersonalDataFile,
  )(async ({ body: { subject } }, context) => {
    requireWholeScope(context)
    await reportSubject(context.db, subject)
    await auditAll(
      context,
      recordsOf(subject).map((record) => ({ ...record, action: 'handOver' as const })),
    )
    return createSubjectFile({ db: context.db, storage }, subject)
  })

  handle(
    server,
    contract.createErasure,
  )(async ({ body: { subject, reason } }, context) => {
    requireWholeScope(context)
    const row = await erasures.requestErasure(context, subject, reason)
    await enqueue(context.db, erasureJob, { id: row.id })
    return erasures.present({ ...row, survey_label: null })
  })

  handle(server, contract.listErasures)(({ query }, { db }) => erasures.list(db, query))

  handle(server, contract.listRetention)(async (_input, { db }) => ({ rows: await listRetention(db) }))

  handle(
    server,
    contract.updateRetention,
  )(({ params: { surveyId }, body: { data } }, context) => setRetention(context, surveyId, data.months))

  handle(
    server,
    contract.reportRetention,
  )(({ params: { surveyId } }, context) => {
    requireWholeScope(context)
    return reportRetention(context.db, surveyId)
  })
}
