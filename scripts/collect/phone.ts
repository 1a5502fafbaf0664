import { randomInt } from 'node:crypto'

import type { Timeouts } from './connection.ts'
import { editSubmission, instanceIdOf } from './edit.ts'
import type { Faults } from './faults.ts'
import { fillForm } from './fill.ts'
import type { Answers, Interview } from './fill.ts'
import { FormStore } from './forms.ts'
import type { PhoneForm, RefreshedForm } from './forms.ts'
import { HttpClient } from './http-client.ts'
import type { SentRequest } from './http-client.ts'
import type { PhoneFile } from './multipart.ts'
import { FormServer } from './server.ts'
import { readSettings, serverUrlOf } from './settings.ts'
import type { PhoneSettings } from './settings.ts'
import { submit, UploadError } from './submit.ts'

/** Collect's names: `complete` is finalized and not yet sent. */
type InstanceStatus = 'complete' | 'submissionFailed' | 'submitted'

/** A finalized interview on the phone. */
export interface Instance {
  form: PhoneForm
  instanceId: string
  status: InstanceStatus
  finalizedAt: Date
  xml: PhoneFile
  files: readonly PhoneFile[]
  /** The interview that this one replaces, and its number among the edits of the original. */
  edits?: { original: Instance; number: number }
}

export interface SendResult {
  instance: Instance
  isSent: boolean
  /** The text for the user: of the server after a success, else the reason. */
  message: string | undefined
  /** The server asked for a password, so that a person has to act. */
  needsPassword: boolean
}

export interface PhoneOptions {
  /** Version in the User-Agent, as `git describe` prints it for a release of Collect. */
  version?: string
  deviceId?: string
  /** Clock of the phone, which can be wrong. */
  now?: () => Date
  offsetMinutes?: number
  timeouts?: Partial<Timeouts>
  /** Certificates that the phone trusts, for a server with its own authority. */
  ca?: string
}

/** Settings that JavaRosa reads as properties of the phone; the first one with a value counts. */
const propertyKeys = {
  username: ['metadata_username', 'username'],
  phonenumber: ['metadata_phonenumber'],
  email: ['metadata_email'],
}
const collectTimeouts: Timeouts = { connectMs: 30_000, readMs: 60_000, writeMs: 60_000 }
const idCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const createDeviceId = (): string =>
  `collect:${Array.from({ length: 16 }, () => idCharacters[randomInt(idCharacters.length)]).join('')}`

/** Letters and digits of the title, and the local time. */
const fileNameOf = (title: string, date: Date, offsetMinutes: number): string => {
  const name = title
    .replaceAll(/[^\p{L}0-9]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const time = new Date(date.getTime() + offsetMinutes * 60_000).toISOString().slice(0, 19)
  return `${name}_${time.replace('T', '_').replaceAll(':', '-')}.xml`
}

/** A phone with ODK Collect. docs/collect-facts.md has the facts that it follows. */
export class Phone {
  readonly settings: PhoneSettings
  readonly deviceId: string
  instances: Instance[] = []
  /** Decides when the network fails. Can be replaced at any time. */
  faults: Faults = () => undefined
  readonly #client: HttpClient
  readonly #forms: FormStore
  readonly #now: () => Date
  readonly #offsetMinutes: number

  /** Scans a QR code. Throws if Collect refuses its settings. */
  constructor(qrText: string, options: PhoneOptions = {}) {
    const { version = 'v2026.3.0', now = () => new Date(), offsetMinutes = 0, timeouts, ca } = options
    this.settings = readSettings(qrText)
    this.deviceId = options.deviceId ?? createDeviceId()
    this.#now = now
    this.#offsetMinutes = offsetMinutes
    this.#client = new HttpClient({
      userAgent: `org.odk.collect.android/${version} Dalvik/2.1.0 (Linux; U; Android 14; Pixel 7 Build/UQ1A.240205.004)`,
      now,
      timeouts: { ...collectTimeouts, ...timeouts },
      faults: (request) => this.faults(request),
      ca,
    })
    const server = new FormServer(this.#client, {
      serverUrl: serverUrlOf(this.settings),
      deviceId: this.deviceId,
    })
    this.#forms = new FormStore(server, (form) => this.instances.some((instance) => instance.form === form))
  }

  /** The forms that a person can open. */
  get forms(): PhoneForm[] {
    return this.#forms.forms.filter(({ isDeleted }) => !isDeleted)
  }

  /** All requests of the phone, with their lengths. */
  get requests(): readonly SentRequest[] {
    return this.#client.sent
  }

  /** Makes the forms equal to the server's forms. Throws a FormSourceError if the list cannot be read. */
  refreshForms(): Promise<RefreshedForm[]> {
    return this.#forms.refresh()
  }

  /** Returns the newest form with an id. */
  getForm(formId: string): PhoneForm {
    const form = this.forms.findLast((candidate) => candidate.formId === formId)
    if (!form) throw new Error(`the phone has no form ${formId}`)
    return form
  }

  /** Fills a form and finalizes it. `files` are the pictures and recordings that the answers name. */
  finalize(
    form: PhoneForm,
    answers: Answers,
    { files = [], startedAt }: { files?: readonly PhoneFile[]; startedAt?: Date } = {},
  ): Instance {
    return this.#save(form, fillForm(form.xml, answers, this.#interview(startedAt)), files)
  }

  /** Changes a finalized or sent interview. Files with the name of an earlier file replace it. */
  edit(
    instance: Instance,
    changes: Answers,
    { files = [] }: { files?: readonly PhoneFile[] } = {},
  ): Instance {
    if (!instance.form.isEditable) throw new Error('the form does not allow edits after finalization')
    if (!this.instances.includes(instance)) throw new Error('the phone has deleted this interview')
    const original = instance.edits?.original ?? instance
    const number = (instance.edits?.number ?? 0) + 1
    if (this.instances.some(({ edits }) => edits?.original === original && edits.number >= number))
      throw new Error('the interview has a newer edit')
    const { form } = instance
    const submission = Buffer.from(instance.xml.bytes).toString('utf8')
    const xml = editSubmission({ xform: form.xml, submission }, changes, this.#interview())
    const names = new Set(files.map(({ name }) => name))
    const retained = instance.files.filter(({ name }) => !names.has(name))
    const edited = this.#save(form, xml, [...retained, ...files])
    edited.edits = { original, number }
    return edited
  }

  /** Sends one interview. Collect always begins with the first post; `firstPost` begins with a later one. */
  async send(instance: Instance, { firstPost }: { firstPost?: number } = {}): Promise<SendResult> {
    return this.#send(instance, { redirects: new Map(), firstPost })
  }

  /** Sends everything that waits, in the order of finalization. A failure does not stop the next ones. */
  async sendAll(): Promise<SendResult[]> {
    const redirects = new Map<string, string>()
    const waiting = this.instances
      .filter(({ status }) => status !== 'submitted')
      .toSorted((a, b) => a.finalizedAt.getTime() - b.finalizedAt.getTime())
    const results: SendResult[] = []
    for (const instance of waiting) results.push(await this.#send(instance, { redirects }))
    return results
  }

  /** Closes the idle connections. */
  close(): void {
    this.#client.close()
  }

  async #send(
    instance: Instance,
    options: { redirects: Map<string, string>; firstPost?: number | undefined },
  ): Promise<SendResult> {
    // Collect marks the failure before it sends, so that an interrupted app tries again.
    instance.status = 'submissionFailed'
    const url =
      instance.form.submissionUrl?.trim() ?? `${serverUrlOf(this.settings).replace(/\/$/, '')}/submission`
    const { xml, files } = instance
    try {
      const message = await submit(this.#client, { xml, files, url, deviceId: this.deviceId }, options)
      instance.status = 'submitted'
      if (this.#deletesAfterSending(instance.form))
        this.instances = this.instances.filter((other) => other !== instance)
      return { instance, isSent: true, message, needsPassword: false }
    } catch (error) {
      if (!(error instanceof UploadError)) throw error
      return { instance, isSent: false, message: error.message, needsPassword: error.needsPassword }
    }
  }

  /** The form overrides the setting. */
  #deletesAfterSending({ autoDelete }: PhoneForm): boolean {
    const override = autoDelete?.trim().toLowerCase()
    return this.settings.general['delete_send'] === true ? override !== 'false' : override === 'true'
  }

  #interview(startedAt: Date = this.#now()): Interview {
    const { general } = this.settings
    const properties: Record<string, string> = { deviceid: this.deviceId }
    for (const [name, keys] of Object.entries(propertyKeys)) {
      const value = keys
        .map((key) => general[key])
        .find((text) => typeof text === 'string' && text.trim() !== '')
      if (typeof value === 'string') properties[name] = value
    }
    return {
      startedAt,
      endedAt: this.#now(),
      offsetMinutes: this.#offsetMinutes,
      properties,
    }
  }

  #save(form: PhoneForm, submission: string, files: readonly PhoneFile[]): Instance {
    const finalizedAt = this.#now()
    const name = fileNameOf(form.title, finalizedAt, this.#offsetMinutes)
    const instance: Instance = {
      form,
      instanceId: instanceIdOf(submission),
      status: 'complete',
      finalizedAt,
      xml: { name, bytes: Buffer.from(submission) },
      files,
    }
    this.instances.push(instance)
    return instance
  }
}
