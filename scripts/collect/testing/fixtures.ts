import { onTestFinished } from 'vitest'

import { Phone } from '../phone.ts'
import type { PhoneOptions } from '../phone.ts'
import { writeSettings } from '../settings.ts'
import { md5, openRosa, writeForm, writeList } from './documents.ts'
import { startRecorder } from './recorder.ts'
import type { Answer, Handler, Recorder } from './recorder.ts'

export const deviceId = 'collect:0123456789abcdef'

export const startServer = async (handler: Handler): Promise<Recorder> => {
  const recorder = await startRecorder(handler)
  onTestFinished(() => recorder.stop())
  return recorder
}

export const createPhone = (
  serverUrl: string,
  { general = {}, ...options }: PhoneOptions & { general?: Record<string, unknown> } = {},
): Phone => {
  const qrText = writeSettings({ general: { server_url: serverUrl, ...general }, admin: {} })
  const phone = new Phone(qrText, { deviceId, ...options })
  onTestFinished(() => phone.close())
  return phone
}

const accept: Answer = { status: 201, body: '' }

/** Starts a server with one form, and a phone that has downloaded it. `onSubmit` answers HEAD and POST. */
export const startFieldwork = async (
  onSubmit: Handler = ({ method }) => (method === 'HEAD' ? { status: 204 } : accept),
  {
    form = writeForm(),
    urlEnd = '',
    ...options
  }: Parameters<typeof createPhone>[1] & { form?: string; urlEnd?: string } = {},
) => {
  let submissions = 0
  const recorder = await startServer((request, number) => {
    const path = request.target.replace(/\?.*$/, '')
    if (path === '/formList')
      return {
        status: 200,
        headers: openRosa,
        body: writeList([{ hash: `md5:${md5(form)}`, downloadUrl: `${recorder.url}/form` }]),
      }
    if (path === '/form') return { status: 200, body: form }
    submissions += 1
    return onSubmit(request, request.method === 'GET' ? number : submissions)
  })
  const phone = createPhone(recorder.url + urlEnd, options)
  await phone.refreshForms()
  const sent = phone.requests.length
  return {
    recorder,
    phone,
    form: phone.getForm('household'),
    /** Requests since the form was downloaded. */
    requests: () => recorder.requests.slice(sent),
  }
}
