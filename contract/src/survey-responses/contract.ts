import { z } from 'zod'

import { auditActions } from '../audit-log/contract.ts'
import { namesWith } from '../facts.ts'
import { id, importHash, instant, oneOrMany, optional, text } from '../fields.ts'
import { EmptyResponse, route } from '../http.ts'
import { autocompleteQuery, listQuery, Option, pageOf, wholeNumber } from '../list.ts'
import { fileTypes } from '../storage/folders.ts'
import { responseColumns } from './columns.ts'
import { Filter, responseOrder, sortableColumns } from './filter.ts'
import { Waiver } from './flags.ts'
import {
  ImportedSurveyResponse,
  NewSurveyResponse,
  StoredPhoto,
  SurveyResponse,
  SurveyResponseData,
  SurveyResponseRow,
} from './response.ts'
import { TileAddress } from './square.ts'
import { responseStatuses, statusRefusals } from './status.ts'

/** Comment that explains a change. */
const comment = optional(text({ max: 2000 }))
const params = z.strictObject({ id })

export const listSurveyResponses = route({
  method: 'GET',
  path: '/survey-responses',
  access: 'surveyResponsesRead',
  summary: 'List survey responses, the latest interview first',
  reads: { entity: 'surveyResponse', kind: 'list' },
  query: listQuery(Filter.shape, sortableColumns).extend({ orderBy: responseOrder.optional() }),
  response: pageOf(SurveyResponseRow),
})

export const autocompleteSurveyResponses = route({
  method: 'GET',
  path: '/survey-responses/autocomplete',
  access: 'surveyResponsesAutocomplete',
  summary: 'Suggest survey responses by a part of their Survey Id or household',
  query: autocompleteQuery,
  response: z.array(Option),
})

export const lookUpSurveyResponses = route({
  method: 'GET',
  path: '/survey-responses/lookup/:surveyId',
  access: 'surveyResponsesEdit',
  summary: 'Return the responses with these Survey Ids and their answers; unknown ids are omitted',
  reads: { entity: 'surveyResponse', kind: 'list' },
  params: z.strictObject({ surveyId: id }),
  query: z.strictObject({ displayIds: oneOrMany(z.string().min(1).max(64)) }),
  response: z.array(SurveyResponse),
})

/** Filters whose values a picker offers. */
export const facetNames = namesWith(responseColumns, 'facet')
export type FacetName = (typeof facetNames)[number]

/**
 * Values of one filter. `counts` names the scope of the counts: `filter` is every other filter of the
 * request; `survey` is its survey and status only, used when counting under all filters would take too long.
 */
const Facet = z
  .strictObject({
    values: z.array(z.strictObject({ value: z.string(), count: z.int() })),
    counts: z.enum(['filter', 'survey']),
    hasMore: z.boolean(),
  })
  .meta({ id: 'SurveyResponseFacet' })
export type Facet = z.infer<typeof Facet>

export const getFacet = route({
  method: 'GET',
  path: '/survey-responses/facets',
  access: 'surveyResponsesAutocomplete',
  summary: 'List the values of one filter with their counts, the most frequent first',
  query: z.strictObject({
    facet: z.enum(facetNames),
    query: text().default(''),
    /** Filter of the list. The filter of the facet itself is ignored. */
    filter: Filter.optional(),
    limit: wholeNumber.pipe(z.int().min(1).max(100)).default(20),
  }),
  response: Facet,
})

export const getSurveyResponse = route({
  method: 'GET',
  path: '/survey-responses/:id',
  access: 'surveyResponsesRead',
  summary: 'Return one survey response with its answers',
  reads: { entity: 'surveyResponse', kind: 'record' },
  params,
  response: SurveyResponse,
})

/** Signed URLs, valid for 10 to 15 minutes. `thumbnailUrl` is the full picture until the thumbnail exists. */
const Image = z
  .strictObject({
    ...StoredPhoto.omit({ privateUrl: true }).shape,
    contentType: z.enum(fileTypes),
    /** Path of the question that it answers: `house`, or `members.0.face`; null for one of `photos`. */
    question: z.string().nullable(),
    publicUrl: z.url(),
    thumbnailUrl: z.url(),
  })
  .meta({ id: 'SurveyResponseImage' })
export type Image = z.infer<typeof Image>

export const listImages = route({
  method: 'GET',
  path: '/survey-responses/images/:id',
  access: 'surveyResponsesRead',
  summary: 'List the stored files of a response, with signed URLs of the files and the thumbnails of photos',
  reads: { entity: 'surveyResponse', kind: 'record' },
  params,
  response: z.array(Image),
})

export const createSurveyResponse = route({
  method: 'POST',
  path: '/survey-responses',
  access: 'surveyResponsesCreate',
  summary: 'Create a survey response; without a status, it is submitted if it has an end time',
  body: z.strictObject({ data: NewSurveyResponse }),
  response: SurveyResponse,
})

export const importSurveyResponse = route({
  method: 'POST',
  path: '/survey-responses/import',
  access: 'surveyResponsesImport',
  summary: 'Create a survey response from one row of an imported file; a repeated row is refused',
  body: z.strictObject({ data: ImportedSurveyResponse, importHash }),
  response: SurveyResponse,
})

export const updateSurveyResponse = route({
  method: 'PUT',
  path: '/survey-responses/:id',
  access: 'surveyResponsesEdit',
  summary: 'Replace the fields of a response; the ids in path and body must be equal',
  params,
  body: z.strictObject({ id, data: SurveyResponseData, comment }),
  response: SurveyResponse,
})

export const destroySurveyResponses = route({
  method: 'DELETE',
  path: '/survey-responses',
  access: 'surveyResponsesDestroy',
  summary: 'Delete survey responses, all of the given ids or none',
  query: z.strictObject({ ids: oneOrMany(id) }),
  response: EmptyResponse,
})

export const changeResponseStatus = route({
  method: 'POST',
  path: '/survey-responses/:id/status',
  access: 'surveyResponsesEdit',
  summary: 'Change the status of a response to an allowed one; accepts If-Match',
  params,
  body: z.strictObject({ status: z.enum(responseStatuses), comment, waiver: Waiver.optional() }),
  response: SurveyResponse,
})

/** Reasons why a response keeps its status in a bulk review. */
export const skipReasons = [...statusRefusals, 'gone'] as const
export type SkipReason = (typeof skipReasons)[number]
const skipped = z.array(z.strictObject({ reason: z.enum(skipReasons), count: z.int() }))
export type Skipped = z.infer<typeof skipped>

/** Result of a dry run: `count` responses are selected, `changes` of them may take the status. */
const StatusDryRun = z
  .strictObject({ dryRun: z.literal(true), count: z.int(), changes: z.int(), skipped })
  .meta({ id: 'StatusDryRun' })

/**
 * A running or finished bulk review. `done` of `count` responses are processed; `progress` is the percentage.
 */
export const StatusJob = z
  .strictObject({
    id: z.uuid(),
    status: z.enum(['START', 'SUCCESS', 'FAILED']),
    target: z.enum(responseStatuses),
    count: z.int(),
    done: z.int(),
    changed: z.int(),
    skipped,
    progress: z.int(),
    createdAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'StatusJob' })
export type StatusJob = z.infer<typeof StatusJob>

export const changeManyStatuses = route({
  method: 'POST',
  path: '/survey-responses/status',
  access: 'surveyResponsesEdit',
  summary: 'Review the given responses or all matches of a filter: count them or start a job',
  body: z
    .strictObject({
      ids: z.array(id).min(1).max(1000).optional(),
      filter: Filter.optional(),
      status: z.enum(responseStatuses),
      comment,
      waiver: Waiver.optional(),
      dryRun: z.boolean().default(false),
    })
    .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), { path: ['ids'] }),
  response: z.union([StatusDryRun, StatusJob]),
})

export const getStatusJob = route({
  method: 'GET',
  path: '/survey-responses/status/:jobId',
  access: 'surveyResponsesEdit',
  summary: 'Return the progress of a bulk review, to its reviewer and to managers',
  params: z.strictObject({ jobId: id }),
  response: StatusJob,
})

/** A change with its author, time and comment. Each answer is a separate field, `values.<key>`. */
/** A submitted result of a calculation, and the result of the server that replaced it. */
export const Recalculated = z.strictObject({
  /** Path in the answers: `total`, or `members.0.total`. */
  path: z.string(),
  given: z.string(),
  result: z.string(),
})
export type Recalculated = z.infer<typeof Recalculated>

const HistoryEntry = z
  .strictObject({
    id: z.uuid(),
    timestamp: instant,
    createdByEmail: z.string(),
    /** Label of the phone that made the change; null for a change by a user. */
    device: z.string().nullable(),
    action: z.enum(auditActions),
    /** Whether this change undid a decision. */
    isUndo: z.boolean(),
    comment: z.string().nullable(),
    changes: z.array(z.strictObject({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    recalculated: z.array(Recalculated),
  })
  .meta({ id: 'HistoryEntry' })
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const getHistory = route({
  method: 'GET',
  path: '/survey-responses/:id/history',
  access: 'surveyResponsesRead',
  summary: 'List all changes of a response, newest first',
  reads: { entity: 'surveyResponse', kind: 'record' },
  params,
  response: z.array(HistoryEntry),
})

export const Comment = z
  .strictObject({
    id: z.uuid(),
    createdAt: instant,
    createdByEmail: z.string(),
    comment: z.string(),
    /** Status that was set together with this comment; null for a comment alone. */
    status: z.enum(responseStatuses).nullable(),
  })
  .meta({ id: 'Comment' })
export type Comment = z.infer<typeof Comment>

export const listComments = route({
  method: 'GET',
  path: '/survey-responses/:id/comments',
  access: 'surveyResponsesRead',
  summary: 'List the comments of a response, oldest first',
  reads: { entity: 'surveyResponse', kind: 'record' },
  params,
  response: z.array(Comment),
})

export const addComment = route({
  method: 'POST',
  path: '/survey-responses/:id/comments',
  access: 'surveyResponsesRead',
  summary: 'Add a comment to a response',
  params,
  body: z.strictObject({ comment: text({ min: 1, max: 2000 }) }),
  response: Comment,
})

/**
 * Position of a response in a list, and its neighbours. Also known if the response no longer matches the
 * filter.
 */
const Neighbours = z
  .strictObject({
    previousId: z.uuid().nullable(),
    nextId: z.uuid().nullable(),
    /** Starts at 1; absent if the response is not in the list or too far down to be counted. */
    position: z.int().optional(),
    count: z.int(),
    countIsEstimate: z.boolean().optional(),
  })
  .meta({ id: 'Neighbours' })
export type Neighbours = z.infer<typeof Neighbours>

export const getNeighbours = route({
  method: 'GET',
  path: '/survey-responses/:id/neighbours',
  access: 'surveyResponsesRead',
  summary: 'Return the previous and the next response of the same list',
  params,
  query: z.strictObject({ filter: Filter.optional(), orderBy: responseOrder.optional() }),
  response: Neighbours,
})

/**
 * Layers of a vector tile. `responses`: a point for each non-empty cell of the 64 × 64 grid. `localities`: a
 * point for each district and village label. `capped`: present if the tile shows only some of the matching
 * responses.
 */
export const tileLayers = { responses: 'responses', localities: 'localities', capped: 'capped' } as const

/** A label on the map; `n` is the number of responses of that locality around the point. */
export interface LocalityProperties {
  kind: 'district' | 'village'
  name: string
  /** District of a village. */
  district?: string
  n: number
}

/**
 * Properties of a point: the number of responses, the most frequent status, and the number of each status.
 */
export interface CellProperties extends Partial<Record<(typeof responseStatuses)[number], number>> {
  n: number
  status: (typeof responseStatuses)[number]
  /** Address of the square, as in the filter `area`. */
  cell: string
  /** Set at high zooms if the point is a single response. */
  id?: string
  displayId?: string
  village?: string
  district?: string
}

export const getMapTile = route({
  method: 'GET',
  path: '/survey-responses/map/:z/:x/:y',
  access: 'surveyResponsesRead',
  summary: 'Return the places of the responses as a vector tile; low zooms lag by a few seconds',
  params: TileAddress,
  query: z.strictObject({ filter: Filter.optional() }),
  mediaType: 'application/vnd.mapbox-vector-tile',
  response: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array),
})
