import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import * as queries from '@baseline/contract/answer-queries/contract.ts'
import { listAuditLog } from '@baseline/contract/audit-log/contract.ts'
import { getDashboard } from '@baseline/contract/dashboard/contract.ts'
import * as protection from '@baseline/contract/data-protection/contract.ts'
import type { Route } from '@baseline/contract/http.ts'
import * as intake from '@baseline/contract/intake/contract.ts'
import * as intakeItem from '@baseline/contract/intake/item.ts'
import { getOwnFigures, listOwnResponses } from '@baseline/contract/own-responses/contract.ts'
import { listReadLog } from '@baseline/contract/read-log/contract.ts'
import { routes } from '@baseline/contract/routes.ts'
import { getStorageToken, uploadFile } from '@baseline/contract/storage/contract.ts'
import { photoFolder } from '@baseline/contract/storage/folders.ts'
import * as assignment from '@baseline/contract/survey-responses/assign-reviews.ts'
import * as checkRules from '@baseline/contract/survey-responses/check-rules.ts'
import * as responses from '@baseline/contract/survey-responses/contract.ts'
import { listReviewerFigures } from '@baseline/contract/survey-responses/desk-figures.ts'
import * as desk from '@baseline/contract/survey-responses/desk.ts'
import { listDuplicates, rejectDuplicates } from '@baseline/contract/survey-responses/duplicates.ts'
import * as enumerators from '@baseline/contract/survey-responses/enumerators.ts'
import * as surveyExports from '@baseline/contract/survey-responses/exports/contract.ts'
import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import { decideFlag, listFlags } from '@baseline/contract/survey-responses/flags.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { listSubmissions } from '@baseline/contract/survey-responses/submissions.ts'
import * as undo from '@baseline/contract/survey-responses/undo.ts'
import { changeSurveyStatus, getSurvey, listSurveys } from '@baseline/contract/surveys/contract.ts'
import { updateSurveyTargets } from '@baseline/contract/surveys/targets.ts'
import { checkSurvey, loadSurvey } from '@baseline/contract/surveys/upload.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkQueued } from '../features/survey-responses/checks/check-job.ts'
import { foldCounts } from '../features/survey-responses/counts/counts-job.ts'
import { exportJob } from '../features/survey-responses/exports/export-job.ts'
import { reviewJob } from '../features/survey-responses/review/review-job.ts'
import { undoReviewJob } from '../features/survey-responses/review/undo-review.ts'
import { scopeOf } from '../platform/auth/scope.ts'
import type { Scope } from '../platform/auth/scope.ts'
import { createEnumerator } from '../testing/enumerators.ts'
import { plantFlag } from '../testing/flags.ts'
import { picture } from '../testing/images.ts'
import { createPhone, newInstanceId } from '../testing/phone.ts'
import { plantQuery } from '../testing/queries.ts'
import { createOpenSurvey, interview } from '../testing/responses.ts'
import { writeForm } from '../testing/surveys.ts'
import { openWorld } from '../testing/world.ts'
import type { World } from '../testing/world.ts'

/** The scope of every caller. */
let scope: Scope = 'all'
let world: World
let surveyId = ''
type Stored = { id: string; displayId: string }
let [first, second, decided, edited, deleted]: Stored[] = []
/** An interview of a phone that waits in the inbox, and another one. */
const intakeIds = { read: '', discarded: '' }
/** Bulk reviews: of another user, of the caller, and with an undo that skipped a response. */
const jobs = { other: '', undoneWithNone: '', undoneWithAll: '', skipped: '' }
/** Identifies an enumerator of the survey. */
let enumeratorKey = ''
const exportIds = { other: '', cancelled: '' }

const asManager = () => world.as('manager')
/** Has an interview from a phone. */
let asEnumerator: () => ReturnType<World['callWith']>

const respond = async (): Promise<Stored> => {
  const location = { latitude: -25.9, longitude: 32.5 }
  const data = { ...interview(surveyId), districtName: 'Boane', location }
  return (await asManager()(responses.createSurveyResponse, { body: { data } })).body
}

const review = async (role: 'manager' | 'supervisor', ids: string[], status: ResponseStatus) => {
  const { body } = await world.as(role)(responses.changeManyStatuses, {
    body: { ids, status, comment: 'flooded' },
  })
  const jobId = 'id' in body ? body.id : ''
  await reviewJob.run({ jobId }, world.services)
  return jobId
}

const startExport = async (role: 'manager' | 'supervisor') => {
  const filter = { surveyId: [surveyId] }
  const data = { filter, status: 'START', format: 'csv' } as const
  const { id } = (await world.as(role)(surveyExports.createSurveyExport, { body: { data } })).body
  await exportJob.run({ exportId: id }, world.services)
  return id
}

/** A query for each call that changes one. */
const plantedQueries = new Map<string, { id: string; messageId: string }>()
const queryFor = (action: string) => plantedQueries.get(action) ?? { id: '', messageId: '' }

beforeAll(async () => {
  world = await openWorld({}, { scopeOf: () => scope })
  surveyId = await createOpenSurvey(world.db)
  await world.db
    .updateTable('surveys')
    .set({ open_from: '2026-01-01', close_on: '2026-12-31' })
    .where('id', '=', surveyId)
    .execute()
  const targets = { data: { total: 10, districts: [] } }
  await asManager()(updateSurveyTargets, { params: { id: surveyId }, body: targets })
  const stored: Stored[] = []
  for (let n = 0; n < 7; n += 1) stored.push(await respond())
  ;[first, second, decided, edited, deleted] = stored
  const [reviewed, again] = stored.slice(5)
  const { token } = (await asManager()(getStorageToken)).body
  const file = new File([Buffer.from(await picture().jpeg().toBuffer())], 'a.jpg')
  const photo = (await asManager()(uploadFile, { body: { token, folder: photoFolder }, file })).body
  const { surveyId: _survey, ...data } = interview(surveyId)
  await asManager()(responses.updateSurveyResponse, {
    params: { id: first!.id },
    body: {
      id: first!.id,
      data: {
        ...data,
        districtName: 'Boane',
        photos: [{ id: photo.id }],
        location: { latitude: 1, longitude: 1 },
      },
    },
  })
  await asManager()(responses.addComment, { params: { id: first!.id }, body: { comment: 'checked' } })
  await asManager()(responses.changeResponseStatus, {
    params: { id: decided!.id },
    body: { status: 'verified' },
  })
  jobs.other = await review('supervisor', [reviewed!.id], 'verified')
  jobs.undoneWithNone = await review('manager', [again!.id], 'onHold')
  jobs.undoneWithAll = await review('manager', [reviewed!.id], 'onHold')
  jobs.skipped = await review('manager', [edited!.id], 'verified')
  await asManager()(responses.changeResponseStatus, {
    params: { id: edited!.id },
    body: { status: 'onHold', comment: 'unclear' },
  })
  await asManager()(undo.undoReview, { params: { jobId: jobs.skipped } })
  await undoReviewJob.run({ jobId: jobs.skipped }, world.services)
  const phone = await createPhone(world, { surveyId })
  for (const name of ['read', 'discarded'] as const) {
    const instanceId = newInstanceId()
    for (const head of ['João', 'Maria']) await phone.send({ instanceId, head })
    ;({ id: intakeIds[name] } = await world.db
      .selectFrom('field_submissions')
      .select('id')
      .where('instance_id', '=', instanceId)
      .where('state', '=', 'conflict')
      .executeTakeFirstOrThrow())
  }
  for (const action of ['messages', 'close', 'withdraw', 'accept'])
    plantedQueries.set(action, await plantQuery(world.db, { responseId: first!.id, surveyId }))
  const closed = await plantQuery(world.db, { responseId: first!.id, surveyId, state: 'closed' })
  plantedQueries.set('reopen', closed)
  const enumerator = await createEnumerator(world, 'ana')
  await enumerator.send(surveyId, { village: 'Chimoio', head: 'João' })
  asEnumerator = () => enumerator.call
  exportIds.other = await startExport('supervisor')
  exportIds.cancelled = await startExport('supervisor')
  await foldCounts(world.db)
  await checkQueued(world.services.streams, 'UTC', 60)
  await plantFlag(world.db, { responseId: first!.id, surveyId })
  enumeratorKey = (await listAllEnumerators()).rows[0]?.key ?? ''
  // Readers must also limit the deltas that are not folded yet.
  await respond()
})
afterAll(() => world.close())

/** A next version of the survey, without most of its questions. */
const shortForm = async () => {
  const { body } = await asManager()(getSurvey, { params: { id: surveyId } })
  return writeForm({ formId: body.formId, survey: [['text', 'village', 'Village']] })
}

const household = (response: Stored | undefined) => ({
  kind: 'household' as const,
  responseIds: [response!.id],
})

const listAllEnumerators = async () =>
  (await asManager()(enumerators.listEnumerators, { params: { id: surveyId }, query: {} })).body

const isFound = ({ status }: { status: number }): number => Number(status === 200)
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Filters that are counted in different ways: by each rollup, by the responses and by a search. */
const filters = (): SurveyResponseFilter[] => [
  {},
  { surveyId: [surveyId] },
  { status: ['submitted', 'verified', 'onHold'] },
  { investigatorName: ['Ana'] },
  { investigatorName: ['Ana'], status: ['submitted', 'onHold'] },
  { districtName: ['Boane'] },
  { village: ['Chimoio'] },
  { surveyDateRange: ['2026-01-01', '2026-12-31'] },
  { startTimeRange: ['2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z'] },
  { districtName: ['Boane'], investigatorName: ['Ana'] },
  { search: 'Chimoio' },
  { householdName: 'João' },
]

const countTile = async (z: number): Promise<number> => {
  const x = Math.floor(((32.5 + 180) / 360) * 2 ** z)
  const latitude = (-25.9 * Math.PI) / 180
  const y = Math.floor((0.5 - Math.asinh(Math.tan(latitude)) / (2 * Math.PI)) * 2 ** z)
  const { rawPayload, statusCode } = await world.app.inject({
    url: `/api/survey-responses/map/${String(z)}/${String(x)}/${String(y)}`,
    headers: { authorization: `Bearer ${world.people.manager.token}` },
  })
  expect(statusCode).toBe(200)
  // An empty tile has no bytes, thus neither points nor names.
  return rawPayload.length
}

const countFigures = async (role: 'manager' | 'monitor', id: string, query: object): Promise<number> => {
  const { status, body } = await world.as(role)(getDashboard, { params: { id }, query })
  if (status === 404) return 0
  const { rows, count, active, most } = body.people
  return sum([
    body.count,
    body.countToday,
    ...Object.values(body.statuses),
    ...[body.surveys, body.days, body.districts, body.villageTypes, body.villageCategories, rows].map(
      ({ length }) => length,
    ),
    count,
    active,
    most,
    Number(body.lastReceivedAt !== null),
    Number(body.plan !== null),
    sum(Object.values(body.flags ?? {})),
  ])
}

/**
 * Calls that read responses, counts or figures of them, written by hand. Each returns how much of them the
 * caller sees: something with the scope `all`, nothing with `none`.
 */
const readers: Record<string, () => Promise<number[]>> = {
  'GET /auditLog': async () => {
    const countEntries = async (filter: object) => {
      const { body } = await asManager()(listAuditLog, { query: { limit: 100, filter } })
      return body.rows.filter(({ entityName }) => ['surveyResponse', 'comment'].includes(entityName)).length
    }
    return [
      await countEntries({}),
      await countEntries({ search: first!.displayId }),
      await countEntries({ search: 'manager@example.org', entityNames: ['comment'] }),
    ]
  },
  'GET /survey-list': async () => {
    const { rows } = (await asManager()(listSurveys, { query: { limit: 10 } })).body
    return [
      sum(rows.map(({ responseCount }) => responseCount)),
      rows.filter(({ lastResponseAt }) => lastResponseAt !== null).length,
    ]
  },
  'GET /surveys/:id': async () => {
    const { body } = await asManager()(getSurvey, { params: { id: surveyId } })
    return [body.responseCount, Number(body.lastResponseAt !== null)]
  },
  'POST /surveys/:id/status': async () => {
    const { body } = await asManager()(changeSurveyStatus, {
      params: { id: surveyId },
      body: { status: 'open' },
    })
    return [body.responseCount]
  },
  // Both count the responses with an answer to the removed question.
  'POST /surveys/check': async () => {
    const { body } = await asManager()(checkSurvey, { body: {}, file: await shortForm() })
    return [body.survey?.differences.breaking?.count ?? -1]
  },
  'POST /surveys': async () => {
    const { body } = await asManager()(loadSurvey, { body: {}, file: await shortForm() })
    expect(body.code).toBe('entities.surveys.errors.breaking')
    return [(body.details as { count: number }).count]
  },
  'GET /read-log': async () => {
    await asManager()(responses.listSurveyResponses, { query: { limit: 5 } })
    await world.services.readLog.flush()
    const count = async (filter: object) =>
      (await asManager()(listReadLog, { query: { limit: 100, filter } })).body.count
    return [await count({ entity: 'surveyResponse' }), await count({ entity: ['surveyExport', 'auditLog'] })]
  },
  'GET /dashboard/:id': async () => {
    const surveyDateRange = ['2026-01-01', '2026-12-31']
    return [
      await countFigures('manager', 'all', {}),
      await countFigures('monitor', 'all', { surveyDateRange, people: 'supervisors' }),
      await countFigures('manager', surveyId, {}),
    ]
  },
  'GET /own-responses': async () => [
    (await asEnumerator()(listOwnResponses, { query: {} })).body.rows.length,
    (await asEnumerator()(listOwnResponses, { query: { filter: { status: ['submitted'] } } })).body.rows
      .length,
  ],
  'GET /own-responses/figures': async () => {
    const { count, statuses } = (await asEnumerator()(getOwnFigures)).body
    return [count, sum(Object.values(statuses))]
  },
  'GET /survey-responses': async () => {
    const seen: number[] = []
    for (const filter of filters()) {
      const list = (page: object) =>
        asManager()(responses.listSurveyResponses, { query: { filter, ...page } })
      const { body } = await list({ limit: 5 })
      seen.push(body.count, body.rows.length, (await list({})).body.rows.length)
    }
    return seen
  },
  'GET /survey-responses/autocomplete': async () => [
    (await asManager()(responses.autocompleteSurveyResponses, { query: { query: 'joão', limit: 10 } })).body
      .length,
  ],
  'GET /survey-responses/lookup/:surveyId': async () => [
    (
      await asManager()(responses.lookUpSurveyResponses, {
        params: { surveyId },
        query: { displayIds: [first!.displayId] },
      })
    ).body.length,
  ],
  'GET /survey-responses/facets': async () => {
    const seen: number[] = []
    for (const facet of responses.facetNames)
      for (const filter of filters()) {
        const { values } = (await asManager()(responses.getFacet, { query: { facet, filter } })).body
        seen.push(values.length, sum(values.map(({ count }) => count)))
      }
    return seen
  },
  'GET /survey-responses/:id': async () => [
    isFound(await asManager()(responses.getSurveyResponse, { params: { id: first!.id } })),
  ],
  'GET /survey-responses/images/:id': async () => [
    isFound(await asManager()(responses.listImages, { params: { id: first!.id } })),
  ],
  'GET /survey-responses/:id/history': async () => [
    isFound(await asManager()(responses.getHistory, { params: { id: first!.id } })),
  ],
  'GET /survey-responses/:id/comments': async () => [
    isFound(await asManager()(responses.listComments, { params: { id: first!.id } })),
  ],
  'GET /survey-responses/:id/submissions': async () => [
    isFound(await asManager()(listSubmissions, { params: { id: first!.id } })),
  ],
  'GET /survey-responses/:id/duplicates': async () => [
    isFound(await asManager()(listDuplicates, { params: { id: first!.id } })),
  ],
  // A response in the scope is found, but has a newer version.
  'POST /survey-responses/:id/duplicates': async () => {
    const others = [{ id: second!.id, version: 99 }]
    const { status } = await asManager()(rejectDuplicates, { params: { id: first!.id }, body: { others } })
    return [Number(status === 409)]
  },
  'GET /survey-responses/:id/flags': async () => [
    isFound(await asManager()(listFlags, { params: { id: first!.id } })),
  ],
  'POST /survey-responses/:id/flags/:rule': async () => [
    isFound(
      await asManager()(decideFlag, {
        params: { id: first!.id, rule: 'T11' },
        body: { state: 'confirmed', evidenceHash: 'planted' },
      }),
    ),
  ],
  'GET /review/queue': async () => {
    const { rows, count } = (await asManager()(desk.listQueue, { query: {} })).body
    return [rows.length, count]
  },
  'POST /review/next': async () => [
    Number((await asManager()(desk.claimNext, { body: {} })).body.id !== null),
  ],
  'GET /review/figures': async () => [
    sum((await asManager()(listReviewerFigures)).body.map(({ decided: count }) => count)),
  ],
  'GET /review/reviewers': async () => {
    await world.queryAsOwner('update review_queue set reviewer_id = $1', [world.people.manager.id])
    return [sum((await asManager()(assignment.listReviewers)).body.map(({ assigned }) => assigned))]
  },
  'POST /review/assign': async () => [
    (await asManager()(assignment.assignReviews, { body: { ids: [first!.id], reviewerId: null } })).body
      .count,
  ],
  'GET /survey-responses/:id/review': async () => [
    isFound(await asManager()(desk.getReview, { params: { id: first!.id } })),
  ],
  'PUT /survey-responses/:id/review': async () => [
    isFound(await asManager()(desk.claimReview, { params: { id: first!.id } })),
  ],
  'DELETE /survey-responses/:id/review': async () => [
    isFound(await asManager()(desk.releaseReview, { params: { id: first!.id } })),
  ],
  'GET /survey-responses/:id/queries': async () => [
    isFound(await asManager()(queries.listResponseQueries, { params: { id: first!.id } })),
  ],
  'POST /survey-responses/:id/queries': async () => [
    isFound(
      await asManager()(queries.openAnswerQuery, {
        params: { id: first!.id },
        body: { question: 'head', text: 'Why?' },
      }),
    ),
  ],
  'GET /queries': async () => {
    const { rows, count } = (await asManager()(queries.listQueries, { query: { limit: 10 } })).body
    return [rows.length, count, (await asManager()(queries.listQueries, { query: {} })).body.rows.length]
  },
  'POST /queries/:id/messages': async () => [
    isFound(
      await asManager()(queries.addQueryMessage, {
        params: { id: queryFor('messages').id },
        body: { text: 'Asked' },
      }),
    ),
  ],
  'POST /queries/:id/accept': async () => [
    isFound(
      await asManager()(queries.acceptProposal, {
        params: { id: queryFor('accept').id },
        body: { messageId: queryFor('accept').messageId },
      }),
    ),
  ],
  'POST /queries/:id/close': async () => [
    isFound(await asManager()(queries.closeQuery, { params: { id: queryFor('close').id }, body: {} })),
  ],
  'POST /queries/:id/withdraw': async () => [
    isFound(await asManager()(queries.withdrawQuery, { params: { id: queryFor('withdraw').id }, body: {} })),
  ],
  'POST /queries/:id/reopen': async () => [
    isFound(
      await asManager()(queries.reopenQuery, {
        params: { id: queryFor('reopen').id },
        body: { text: 'Again' },
      }),
    ),
  ],
  'GET /surveys/:id/checks': async () => {
    const { rules } = (await asManager()(checkRules.listCheckRules, { params: { id: surveyId } })).body
    const flags = rules.map((rule) => rule.open.count + rule.decided.confirmed)
    return [sum(flags), sum(rules.flatMap(({ days }) => days))]
  },
  'GET /surveys/:id/enumerators': async () => {
    const { rows, count, window } = await listAllEnumerators()
    return [count, sum(rows.map(({ interviews }) => interviews)), Number(window !== null)]
  },
  'GET /surveys/:id/enumerators/:key': async () => [
    isFound(await asManager()(enumerators.getEnumerator, { params: { id: surveyId, key: enumeratorKey } })),
  ],
  // A rule concerns all responses of the survey.
  'PUT /surveys/:id/checks/:rule/draft': async () => [
    isFound(
      await asManager()(checkRules.saveRuleDraft, {
        params: { id: surveyId, rule: 'T4' },
        body: { data: { severity: 'error', parameters: {} } },
      }),
    ),
  ],
  'POST /surveys/:id/checks/:rule/trial': async () => [
    isFound(await asManager()(checkRules.tryRule, { params: { id: surveyId, rule: 'T4' } })),
  ],
  'GET /surveys/:id/checks/:rule/trial': async () => [
    isFound(await asManager()(checkRules.getRuleTrial, { params: { id: surveyId, rule: 'T4' } })),
  ],
  'DELETE /surveys/:id/checks/:rule/draft': async () => [
    isFound(await asManager()(checkRules.discardRuleDraft, { params: { id: surveyId, rule: 'T4' } })),
  ],
  'POST /surveys/:id/checks/:rule/state': async () => [
    isFound(
      await asManager()(checkRules.setRuleState, {
        params: { id: surveyId, rule: 'T4' },
        body: { state: 'retired' },
      }),
    ),
  ],
  'GET /intake': async () => {
    const { rows, count } = (await asManager()(intake.listIntake, { query: { limit: 10 } })).body
    return [rows.length, count, (await asManager()(intake.listIntake, { query: {} })).body.rows.length]
  },
  'GET /intake/:id': async () => [
    isFound(await asManager()(intakeItem.getIntakeItem, { params: { id: intakeIds.read } })),
  ],
  'GET /intake/:id/xml': async () => {
    const { statusCode } = await world.app.inject({
      url: `/api/intake/${intakeIds.read}/xml`,
      headers: { authorization: `Bearer ${world.people.manager.token}` },
    })
    return [Number(statusCode === 200)]
  },
  'POST /intake/:id': async () => [
    isFound(
      await asManager()(intakeItem.decideIntakeItem, {
        params: { id: intakeIds.discarded },
        body: { action: 'discard' },
      }),
    ),
  ],
  'GET /survey-responses/:id/neighbours': async () => [
    isFound(await asManager()(responses.getNeighbours, { params: { id: first!.id }, query: {} })),
  ],
  // From the two levels of the rollup, and from the responses.
  'GET /survey-responses/map/:z/:x/:y': async () => [
    await countTile(5),
    await countTile(10),
    await countTile(14),
  ],
  'POST /survey-responses/:id/comments': async () => [
    isFound(
      await asManager()(responses.addComment, { params: { id: first!.id }, body: { comment: 'again' } }),
    ),
  ],
  'PUT /survey-responses/:id': async () => {
    const { surveyId: _survey, ...data } = interview(surveyId)
    const { id } = second!
    const body = { id, data: { ...data, districtName: 'Boane' } }
    return [isFound(await asManager()(responses.updateSurveyResponse, { params: { id }, body }))]
  },
  'POST /survey-responses/:id/status': async () => [
    isFound(
      await asManager()(responses.changeResponseStatus, {
        params: { id: second!.id },
        body: { status: 'verified' },
      }),
    ),
  ],
  'POST /survey-responses/:id/status/undo': async () => [
    isFound(await asManager()(undo.undoResponseStatus, { params: { id: decided!.id } })),
  ],
  'POST /survey-responses/status': async () => {
    const request = { status: 'verified', comment: 'checked' } as const
    const ask = (body: object) => asManager()(responses.changeManyStatuses, { body: { ...request, ...body } })
    const [dryRun, namedDryRun] = [
      (await ask({ filter: {}, dryRun: true })).body,
      (await ask({ ids: [first!.id], dryRun: true })).body,
    ]
    const byFilter = (await ask({ filter: { districtName: ['Boane'] } })).body
    const jobId = await review('manager', [first!.id], 'verified')
    const named = (await asManager()(responses.getStatusJob, { params: { jobId } })).body
    return [dryRun.count, 'changes' in namedDryRun ? namedDryRun.changes : -1, byFilter.count, named.changed]
  },
  'GET /survey-responses/status/:jobId': async () => [
    isFound(await asManager()(responses.getStatusJob, { params: { jobId: jobs.other } })),
  ],
  'POST /survey-responses/status/:jobId/undo': async () => {
    const jobId = scope !== 'all' ? jobs.undoneWithNone : jobs.undoneWithAll
    await asManager()(undo.undoReview, { params: { jobId } })
    await undoReviewJob.run({ jobId }, world.services)
    return [(await asManager()(undo.getUndoJob, { params: { jobId } })).body.reverted]
  },
  'GET /survey-responses/status/:jobId/undo': async () => [
    (await asManager()(undo.getUndoJob, { params: { jobId: jobs.skipped } })).body.skippedResponses.length,
  ],
  'POST /survey-exports': async () => {
    const id = await startExport('manager')
    const { body } = await asManager()(surveyExports.getSurveyExport, { params: { id } })
    expect(body.status).toBe('SUCCESS')
    return [body.rowCount ?? -1]
  },
  'GET /survey-exports/:id': async () => [
    isFound(await asManager()(surveyExports.getSurveyExport, { params: { id: exportIds.other } })),
  ],
  'DELETE /survey-exports/:id': async () => [
    isFound(await asManager()(surveyExports.cancelSurveyExport, { params: { id: exportIds.cancelled } })),
  ],
  'GET /data-protection/subjects': async () => [
    (await asManager()(protection.findPersonalData, { query: { search: first!.displayId } })).body.responses
      ?.length ?? 0,
  ],
  'POST /data-protection/reports': async () => [
    isFound(await asManager()(protection.reportPersonalData, { body: { subject: household(first) } })),
  ],
  'POST /data-protection/files': async () => [
    isFound(await asManager()(protection.createPersonalDataFile, { body: { subject: household(first) } })),
  ],
  'POST /data-protection/erasures': async () => [
    isFound(
      await asManager()(protection.createErasure, {
        body: { subject: household(deleted), reason: 'Request' },
      }),
    ),
  ],
  'GET /data-protection/retention/:surveyId/report': async () => [
    (await asManager()(protection.reportRetention, { params: { surveyId } })).body.responses ?? 0,
  ],
  'DELETE /survey-responses': async () => [
    isFound(await asManager()(responses.destroySurveyResponses, { query: { ids: [deleted!.id] } })),
  ],
}

/** Calls that read neither responses nor counts of them, written by hand. */
const others = [
  'GET /auth/me',
  'GET /auth/email-configured',
  'POST /auth/send-email-address-verification-email',
  'POST /auth/send-password-reset-email',
  'PUT /auth/profile',
  'GET /health',
  'GET /settings',
  'GET /security-log',
  'GET /read-log/alerts',
  'GET /data-protection/erasures',
  'GET /data-protection/retention',
  'PUT /data-protection/retention/:surveyId',
  'PUT /settings',
  'GET /auth/storage-token',
  'POST /storage/files',
  'GET /iam/user',
  'GET /iam/role',
  'GET /iam/user/autocomplete',
  'GET /iam/:id',
  'POST /iam',
  'POST /iam/import',
  'POST /iam/:id/invitation',
  'POST /iam/:id/second-factor-reset',
  'PUT /iam',
  'PUT /iam/status',
  'DELETE /iam',
  'GET /user-details',
  'GET /user-details/autocomplete',
  'GET /user-details/:id',
  'POST /user-details',
  'POST /user-details/import',
  'PUT /user-details/:id',
  'DELETE /user-details',
  'GET /devices',
  'GET /devices/people',
  'POST /devices',
  'DELETE /devices/:id',
  'GET /survey-masters/:id',
  'GET /surveys/:id/versions',
  'GET /surveys/:id/versions/:version/workbook',
  'GET /surveys/:id/versions/:version/xform',
  'GET /surveys/:id/versions/:version/lists/:name',
  'GET /surveys/:id/settings',
  'GET /surveys/:id/review-settings',
  'PUT /surveys/:id/review-settings',
  'GET /surveys/:id/searchable-questions',
  'PUT /surveys/:id/settings',
  'GET /surveys/:id/targets',
  'PUT /surveys/:id/targets',
  // They return the response that the caller sends.
  'POST /survey-responses',
  'POST /survey-responses/import',
  'GET /survey-exports/formats',
  'GET /survey-exports/codebook/:surveyId',
  // Lists the caller's own exports, which the scope limited when they were written.
  'GET /survey-exports',
]

const nameOf = ({ method, path }: Route) => `${method} ${path}`

test('the tables list every call of the contract once, and no other', () => {
  expect([...Object.keys(readers), ...others].toSorted()).toEqual(routes.map(nameOf).toSorted())
})

test.for(Object.entries(readers))('%s returns nothing with the scope none', async ([, read]) => {
  scope = []
  const seen = await read()
  expect(seen).toEqual(seen.map(() => 0))
  scope = 'all'
  // Proves that the call would find something.
  for (const count of await read()) expect(count).toBeGreaterThan(0)
})

test('the product computes the scope itself; only tests replace it', async () => {
  const product = await openWorld()
  expect(product.services.scopeOf).toBe(scopeOf)
  await product.close()
})

const source = join(import.meta.dirname, '..')
const scopedTable =
  /\b(survey_responses|survey_totals|review_queue|response_(answers|counts|days|deltas|durations|enumerators|cells|localities|places))(_live)?\b/

/** Files that name a table of responses and need no scope, each with the reason. */
const unscoped: Record<string, string> = {
  'features/data-protection/clean-up.ts': 'requireWholeScope() refuses a limited scope before an erasure',
  'features/data-protection/erase-household.ts': 'as clean-up.ts',
  'features/data-protection/erase-in-checks.ts': 'as clean-up.ts',
  'features/data-protection/erase-person.ts': 'as clean-up.ts',
  'features/data-protection/find-subjects.ts': 'requireWholeScope() refuses a limited scope',
  'features/data-protection/personal-data-register.ts': 'names the columns',
  'features/data-protection/retention.ts': 'as clean-up.ts; requireWholeScope() precedes the report',
  'features/data-protection/subject-file.ts': 'requireWholeScope() refuses a limited scope',
  'features/data-protection/subject.ts': 'defines requireWholeScope(), which precedes the report',
  'features/data-protection/erase-submissions.ts': 'as clean-up.ts',
  'features/storage/phone-files-job.ts': 'stores the files of a response that a phone sent',
  'features/audit-log/search.ts': 'finds the ids of records; the list limits their entries',
  'features/survey-responses/answers/conditions.ts':
    'builds conditions, which resolveFilter() adds to the scope',
  'features/survey-responses/answers/fill-answers-job.ts': 'maintains the answers',
  'features/survey-responses/checks/queued/calibrate-durations.ts':
    'computes the usual duration of a whole survey',
  'features/survey-responses/checks/queued/calibrate-matches.ts': 'computes a limit of the checks',
  'features/survey-responses/checks/review-queue.ts': 'maintains the queue of reviews',
  'features/survey-responses/checks/rules/count-stored-flags.ts': 'as trial-job.ts',
  'features/survey-responses/checks/rules/recheck-job.ts': 'maintains the check queue',
  'features/survey-responses/checks/rules/trial-job.ts':
    'a trial has all responses; a limited scope neither starts nor reads one',
  'features/survey-responses/columns.ts': 'names the columns',
  'features/survey-responses/desk/change-settings.ts': 'draws all waiting responses of the survey again',
  'features/survey-responses/desk/select-for-review.ts': 'maintains the queue of reviews',
  'features/survey-responses/desk/claim.ts': 'claims what findPage() selects, and responses that were read',
  'features/survey-responses/counts/counts-job.ts': 'maintains the rollups',
  'features/survey-responses/exports/read-rows.ts': 'reads what resolveFilter() selects',
  'features/survey-responses/inbox/queries.ts': 'a limited scope has no inbox',
  'features/survey-responses/intake/intake-reading.ts': 'reads a number and a time for operators',
  'features/survey-responses/list/answer-pages.ts': 'isByAnswers is false with a limited scope',
  'features/survey-responses/list/find-texts.ts': 'builds conditions, and reads the dictionary of names only',
  'features/survey-responses/list/order.ts': 'reads the response that neighboursOf() has read',
  'features/survey-responses/list/page-parts.ts': 'reads what resolveFilter() selects',
  'features/survey-responses/list/list.ts': 'reads what resolveFilter() selects',
  'features/survey-responses/partitions-job.ts': 'maintains the partitions',
  'features/survey-responses/returned/returned-interviews.ts':
    'reads the responses of the person of a device',
  'features/survey-responses/write/restore-response.ts': 'is a command of the operator',
  'platform/database/column-types.ts': 'describes the columns',
  'platform/database/record-label.ts': 'names the records of entries that the logs have limited',
  'platform/database/schema.ts': 'describes the tables',
  'platform/database/scoped-tables.ts': 'defines the condition on each table',
  'platform/database/visible-surveys.ts': 'reads only whether a survey has responses',
}

test('every file that names a table of responses limits it to the scope', () => {
  const files = globSync('{features,platform}/**/*.ts', {
    cwd: source,
    exclude: ['**/*.test.ts', '**/testing/**'],
  })
  const unlimited = files.filter((file) => {
    const text = readFileSync(join(source, file), 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')
    return scopedTable.test(text) && !/scoped-tables\.ts|from '\.\/scope\.ts'/.test(text)
  })
  expect(unlimited.toSorted()).toEqual(Object.keys(unscoped).toSorted())
})
