import * as answerQueries from '@baseline/contract/answer-queries/contract.ts'
import { fieldLabelKeys, isBookkeeping } from '@baseline/contract/audit-log/field-label.ts'
import { updateProfile } from '@baseline/contract/auth/contract.ts'
import * as protection from '@baseline/contract/data-protection/contract.ts'
import { createDevice, revokeDevice } from '@baseline/contract/devices/contract.ts'
import * as iam from '@baseline/contract/iam/contract.ts'
import { decideIntakeItem } from '@baseline/contract/intake/item.ts'
import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { languages, translateIfKnown } from '@baseline/contract/messages/translate.ts'
import { routes } from '@baseline/contract/routes.ts'
import { updateSettings } from '@baseline/contract/settings/contract.ts'
import { getStorageToken, uploadFile } from '@baseline/contract/storage/contract.ts'
import { avatarFolders } from '@baseline/contract/storage/folders.ts'
import { assignReviews } from '@baseline/contract/survey-responses/assign-reviews.ts'
import * as checkRules from '@baseline/contract/survey-responses/check-rules.ts'
import * as responses from '@baseline/contract/survey-responses/contract.ts'
import { updateReviewSettings } from '@baseline/contract/survey-responses/desk-settings.ts'
import { rejectDuplicates } from '@baseline/contract/survey-responses/duplicates.ts'
import * as surveyExports from '@baseline/contract/survey-responses/exports/contract.ts'
import { decideFlag } from '@baseline/contract/survey-responses/flags.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import * as undo from '@baseline/contract/survey-responses/undo.ts'
import { changeSurveyStatus } from '@baseline/contract/surveys/contract.ts'
import { updateSurveySettings } from '@baseline/contract/surveys/settings.ts'
import { updateSurveyTargets } from '@baseline/contract/surveys/targets.ts'
import { loadSurvey } from '@baseline/contract/surveys/upload.ts'
import * as details from '@baseline/contract/user-details/contract.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { erasureJob } from '../features/data-protection/erasure-job.ts'
import { checkQueued } from '../features/survey-responses/checks/check-job.ts'
import { reviewJob } from '../features/survey-responses/review/review-job.ts'
import { undoReviewJob } from '../features/survey-responses/review/undo-review.ts'
import { digestRecord } from '../features/survey-responses/write/digest-record.ts'
import { plantFlag } from '../testing/flags.ts'
import { startIdentity } from '../testing/identity.ts'
import { picture } from '../testing/images.ts'
import { createPhone, newInstanceId } from '../testing/phone.ts'
import { createOpenSurvey, interview } from '../testing/responses.ts'
import { writeForm } from '../testing/surveys.ts'
import { openWorld } from '../testing/world.ts'
import type { World } from '../testing/world.ts'

interface Made {
  status: number
  body: unknown
}

let identity: Awaited<ReturnType<typeof startIdentity>>
let world: World
beforeAll(async () => {
  identity = await startIdentity()
  world = await openWorld({ directoryUrl: identity.url })
}, 60_000)
afterAll(async () => {
  await world.close()
  await identity.stop()
})

const rows = () =>
  world.db
    .selectFrom('audit_log')
    .select(['entity_name', 'action', 'created_by_email', 'values'])
    .orderBy('id')
    .execute()

/**
 * Write calls without an audit entry: they send a mail, upload a file that no record refers to yet, only check, or claim
 * a response for minutes.
 */
const withoutChange = [
  '/auth/send-email-address-verification-email',
  '/auth/send-password-reset-email',
  '/storage/files',
  '/data-protection/reports',
  '/surveys/check',
  '/review/next',
  '/survey-responses/:id/review',
]

const uploadAvatar = async (role: 'monitor' | 'manager', folder: string) => {
  const { token } = (await world.as(role)(getStorageToken)).body
  const file = new File([Buffer.from(await picture().jpeg().toBuffer())], 'a.jpg')
  const { id } = (await world.as(role)(uploadFile, { body: { token, folder }, file })).body
  return { id }
}
const expectedAvatars = [{ id: expect.any(String) as string, name: 'a.jpg' }]

const byManager = (entity_name: string, action: string, before: unknown, after: unknown) => ({
  entity_name,
  action,
  created_by_email: 'manager@example.org',
  values: { before, after },
})
/** The entry of a creation identifies the response, and has a checksum of its columns and answers. */
const describeCreation = (response: unknown) => {
  const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...record } = response as SurveyResponse
  const { displayId, surveyVersion, status, surveyDate, investigatorName, supervisorName } = record
  const known = { displayId, surveyId: record.surveyId, surveyVersion, status, surveyDate }
  return { ...known, investigatorName, supervisorName, digest: digestRecord(record) }
}
const asManager = () => world.as('manager')
/** The entry of a change of the rule T4. */
const ofRule = (before: object, after: object) => {
  const rule = { rule: 'T4', surveyId: idOf('survey') }
  return byManager(
    'checkRule',
    'update',
    { ...before, rule: undefined, surveyId: undefined },
    { ...after, ...rule },
  )
}
const severe = { severity: 'error', parameters: { minimum: 0, pace: 4, answers: 10 } } as const
const ruleT4 = () => ({ params: { id: idOf('survey'), rule: 'T4' } }) as const
const hash = 'ab'.repeat(32)
const data = { firstName: 'Ana', gender: 'female' } as const
const rui = { email: 'rui@example.org', firstName: null, lastName: null, phoneNumber: null }
const idsByName = new Map<string, string>()
const storeId = (name: string, { body }: { body: { id: string } }) => idsByName.set(name, body.id)
const idOf = (name: string) => idsByName.get(name) ?? ''

/**
 * One change per write call, with the exact audit entries. The order matters: later calls use earlier
 * results.
 */
const changes: Record<string, { make: () => Promise<Made>; written: (body: unknown) => unknown[] }> = {
  'PUT /auth/profile': {
    make: async () => {
      const avatars = [await uploadAvatar('monitor', avatarFolders.profile(world.people.monitor.id))]
      return world.as('monitor')(updateProfile, { body: { profile: { firstName: 'Ana', avatars } } })
    },
    written: () => [
      {
        entity_name: 'user',
        action: 'update',
        created_by_email: 'monitor@example.org',
        values: {
          before: { firstName: null, fullName: null, avatars: [] },
          after: { firstName: 'Ana', fullName: 'Ana', avatars: expectedAvatars },
        },
      },
    ],
  },
  'PUT /settings': {
    make: () => asManager()(updateSettings, { body: { settings: { theme: 'gold' } } }),
    written: () => [byManager('settings', 'settings', { theme: 'default' }, { theme: 'gold' })],
  },
  'POST /user-details': {
    make: async () => {
      const created = await asManager()(details.createUserDetails, { body: { data } })
      storeId('boss', created)
      return created
    },
    written: (created) => [byManager('userDetails', 'create', null, created)],
  },
  'POST /user-details/import': {
    make: async () => {
      const body = { data: { ...data, managerId: idOf('boss') }, importHash: hash }
      const imported = await asManager()(details.importUserDetails, { body })
      storeId('details', imported)
      return imported
    },
    written: (imported) => [byManager('userDetails', 'import', null, imported)],
  },
  'PUT /user-details/:id': {
    make: () => {
      const id = idOf('details')
      const body = { id, data: { ...data, firstName: 'Eva', managerId: idOf('boss') } }
      return asManager()(details.updateUserDetails, { params: { id }, body })
    },
    written: () => [byManager('userDetails', 'update', { firstName: 'Ana' }, { firstName: 'Eva' })],
  },
  'POST /devices': {
    make: async () => {
      const device = { label: 'Phone 1', userDetailsId: idOf('boss') }
      const created = await asManager()(createDevice, { body: { data: device } })
      storeId('device', created)
      return created
    },
    // Without the token.
    written: () => [
      byManager('device', 'create', null, { label: 'Phone 1', userDetailsId: idOf('boss'), surveys: null }),
    ],
  },
  'DELETE /devices/:id': {
    make: () => asManager()(revokeDevice, { params: { id: idOf('device') } }),
    written: () => [byManager('device', 'statusChange', { state: 'active' }, { state: 'revoked' })],
  },
  'DELETE /user-details': {
    make: () => asManager()(details.destroyUserDetails, { query: { ids: [idOf('boss')] } }),
    written: () => [
      byManager('userDetails', 'update', { managerId: idOf('boss') }, { managerId: null }),
      byManager('device', 'update', { userDetailsId: idOf('boss') }, { userDetailsId: null }),
      byManager('userDetails', 'destroy', expect.objectContaining({ id: idOf('boss'), ...data }), null),
    ],
  },
  'POST /survey-responses': {
    make: async () => {
      storeId('survey', { body: { id: await createOpenSurvey(world.db) } })
      const created = await asManager()(responses.createSurveyResponse, {
        body: { data: interview(idOf('survey')) },
      })
      storeId('response', created)
      return created
    },
    written: (created) => [
      // Written when an operator loaded the survey for this test.
      expect.objectContaining({ entity_name: 'survey', action: 'create' }),
      expect.objectContaining({ entity_name: 'survey', action: 'statusChange' }),
      byManager('surveyResponse', 'create', null, describeCreation(created)),
    ],
  },
  'POST /surveys': {
    make: async () => {
      const file = await writeForm({ formId: 'water', survey: [['text', 'source', 'Source']] })
      const loaded = await asManager()(loadSurvey, { body: {}, file })
      storeId('water', loaded)
      return loaded
    },
    written: () => [
      byManager('survey', 'create', null, { formId: 'water', label: 'water', version: 1, status: 'draft' }),
    ],
  },
  'POST /surveys/:id/status': {
    make: () => asManager()(changeSurveyStatus, { params: { id: idOf('water') }, body: { status: 'open' } }),
    written: () => [byManager('survey', 'statusChange', { status: 'draft' }, { status: 'open' })],
  },
  'PUT /surveys/:id/settings': {
    make: () =>
      asManager()(updateSurveySettings, {
        params: { id: idOf('water') },
        body: {
          data: {
            openFrom: null,
            closeOn: '2026-06-30',
            timeZone: 'Africa/Maputo',
            personal: [{ key: 'source', personal: true }],
          },
        },
      }),
    written: () => [
      byManager(
        'survey',
        'update',
        { closeOn: null, timeZone: null, personal: [], version: 1 },
        {
          closeOn: '2026-06-30',
          timeZone: 'Africa/Maputo',
          personal: [{ key: 'source', personal: true }],
          version: 2,
        },
      ),
    ],
  },
  'PUT /surveys/:id/targets': {
    make: () =>
      asManager()(updateSurveyTargets, {
        params: { id: idOf('survey') },
        body: { data: { total: 9, districts: [] } },
      }),
    written: () => [
      byManager(
        'survey',
        'update',
        { targets: { total: null, districts: [] } },
        { targets: { total: 9, districts: [] } },
      ),
    ],
  },
  'POST /survey-responses/import': {
    make: async () => {
      const { surveyId, values, investigatorName, supervisorName } = interview(idOf('survey'))
      const imported = { surveyId, values, investigatorName, supervisorName }
      const response = await asManager()(responses.importSurveyResponse, {
        body: { data: imported, importHash: hash },
      })
      storeId('imported', response)
      return response
    },
    written: (imported) => [byManager('surveyResponse', 'import', null, describeCreation(imported))],
  },
  'PUT /survey-responses/:id': {
    make: () => {
      const id = idOf('response')
      const { surveyId: _, ...fields } = interview(idOf('survey'))
      const body = { id, data: { ...fields, village: 'Gondola' }, comment: 'as on paper' }
      return asManager()(responses.updateSurveyResponse, { params: { id }, body })
    },
    written: () => [
      byManager(
        'surveyResponse',
        'update',
        { village: 'Chimoio' },
        { village: 'Gondola', comment: 'as on paper' },
      ),
    ],
  },
  'POST /survey-responses/:id/status': {
    make: () =>
      asManager()(responses.changeResponseStatus, {
        params: { id: idOf('response') },
        body: { status: 'onHold', comment: 'call back' },
      }),
    written: () => [
      byManager(
        'surveyResponse',
        'statusChange',
        { status: 'submitted' },
        { status: 'onHold', comment: 'call back' },
      ),
    ],
  },
  'POST /survey-responses/:id/status/undo': {
    make: () => asManager()(undo.undoResponseStatus, { params: { id: idOf('response') } }),
    written: () => [
      byManager('surveyResponse', 'statusChange', { status: 'onHold' }, { status: 'submitted', undo: true }),
    ],
  },
  'POST /survey-responses/status': {
    make: async () => {
      const response = await asManager()(responses.changeManyStatuses, {
        body: { ids: [idOf('response'), idOf('imported')], status: 'verified' },
      })
      const jobId = 'id' in response.body ? response.body.id : ''
      idsByName.set('review', jobId)
      await reviewJob.run({ jobId }, world.services)
      return response
    },
    written: () => [
      byManager('bulkReview', 'create', null, { status: 'verified', responseCount: 2 }),
      byManager('surveyResponse', 'statusChange', { status: 'submitted' }, { status: 'verified' }),
    ],
  },
  'POST /survey-responses/status/:jobId/undo': {
    make: async () => {
      const jobId = idOf('review')
      const response = await asManager()(undo.undoReview, { params: { jobId } })
      await undoReviewJob.run({ jobId }, world.services)
      return response
    },
    written: () => [
      byManager(
        'surveyResponse',
        'statusChange',
        { status: 'verified' },
        { status: 'submitted', undo: true },
      ),
    ],
  },
  'POST /survey-responses/:id/comments': {
    make: () =>
      asManager()(responses.addComment, { params: { id: idOf('response') }, body: { comment: 'good' } }),
    written: () => [
      byManager('comment', 'create', null, { surveyResponseId: idOf('response'), comment: 'good' }),
    ],
  },
  'POST /survey-responses/:id/flags/:rule': {
    make: async () => {
      const id = idOf('response')
      await plantFlag(world.db, { responseId: id, surveyId: idOf('survey') })
      return asManager()(decideFlag, {
        params: { id, rule: 'T11' },
        body: { state: 'waived', reason: 'other', comment: 'agreed', evidenceHash: 'planted' },
      })
    },
    written: () => [
      byManager(
        'flag',
        'update',
        { state: 'open', reason: null, comment: null, surveyId: undefined },
        { state: 'waived', reason: 'other', comment: 'agreed', surveyId: idOf('survey') },
      ),
    ],
  },
  'POST /review/assign': {
    make: async () => {
      await checkQueued(world.services.streams, 'UTC', 60)
      return asManager()(assignReviews, {
        body: { ids: [idOf('response')], reviewerId: world.people.supervisor.id },
      })
    },
    written: () => [
      byManager('surveyResponse', 'update', { reviewerId: null }, { reviewerId: world.people.supervisor.id }),
    ],
  },
  'PUT /surveys/:id/review-settings': {
    make: () =>
      asManager()(updateReviewSettings, {
        params: { id: idOf('survey') },
        body: { data: { dueHours: 24, samplePercent: 10, sampleMinimum: 0 } },
      }),
    written: () => [
      byManager(
        'survey',
        'update',
        { dueHours: 48, samplePercent: null },
        { dueHours: 24, samplePercent: 10 },
      ),
    ],
  },
  'POST /survey-responses/:id/queries': {
    make: async () => {
      const opened = await asManager()(answerQueries.openAnswerQuery, {
        params: { id: idOf('response') },
        body: { question: 'head', text: 'Full name?' },
      })
      storeId('query', opened)
      return opened
    },
    written: () => [
      byManager('answerQuery', 'create', null, {
        queryId: idOf('query'),
        question: 'head',
        text: 'Full name?',
        state: 'open',
        assignedTo: null,
      }),
    ],
  },
  'POST /queries/:id/messages': {
    make: async () => {
      const answered = await world.as('supervisor')(answerQueries.addQueryMessage, {
        params: { id: idOf('query') },
        body: { text: 'Asked', proposedValue: 'João Nhantumbo' },
      })
      storeId('message', { body: { id: answered.body.messages.at(-1)?.id ?? '' } })
      return answered
    },
    written: () => [
      {
        ...byManager(
          'answerQuery',
          'update',
          { state: 'open' },
          {
            queryId: idOf('query'),
            question: 'head',
            state: 'answered',
            text: 'Asked',
            proposal: 'João Nhantumbo',
          },
        ),
        created_by_email: 'supervisor@example.org',
      },
    ],
  },
  'POST /queries/:id/accept': {
    make: () =>
      asManager()(answerQueries.acceptProposal, {
        params: { id: idOf('query') },
        body: { messageId: idOf('message') },
      }),
    written: () => [
      expect.objectContaining({ entity_name: 'surveyResponse', action: 'update' }),
      byManager(
        'answerQuery',
        'update',
        { state: 'answered' },
        { queryId: idOf('query'), question: 'head', state: 'closed' },
      ),
    ],
  },
  'POST /queries/:id/reopen': {
    make: () =>
      asManager()(answerQueries.reopenQuery, {
        params: { id: idOf('query') },
        body: { text: 'Again' },
      }),
    written: () => [
      byManager(
        'answerQuery',
        'update',
        { state: 'closed' },
        { queryId: idOf('query'), question: 'head', state: 'open', text: 'Again' },
      ),
    ],
  },
  'POST /queries/:id/close': {
    make: () =>
      asManager()(answerQueries.closeQuery, { params: { id: idOf('query') }, body: { text: 'Done' } }),
    written: () => [
      byManager(
        'answerQuery',
        'update',
        { state: 'open' },
        { queryId: idOf('query'), question: 'head', state: 'closed', text: 'Done' },
      ),
    ],
  },
  'POST /queries/:id/withdraw': {
    make: async () => {
      await world.db.updateTable('answer_queries').set({ state: 'open' }).execute()
      return asManager()(answerQueries.withdrawQuery, { params: { id: idOf('query') }, body: {} })
    },
    written: () => [
      byManager(
        'answerQuery',
        'update',
        { state: 'open' },
        { queryId: idOf('query'), question: 'head', state: 'withdrawn' },
      ),
    ],
  },
  'POST /survey-responses/:id/duplicates': {
    make: async () => {
      const created = await world.as('supervisor')(responses.createSurveyResponse, {
        body: { data: interview(idOf('survey')) },
      })
      const { id, version } = created.body
      return asManager()(rejectDuplicates, {
        params: { id: idOf('response') },
        body: { others: [{ id, version }] },
      })
    },
    written: () => [
      expect.objectContaining({ entity_name: 'surveyResponse', action: 'create' }),
      byManager(
        'surveyResponse',
        'statusChange',
        { status: 'submitted' },
        { status: 'rejected', comment: expect.stringMatching(/^Duplicate of /) as string },
      ),
    ],
  },
  'PUT /surveys/:id/checks/:rule/draft': {
    make: () => asManager()(checkRules.saveRuleDraft, { ...ruleT4(), body: { data: severe } }),
    written: () => [ofRule({ draft: null }, { draft: severe })],
  },
  'POST /surveys/:id/checks/:rule/trial': {
    make: () => asManager()(checkRules.tryRule, ruleT4()),
    written: () => [ofRule({ trial: undefined }, { trial: severe })],
  },
  'DELETE /surveys/:id/checks/:rule/draft': {
    make: () => asManager()(checkRules.discardRuleDraft, ruleT4()),
    written: () => [ofRule({ draft: severe }, { draft: null })],
  },
  'POST /surveys/:id/checks/:rule/state': {
    make: () => asManager()(checkRules.setRuleState, { ...ruleT4(), body: { state: 'retired' } }),
    written: () => [ofRule({ state: 'active' }, { state: 'retired' })],
  },
  'POST /intake/:id': {
    make: async () => {
      const { send } = await createPhone(world, { surveyId: idOf('survey'), label: 'Phone 2' })
      const instanceId = newInstanceId()
      for (const head of ['João', 'Maria']) await send({ instanceId, head })
      const { id } = await world.db
        .selectFrom('field_submissions')
        .select('id')
        .where('state', '=', 'conflict')
        .executeTakeFirstOrThrow()
      const body = { action: 'accept', storeAs: 'edit' } as const
      return asManager()(decideIntakeItem, { params: { id }, body })
    },
    written: (decision) => {
      const { responseId } = decision as { responseId: string }
      return [
        // The first interview of the phone.
        expect.objectContaining({ entity_name: 'surveyResponse', created_by_email: 'device' }),
        byManager(
          'surveyResponse',
          'update',
          expect.objectContaining({ householdName: 'João', status: 'submitted' }),
          expect.objectContaining({
            householdName: 'Maria',
            status: 'resubmitted',
            deviceId: expect.any(String) as string,
          }),
        ),
        byManager('submission', 'statusChange', { state: 'conflict' }, { state: 'stored', responseId }),
      ]
    },
  },
  'DELETE /survey-responses': {
    make: () =>
      asManager()(responses.destroySurveyResponses, {
        query: { ids: [idOf('response'), idOf('imported')] },
      }),
    written: () =>
      [
        { id: idOf('response'), village: 'Gondola', importHash: null },
        { id: idOf('imported'), status: 'inProgress', importHash: hash },
      ].map((record) => byManager('surveyResponse', 'destroy', expect.objectContaining(record), null)),
  },
  'POST /survey-exports': {
    make: async () => {
      const filter = { surveyId: idOf('survey'), village: 'Gondola' }
      const response = await asManager()(surveyExports.createSurveyExport, {
        body: { data: { filter, status: 'START', format: 'csv', personalData: true } },
      })
      storeId('export', response)
      return response
    },
    written: () => [
      byManager('surveyExport', 'create', null, {
        surveyId: idOf('survey'),
        label: 'Baseline',
        format: 'csv',
        language: 'en',
        personalData: true,
        columnNames: 'labels',
        answers: 'labels',
        filter: { surveyId: [idOf('survey')], village: ['Gondola'] },
      }),
    ],
  },
  'DELETE /survey-exports/:id': {
    make: () => asManager()(surveyExports.cancelSurveyExport, { params: { id: idOf('export') } }),
    written: () => [byManager('surveyExport', 'statusChange', { status: 'START' }, { status: 'FAILED' })],
  },
  'POST /iam': {
    make: () =>
      asManager()(iam.createUsers, {
        body: { data: { emails: ['a@example.org', 'b@example.org'], lastName: 'Sitoe', roles: ['monitor'] } },
      }),
    written: () =>
      ['a@example.org', 'b@example.org'].map((email) =>
        byManager('user', 'create', null, {
          email,
          firstName: null,
          lastName: 'Sitoe',
          phoneNumber: null,
          roles: ['monitor'],
        }),
      ),
  },
  'POST /iam/import': {
    make: async () => {
      const imported = await asManager()(iam.importUser, {
        body: {
          data: { email: 'rui@example.org', roles: ['monitor'], avatars: ['https://example.org/rui.jpg'] },
          importHash: hash,
        },
      })
      storeId('rui', imported)
      return imported
    },
    written: () => {
      const avatarLinks = [{ name: 'rui.jpg', publicUrl: 'https://example.org/rui.jpg' }]
      return [byManager('user', 'import', null, { ...rui, roles: ['monitor'], avatarLinks })]
    },
  },
  'POST /iam/:id/invitation': {
    make: () => asManager()(iam.inviteAgain, { params: { id: idOf('rui') } }),
    written: () => [byManager('user', 'invite', null, { email: rui.email })],
  },
  'POST /iam/:id/second-factor-reset': {
    make: () =>
      asManager()(iam.resetSecondFactor, { params: { id: idOf('rui') }, body: { reason: 'Lost phone' } }),
    written: () => [byManager('user', 'update', {}, { secondFactorReset: 'Lost phone' })],
  },
  'POST /data-protection/files': {
    make: () =>
      asManager()(protection.createPersonalDataFile, {
        body: { subject: { kind: 'person', userId: idOf('rui'), userDetailsId: null } },
      }),
    written: () => [byManager('user', 'handOver', null, null)],
  },
  'POST /data-protection/erasures': {
    make: async () => {
      const { id } = await world.db
        .insertInto('user_details')
        .values({ first_name: 'Zita', gender: 'female' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const answer = await asManager()(protection.createErasure, {
        body: { subject: { kind: 'person', userId: null, userDetailsId: id }, reason: 'Request' },
      })
      await erasureJob.run({ id: answer.body.id }, world.services)
      return answer
    },
    written: () => [byManager('userDetails', 'erase', null, { reason: 'Request' })],
  },
  'PUT /data-protection/retention/:surveyId': {
    make: () =>
      asManager()(protection.updateRetention, {
        params: { surveyId: idOf('survey') },
        body: { data: { months: 24 } },
      }),
    written: () => [byManager('survey', 'update', { retentionMonths: null }, { retentionMonths: 24 })],
  },
  'PUT /iam': {
    make: async () => {
      const avatars = [await uploadAvatar('manager', avatarFolders.iam)]
      return asManager()(iam.updateUser, {
        body: { data: { id: idOf('rui'), firstName: 'Rui', roles: ['supervisor', 'manager'], avatars } },
      })
    },
    written: () => [
      byManager(
        'user',
        'update',
        { firstName: null, avatars: [] },
        { firstName: 'Rui', avatars: expectedAvatars },
      ),
      byManager(
        'user',
        'grantRoles',
        { roles: ['monitor'] },
        { roles: ['manager', 'monitor', 'supervisor'] },
      ),
      byManager(
        'user',
        'revokeRoles',
        { roles: ['manager', 'monitor', 'supervisor'] },
        { roles: ['manager', 'supervisor'] },
      ),
    ],
  },
  'PUT /iam/status': {
    make: () => asManager()(iam.changeUserStatus, { body: { ids: [idOf('rui')], disabled: true } }),
    written: () => [byManager('user', 'disable', { disabled: false }, { disabled: true })],
  },
  'DELETE /iam': {
    make: () => asManager()(iam.revokeRoles, { query: { emails: ['rui@example.org'], all: true } }),
    written: () => [byManager('user', 'revokeRoles', { roles: ['manager', 'supervisor'] }, { roles: [] })],
  },
}

test('§3 every write call writes exactly its audit entries', async () => {
  const writes = routes.filter(({ method, path }) => method !== 'GET' && !withoutChange.includes(path))
  expect(Object.keys(changes).toSorted()).toEqual(
    writes.map(({ method, path }) => `${method} ${path}`).toSorted(),
  )
  for (const [name, { make, written }] of Object.entries(changes)) {
    const before = await rows()
    const { status, body } = await make()
    expect(status, `${name}: ${JSON.stringify(body)}`).toBe(200)
    expect((await rows()).slice(before.length), name).toEqual(written(body))
  }
})

test.for(languages)('every field of every entry has a label in %s', async (language) => {
  const unnamed = (await rows()).flatMap(({ entity_name: entity, values: { before, after } }) =>
    [before, after]
      .flatMap((side) => Object.keys(side ?? {}))
      .filter(
        (field) =>
          field !== 'values' &&
          !isBookkeeping(entity, field) &&
          !fieldLabelKeys(entity, field).some((key) => translateIfKnown(messagesByLanguage[language], key)),
      )
      .map((field) => `${entity}.${field}`),
  )
  expect([...new Set(unnamed)]).toEqual([])
})

test('§3 a call that changes nothing writes no audit entry and no new version', async () => {
  const before = (await rows()).length
  const id = idOf('details')
  const stored = await asManager()(details.getUserDetails, { params: { id } })
  // The manager was deleted; managerName is a copy of the name.
  const body = { id, data: { ...data, firstName: 'Eva', managerName: 'Ana' } }
  const saved = await asManager()(details.updateUserDetails, { params: { id }, body })
  expect(saved).toMatchObject({ status: 200, body: stored.body })
  expect(await changes['PUT /settings']?.make()).toMatchObject({ status: 200 })
  const profile = { firstName: 'Ana' }
  expect((await world.as('monitor')(updateProfile, { body: { profile } })).status).toBe(200)
  expect(await changes['PUT /iam/status']?.make()).toMatchObject({ status: 200 })
  expect(await changes['DELETE /iam']?.make()).toMatchObject({ status: 200 })
  expect(await changes['DELETE /devices/:id']?.make()).toMatchObject({ status: 200 })
  expect((await rows()).length).toBe(before)
})

test.for(['id', 'timestamp', 'database_role'])(
  'the application cannot choose the %s of an entry',
  async (column) => {
    const values = { id: 'uuidv7()', timestamp: `now() - interval '1 day'`, database_role: `'postgres'` }
    const value = values[column as keyof typeof values] // one of the keys above
    const insert = world.services.pool.query(
      `insert into audit_log (created_by_email, entity_name, entity_id, action, "values", ${column})
       values ('a@example.org', 'user', 'x', 'update', '{}', ${value})`,
    )
    await expect(insert).rejects.toThrow('permission denied')
  },
)

test('an entry names the database role that inserted it', async () => {
  const { rows: entries } = await world.services.pool.query<{ database_role: string }>(
    `select distinct database_role from audit_log where entity_name = 'settings'`,
  )
  expect(entries).toEqual([{ database_role: 'baseline_app' }])
})

test('rolls back a change if its audit entry cannot be written', async () => {
  const owner = new pg.Client({ connectionString: world.database.owner })
  await owner.connect()
  await owner.query(`revoke insert (action) on app.audit_log from baseline_app`)
  const { status } = await world.as('manager')(updateSettings, { body: { settings: { theme: 'red' } } })
  await owner.query(`grant insert (action) on app.audit_log to baseline_app`)
  await owner.end()
  expect(status).toBe(500)
  expect(await world.db.selectFrom('settings').select('theme').execute()).toEqual([{ theme: 'gold' }])
})

test.for([
  `update audit_log set action = 'create'`,
  'delete from audit_log',
  'truncate audit_log',
  'drop table audit_log',
  'alter table audit_log disable trigger all',
])('the application role may not run: %s', async (statement) => {
  await expect(world.services.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})
