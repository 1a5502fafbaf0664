import { AppError } from '@baseline/contract/errors.ts'
import * as exported from '@baseline/contract/survey-exports/contract.ts'
import * as contract from '@baseline/contract/survey-responses/contract.ts'
import * as undo from '@baseline/contract/survey-responses/undo.ts'

import { audit } from '#platform/audit.ts'
import type { MemberContext } from '#platform/http/context.ts'
import { handle } from '#platform/http/handle.ts'
import { requireVersion } from '#platform/http/if-match.ts'
import type { Server } from '#platform/http/server.ts'
import { importOnce } from '#platform/import-once.ts'

import { changeStatus } from './change-status.ts'
import type { Reviewing } from './change-status.ts'
import { commentOn, commentsOn } from './comments.ts'
import { destroyResponses } from './destroy-responses.ts'
import { exportJob } from './exports/export-job.ts'
import { beginExport, cancelExport, getExport, listFormats, listOwnExports } from './exports/requests.ts'
import { facetOf } from './facets.ts'
import { historyOf } from './history.ts'
import { list } from './list.ts'
import { drawTile } from './map/draw-tile.ts'
import { neighboursOf } from './neighbours.ts'
import { imagesOf } from './photos.ts'
import * as responses from './queries.ts'
import { beginReview, getJob, reviewJob, tryReview } from './review-many.ts'
import { createResponse, importResponse, updateResponse } from './save-response.ts'
import { beginUndo, getUndo, undoReviewJob } from './undo-review.ts'
import { undoStatus } from './undo-status.ts'

export const surveyResponses = (server: Server): void => {
  const reviewing = (context: MemberContext): Reviewing => ({ ...context, timeZone: server.timeZone })
  reads(server)
  writes(server, reviewing)
  reviews(server, reviewing)
  undoes(server, reviewing)
  exports(server)
}

type ToReviewing = (context: MemberContext) => Reviewing

const reads = (server: Server): void => {
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

  handle(server, contract.getFacet)(({ query }, context) => facetOf(context, query))

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

const writes = (server: Server, reviewing: ToReviewing): void => {
  handle(
    server,
    contract.createSurveyResponse,
  )(({ body: { data } }, context) => createResponse(reviewing(context), data))

  handle(
    server,
    contract.importSurveyResponse,
  )(({ body: { data, importHash } }, context) =>
    importOnce(context.db, 'surveyResponse', importHash, (id) =>
      importResponse(reviewing(context), id, data),
    ),
  )

  handle(
    server,
    contract.updateSurveyResponse,
  )(async ({ params: { id }, body }, context) => {
    if (body.id !== id)
      throw new AppError('errors.invalid', {
        problems: [{ path: 'id', key: 'validation.mixed.default', params: {} }],
      })
    const before = await responses.getLocked(context, id)
    await requireVersion(context, before, { entity: 'surveyResponse', id })
    return updateResponse(reviewing(context), before, body.data, body.comment ?? null)
  })

  handle(
    server,
    contract.destroySurveyResponses,
  )(async ({ query: { ids } }, context) => {
    await destroyResponses(reviewing(context), ids)
    return {}
  })
}

const reviews = (server: Server, reviewing: ToReviewing): void => {
  handle(
    server,
    contract.changeResponseStatus,
  )(async ({ params: { id }, body }, context) => {
    const before = await responses.getLocked(context, id)
    await requireVersion(context, before, { entity: 'surveyResponse', id })
    await changeStatus(reviewing(context), before, body.status, body.comment ?? null)
    return responses.get(context, id)
  })

  handle(
    server,
    contract.changeManyStatuses,
  )(async ({ body }, context) => {
    if (body.dryRun) return tryReview(reviewing(context), body)
    const begun = await beginReview(reviewing(context), body)
    await server.enqueue(context.db, reviewJob, { jobId: begun.id })
    return begun
  })

  handle(server, contract.getStatusJob)(({ params: { jobId } }, context) => getJob(reviewing(context), jobId))

  handle(
    server,
    contract.addComment,
  )(async ({ params: { id }, body: { comment } }, context) => {
    const { surveyId } = await responses.getLocked(context, id)
    const said = await commentOn(context, { id, surveyId }, comment, null)
    const after = { surveyResponseId: id, comment }
    await audit(context, { entity: 'comment', id: said.id, action: 'create', after })
    return said
  })
}

const undoes = (server: Server, reviewing: ToReviewing): void => {
  handle(
    server,
    undo.undoResponseStatus,
  )(async ({ params: { id } }, context) => {
    const current = await responses.getLocked(context, id)
    await requireVersion(context, current, { entity: 'surveyResponse', id })
    await undoStatus(reviewing(context), current)
    return responses.get(context, id)
  })

  handle(
    server,
    undo.undoReview,
  )(async ({ params: { jobId } }, context) => {
    const begun = await beginUndo(context, jobId)
    if (begun.isNew) await server.enqueue(context.db, undoReviewJob, { jobId })
    return begun.undo
  })

  handle(server, undo.getUndoJob)(({ params: { jobId } }, context) => getUndo(context, jobId))
}

const exports = (server: Server): void => {
  const asking = (context: MemberContext) => ({
    ...context,
    storage: server.storage,
    timeZone: server.timeZone,
  })
  handle(server, exported.listExportFormats)(() => listFormats())

  handle(server, exported.listSurveyExports)(({ query }, context) => listOwnExports(asking(context), query))

  handle(
    server,
    exported.createSurveyExport,
  )(async ({ body: { data } }, context) => {
    const begun = await beginExport(asking(context), data)
    await server.enqueue(context.db, exportJob, { exportId: begun.id })
    return begun
  })

  handle(server, exported.getSurveyExport)(({ params: { id } }, context) => getExport(asking(context), id))

  handle(
    server,
    exported.cancelSurveyExport,
  )(({ params: { id } }, context) => cancelExport(asking(context), id))
}
