import { createHash } from 'node:crypto'

import type { ListedFile, ListedForm } from './form-list.ts'
import { FormSourceError } from './server.ts'
import type { FormServer } from './server.ts'
import { elementsOf, findChild, getChild, parseXml, textOf } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** A form on the phone. Its id and version come from the XForm, not from the list. */
export interface PhoneForm {
  formId: string
  version: string | undefined
  title: string
  /** MD5 of the XForm. */
  hash: string
  xml: string
  media: Map<string, Buffer>
  /** Attributes of `<submission>`. */
  submissionUrl: string | undefined
  isEditable: boolean
  autoDelete: string | undefined
  /** Hidden, because the server no longer lists it, but kept for its interviews. */
  isDeleted: boolean
}

export type FormState = 'new' | 'onDevice' | 'updatedVersion' | 'updatedHash' | 'updatedMedia'

export interface RefreshedForm {
  formId: string
  state: FormState
  /** Absent if the form is now on the phone. */
  error?: string
}

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')

/** The prefix of an attribute is ignored. */
const attributeOf = (element: XmlElement | undefined, local: string): string | undefined =>
  element && [...element.attributes].find(([name]) => name.replace(/^.*:/, '') === local)?.[1]

const readForm = (bytes: Buffer): Omit<PhoneForm, 'media' | 'isDeleted'> => {
  const xml = bytes.toString('utf8')
  const head = getChild(parseXml(xml), 'head')
  const model = getChild(head, 'model')
  const [root] = elementsOf(getChild(model, 'instance'))
  const submission = findChild(model, 'submission')
  const formId = root?.attributes.get('id')
  if (formId === undefined) throw new Error('the primary instance has no id')
  return {
    formId,
    version: root?.attributes.get('version')?.trim() || undefined,
    title: textOf(getChild(head, 'title')),
    hash: md5(bytes),
    xml,
    submissionUrl: attributeOf(submission, 'action'),
    isEditable: attributeOf(submission, 'client-editable')?.toLowerCase() === 'true',
    autoDelete: attributeOf(submission, 'auto-delete'),
  }
}

/** The forms on a phone, refreshed in Collect's mode "exactly match server". */
export class FormStore {
  forms: PhoneForm[] = []
  readonly #server: FormServer
  readonly #hasInstances: (form: PhoneForm) => boolean

  constructor(server: FormServer, hasInstances: (form: PhoneForm) => boolean) {
    this.#server = server
    this.#hasInstances = hasInstances
  }

  /** Makes the forms of the phone equal to the list. Throws if the list cannot be read; then nothing changes. */
  async refresh(): Promise<RefreshedForm[]> {
    const listed = await this.#server.fetchFormList()
    const details: { item: ListedForm; files: ListedFile[] | undefined; state: FormState }[] = []
    for (const item of listed) {
      const files = await this.#findManifest(item)
      details.push({ item, files, state: this.#stateOf(item, files) })
    }
    this.#removeUnlisted(new Set(listed.map(({ formId }) => formId)))
    const results: RefreshedForm[] = []
    for (const { item, files, state } of details) {
      const result: RefreshedForm = { formId: item.formId, state }
      if (state !== 'onDevice') {
        const error = await this.#download(item, { files, state })
        if (error !== undefined) result.error = error
      }
      results.push(result)
    }
    return results
  }

  /** A manifest that cannot be read counts as absent: Collect then downloads the form without its files. */
  async #findManifest({ manifestUrl }: ListedForm): Promise<ListedFile[] | undefined> {
    if (manifestUrl === undefined) return undefined
    try {
      return await this.#server.fetchManifest(manifestUrl)
    } catch (error) {
      if (error instanceof FormSourceError) return undefined
      throw error
    }
  }

  #stateOf(item: ListedForm, files: ListedFile[] | undefined): FormState {
    const existing = this.#findByHash(item.hash)
    if (existing) {
      if (existing.isDeleted) return 'new'
      const localHashes = new Set([...existing.media.values()].map(md5))
      const hasNewFile = files?.some(
        ({ fileName, hash }) => !fileName.endsWith('.zip') && !localHashes.has(hash),
      )
      return hasNewFile ? 'updatedMedia' : 'onDevice'
    }
    const versions = this.forms.filter(({ formId, isDeleted }) => formId === item.formId && !isDeleted)
    if (versions.length === 0) return 'new'
    if (item.hash === undefined) return 'onDevice'
    return versions.some(({ version }) => version === item.version) ? 'updatedHash' : 'updatedVersion'
  }

  #findByHash(hash: string | undefined): PhoneForm | undefined {
    return hash === undefined ? undefined : this.forms.find((form) => form.hash === hash)
  }

  #removeUnlisted(formIds: ReadonlySet<string>): void {
    for (const form of this.forms.filter(({ formId }) => !formIds.has(formId)))
      if (this.#hasInstances(form)) form.isDeleted = true
      else this.#delete(form)
  }

  #delete(form: PhoneForm): void {
    this.forms = this.forms.filter((other) => other !== form)
  }

  /** Returns the reason of a failure. The other forms are downloaded anyway. */
  async #download(
    item: ListedForm,
    { files = [], state }: { files: ListedFile[] | undefined; state: FormState },
  ): Promise<string | undefined> {
    if (item.hash === undefined) return 'the form has no hash'
    const known = this.#findByHash(item.hash)
    if (known) known.isDeleted = false
    const replaced = known
      ? []
      : this.forms.filter(({ formId, version }) => formId === item.formId && version === item.version)
    try {
      const bytes = await this.#server.fetchFile(item.downloadUrl)
      const media = await this.#fetchMedia(item, { files, state })
      // The hash of the list is not compared with the downloaded form.
      const installed =
        this.#findByHash(md5(bytes)) ?? this.#install({ ...readForm(bytes), media, isDeleted: false })
      for (const [name, content] of media) installed.media.set(name, content)
      return undefined
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    } finally {
      for (const form of replaced) this.#delete(form)
    }
  }

  #install(form: PhoneForm): PhoneForm {
    this.forms.push(form)
    return form
  }

  /** Takes files from the same or the last version of the form if their hash is equal, and downloads the others. */
  async #fetchMedia(
    item: ListedForm,
    { files, state }: { files: ListedFile[]; state: FormState },
  ): Promise<Map<string, Buffer>> {
    const versions = this.forms.filter(({ formId }) => formId === item.formId)
    const source = versions.find(({ version }) => version === item.version) ?? versions.at(-1)
    const media = new Map<string, Buffer>()
    for (const { fileName, hash, downloadUrl } of files) {
      const existing = source?.media.get(fileName)
      if (!existing || md5(existing) !== hash) media.set(fileName, await this.#server.fetchFile(downloadUrl))
      else if (state !== 'updatedMedia') media.set(fileName, existing)
    }
    return media
  }
}
