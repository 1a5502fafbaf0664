import { AppError } from '@baseline/contract/errors.ts'
import * as contract from '@baseline/contract/surveys/contract.ts'
import * as phones from '@baseline/contract/surveys/phone-forms.ts'
import { listSearchableQuestions } from '@baseline/contract/surveys/searchable.ts'
import { getSurveySettings, updateSurveySettings } from '@baseline/contract/surveys/settings.ts'
import { getSurveyTargets, updateSurveyTargets } from '@baseline/contract/surveys/targets.ts'
import { checkSurvey, loadSurvey } from '@baseline/contract/surveys/upload.ts'
import * as versions from '@baseline/contract/surveys/versions.ts'

import { requireVisibleSurvey } from '#platform/database/visible-surveys.ts'
import { handlePhone, phoneBaseUrl } from '#platform/http/handle-phone.ts'
import { handle } from '#platform/http/handle.ts'
import { requireVersion } from '#platform/http/if-match.ts'
import type { Server } from '#platform/http/server.ts'

import { changeSettings, getSettings } from './change-settings.ts'
import { checkWorkbook } from './check-workbook.ts'
import { getXForm } from './get-xform.ts'
import { changeState } from './load-survey.ts'
import { loadWorkbook } from './load-workbook.ts'
import { getForm, writeFormList } from './phone-forms.ts'
import * as queries from './queries.ts'
import { receiveUpload, requireForm } from './receive-upload.ts'
import { returnedForms } from './returned-form.ts'
import { listSearchable } from './searchable.ts'
import { getTargets, setTargets } from './targets.ts'
import { getFile, listVersions } from './versions.ts'

export const surveys = (server: Server): void => {
  handle(server, contract.listSurveys)(({ query }, context) => queries.list(context, query))

  handle(
    server,
    contract.getSurvey,
  )(async ({ params: { id } }, context) => {
    await requireVisibleSurvey(context, id)
    return queries.get(context, id)
  })

  handle(
    server,
    contract.getSurveyMaster,
  )(async ({ params: { id }, query: { version } }, context) => {
    await requireVisibleSurvey(context, id)
    const master = await queries.findMaster(context.db, id, version)
    if (!master) throw new AppError('errors.notFound')
    return master
  })

  registerVersions(server)
  registerSettings(server)
  registerPhones(server)
}

const registerVersions = (server: Server): void => {
  handle(
    server,
    versions.listSurveyVersions,
  )(async ({ params: { id }, query }, context) => {
    await requireVisibleSurvey(context, id)
    return listVersions(context, id, query)
  })

  handle(
    server,
    versions.getSurveyWorkbook,
  )(async ({ params: { id, version } }, context) => {
    await requireVisibleSurvey(context, id)
    return getFile(context.db, { id, version })
  })

  handle(
    server,
    versions.getSurveyXForm,
  )(async ({ params: { id, version } }, context) => {
    await requireVisibleSurvey(context, id)
    return getXForm(context.db, { id, version })
  })

  handle(
    server,
    versions.getSurveyList,
  )(async ({ params: { id, version, name } }, context) => {
    await requireVisibleSurvey(context, id)
    return getFile(context.db, { id, version, list: name })
  })

  handle(server, checkSurvey, (upload, context) => receiveUpload(server.db, upload, context))(
    (_input, context, { result }) => checkWorkbook(context, result),
  )

  handle(server, loadSurvey, async (upload, context) => {
    const { files, result } = await receiveUpload(server.db, upload, context)
    return { files, form: requireForm(result) }
  })(({ body: { allowBreaking } }, context, { files, form }) =>
    loadWorkbook(context, form, { files, allowBreaking }),
  )
}

const registerSettings = (server: Server): void => {
  handle(
    server,
    contract.changeSurveyStatus,
  )(async ({ params: { id }, body: { status } }, context) => {
    const survey = await queries.getLockedById(context.db, id)
    const current = await getSettings(context.db, id)
    await requireVersion(context, current, { entity: 'survey', id })
    await changeState(context, survey, { status })
    return queries.get(context, id)
  })

  handle(
    server,
    getSurveySettings,
  )(async ({ params: { id } }, context) => {
    await requireVisibleSurvey(context, id)
    return getSettings(context.db, id)
  })

  handle(
    server,
    updateSurveySettings,
  )(({ params: { id }, body: { data } }, context) => changeSettings(context, id, data))

  handle(
    server,
    getSurveyTargets,
  )(async ({ params: { id } }, context) => {
    await requireVisibleSurvey(context, id)
    return getTargets(context.db, id)
  })

  handle(
    server,
    listSearchableQuestions,
  )(async ({ params: { id } }, context) => {
    await requireVisibleSurvey(context, id)
    return listSearchable(context.db, id)
  })

  handle(
    server,
    updateSurveyTargets,
  )(({ params: { id }, body: { data } }, context) => setTargets(context, id, data))
}

const registerPhones = (server: Server): void => {
  const { db, publicUrl } = server

  handlePhone(server, phones.listPhoneForms, async ({ token }, { device }) => {
    const baseUrl = phoneBaseUrl(publicUrl, token)
    return { status: 200, content: await writeFormList(db, device, baseUrl) }
  })

  handlePhone(server, phones.getPhoneForm, async ({ surveyId, version }, { device }) => ({
    status: 200,
    content: await getForm(db, device, { surveyId, version }),
  }))

  handlePhone(server, phones.getReturnedForm, async ({ language }, { device }) => {
    if (!device.person) throw new AppError('errors.notFound')
    return { status: 200, content: returnedForms[language].content }
  })
}
