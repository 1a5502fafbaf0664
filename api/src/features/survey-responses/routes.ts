import { fieldError } from '@baseline/contract/errors.ts'
import * as contract from '@baseline/contract/survey-responses/contract.ts'
import * as exported from '@baseline/contract/survey-responses/exports/contract.ts'
import * as undo from '@baseline/contract/survey-responses/undo.ts'

import { audit } from '#platform/audit.ts'
import { requireVisibleSurvey } from '#platform/database/visible-surveys.ts'
import type { MemberContext } from '#platform/http/context.ts'
import { handleInBatches } from '#platform/http/handle-in-batches.ts'
import { handle } from '#platform/http/handle.ts'
import { requireVersion } from '#platform/http/if-match.ts'
import type { Server } from '#platform/http/server.ts'

import { registerAnswerQueries } from './answer-queries/routes.ts'
import { registerEnumerators } from './checks/enumerators/routes.ts'
import { registerFlags } from './checks/routes.ts'
import { registerRules } from './checks/rules/routes.ts'
import { registerDesk } from './desk/routes.ts'
import { registerDuplicates } from './duplicates/routes.ts'
import { writeCodebook } from './exports/codebook.ts'
import { exportJob } from './exports/export-job.ts'
import { cancelExport, getExport, listFormats, listOwnExports, startExport } from './exports/requests.ts'
import { registerInbox } from './inbox/routes.ts'
import { readFacet } from './list/facets.ts'
import { list } from './list/list.ts'
import { neighboursOf } from './list/neighbours.ts'
import { drawTile } from './map/draw-tile.ts'
import * as responses from './queries.ts'
import { registerReturned } from './returned/routes.ts'
import { changeStatus } from './review/change-status.ts'
import type { ResponseContext } from './review/change-status.ts'
import { commentOn, commentsOn } from './review/comments.ts'
import { historyOf } from './review/history.ts'
import { reviewJob } from './review/review-job.ts'
import { getJob, previewReview, startReview } from './review/review-many.ts'
import { getUndo, startUndo, undoReviewJob } from './review/undo-review.ts'
import { undoStatus } from './review/undo-status.ts'
import { registerSubmissions } from './submissions/routes.ts'
import { checkResponses, enteredResponse, importedResponse } from './write/create-responses.ts'
import { destroyResponses } from './write/destroy-responses.ts'
import { imagesOf } from './write/files.ts'
import { updateResponse } from './write/save-response.ts'
import { writeResponses } from './write/write-responses.ts'

export const surveyResponses = (server: Server): void => {
  const toContext = (context: MemberContext): ResponseContext => ({ ...context, timeZone: server.timeZone })
  registerReads(server)
  registerWrites(server, toContext)
  registerReviews(server, toContext)
  registerUndo(server, toContext)
  registerExports(server)
  registerSubmissions(server)
  registerFlags(server, toContext)
  registerDesk(server)
  registerAnswerQueries(server)
  registerDuplicates(server)
  registerRules(server)
  registerEnumerators(server)
  registerInbox(server)
  registerReturned(server)
}

type ToContext = (context: MemberContext) => ResponseContext

const registerReads = (server: Server): void => {
  handle(server, contract.listSurveyResponses)(({ query }, context) => list(context, query))

  handle(
    server,
    contract.autocompleteSurveyResponses,
  )(({ query }, context) => responses.autocomplete(context, query))

  handle(
    server,
    contract.lookUpSurveyResponses,
  )(({ params: { surveyId }, query: { displayIds } }, context) =>
    responses.findByDisplayIds(context, surveyId, displayIds),
  )

  handle(server, contract.getFacet)(({ query }, context) => readFacet(context, query))

  handle(server, contract.getSurveyResponse)(({ params: { id } }, context) => responses.get(context, id))

  handle(
    server,
    contract.listImages,
  )(async ({ params: { id } }, context) => {
    await responses.get(context, id)
    return imagesOf(context.db, server.storage, id)
  })

  handle(
    server,
    contract.getNeighbours,
  )(({ params: { id }, query }, context) => neighboursOf(context, id, query))

  handle(
    server,
    contract.getMapTile,
  )(({ params, query: { filter } }, context) => drawTile(context, params, filter))

  handle(
    server,
    contract.getHistory,
  )(async ({ params: { id } }, context) => {
    await responses.get(context, id)
    return historyOf(context.db, id)
  })

  handle(
    server,
    contract.listComments,
  )(async ({ params: { id } }, context) => {
    await responses.get(context, id)
    return commentsOn(context.db, id)
  })
}

const registerWrites = (server: Server, toContext: ToContext): void => {
  const readCreated = (context: MemberContext, id: string) => responses.get(context, id)
  handleInBatches(server, contract.createSurveyResponse, {
    identify: ({ body: { data } }) => (data.displayId ? [`${data.surveyId} ${data.displayId}`] : []),
    check: (tx, calls) =>
      checkResponses(
        tx,
        calls.map(
          ({ input, context }) =>
            () =>
              enteredResponse(toContext(context), input.body.data),
        ),
      ),
    write: (tx, records) => writeResponses(tx, records, server.timeZone),
    read: readCreated,
  })

  handleInBatches(server, contract.importSurveyResponse, {
    identify: ({ body: { data, importHash } }) => [
      importHash,
      ...(data.displayId ? [`${data.surveyId} ${data.displayId}`] : []),
    ],
    check: (tx, calls) =>
      checkResponses(
        tx,
        calls.map(
          ({ input: { body }, context }) =>
            () =>
              importedResponse(toContext(context), body.data, body.importHash),
        ),
      ),
    write: (tx, records) => writeResponses(tx, records, server.timeZone),
    read: readCreated,
  })

  handle(
    server,
    contract.updateSurveyResponse,
  )(async ({ params: { id }, body }, context) => {
    if (body.id !== id) throw fieldError('id', 'validation.mixed.default')
    const before = await responses.getLocked(context, id)
    await requireVersion(context, before, { entity: 'surveyResponse', id })
    return updateResponse(toContext(context), before, body.data, body.comment ?? null)
  })

  handle(
    server,
    contract.destroySurveyResponses,
  )(async ({ query: { ids } }, context) => {
    await destroyResponses(toContext(context), ids)
    return {}
  })
}

const registerReviews = (server: Server, toContext: ToContext): void => {
  handle(
    server,
    contract.changeResponseStatus,
  )(async ({ params: { id }, body }, context) => {
    const before = await responses.getLocked(context, id)
    await requireVersion(context, before, { entity: 'surveyResponse', id })
    await changeStatus(toContext(context), before, body.status, body.comment ?? null, body.waiver)
    return responses.get(context, id)
  })

  handle(
    server,
    contract.changeManyStatuses,
  )(async ({ body }, context) => {
    if (body.dryRun) return previewReview(toContext(context), body)
    const statusJob = await startReview(toContext(context), body)
    const { id } = statusJob
    await server.enqueue(context.db, reviewJob, { jobId: id }, { person: context.actor.userId, id })
    return statusJob
  })

  handle(server, contract.getStatusJob)(({ params: { jobId } }, context) => getJob(toContext(context), jobId))

  handle(
    server,
    contract.addComment,
  )(async ({ params: { id }, body: { comment } }, context) => {
    const { surveyId } = await responses.getLocked(context, id)
    const created = await commentOn(context, { id, surveyId }, comment, null)
    const after = { surveyResponseId: id, comment }
    await audit(context, { entity: 'comment', id: created.id, action: 'create', after })
    return created
  })
}

const registerUndo = (server: Server, toContext: ToContext): void => {
  handle(
    server,
    undo.undoResponseStatus,
  )(async ({ params: { id } }, context) => {
    const current = await responses.getLocked(context, id)
    await requireVersion(context, current, { entity: 'surveyResponse', id })
    await undoStatus(toContext(context), current)
    return responses.get(context, id)
  })

  handle(
    server,
    undo.undoReview,
  )(async ({ params: { jobId } }, context) => {
    const result = await startUndo(context, jobId)
    if (result.isNew)
      await server.enqueue(context.db, undoReviewJob, { jobId }, { person: context.actor.userId, id: jobId })
    return result.undo
  })

  handle(server, undo.getUndoJob)(({ params: { jobId } }, context) => getUndo(context, jobId))
}

const registerExports = (server: Server): void => {
  const toExportContext = (context: MemberContext) => ({
    ...context,
    storage: server.storage,
    pseudonymOf: server.pseudonymOf,
    timeZone: server.timeZone,
  })
  handle(server, exported.listExportFormats)(() => listFormats())

  handle(
    server,
    exported.getCodebook,
  )(async ({ params: { surveyId }, query: { language } }, context) => {
    await requireVisibleSurvey(context, surveyId)
    return writeCodebook(toExportContext(context), { surveyId, language: language ?? context.language })
  })

  handle(
    server,
    exported.listSurveyExports,
  )(({ query }, context) => listOwnExports(toExportContext(context), query))

  handle(
    server,
    exported.createSurveyExport,
  )(async ({ body: { data } }, context) => {
    const surveyExport = await startExport(toExportContext(context), data)
    await server.enqueue(context.db, exportJob, { exportId: surveyExport.id })
    return surveyExport
  })

  handle(
    server,
    exported.getSurveyExport,
  )(({ params: { id } }, context) => getExport(toExportContext(context), id))

  handle(
    server,
    exported.cancelSurveyExport,
  )(({ params: { id } }, context) => cancelExport(toExportContext(context), id))
}
