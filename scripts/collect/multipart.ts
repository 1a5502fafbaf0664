import { randomUUID } from 'node:crypto'

export interface PhoneFile {
  name: string
  bytes: Uint8Array
}

export interface Post {
  files: readonly PhoneFile[]
  isLast: boolean
}

/** Collect compares after it has added a file, so that a post has up to one file more. */
const filesBeforeSplit = 100

/**
 * Types that Collect adds to Android's table, and Android's types for files that questions of our forms
 * produce. Android's table differs between its releases, so that a server must not rely on these types.
 */
const contentTypes: Record<string, string> = {
  amr: 'audio/amr',
  oga: 'audio/ogg',
  ogv: 'video/ogg',
  webm: 'video/webm',
  csv: 'text/comma-separated-values',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain',
}

const contentTypeOf = (fileName: string): string => {
  const dot = fileName.lastIndexOf('.')
  const extension = dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase()
  return contentTypes[extension] ?? 'application/octet-stream'
}

/** Distributes the files of an instance over posts. A file above the limit is sent anyway. */
export const splitIntoPosts = (xml: PhoneFile, files: readonly PhoneFile[], maxLength: number): Post[] => {
  const posts: Post[] = []
  let current: PhoneFile[] = []
  let length = xml.bytes.length
  for (const [index, file] of files.entries()) {
    current.push(file)
    length += file.bytes.length
    const next = files[index + 1]
    if (next && (current.length > filesBeforeSplit || length + next.bytes.length > maxLength)) {
      posts.push({ files: current, isLast: false })
      current = []
      length = xml.bytes.length
    }
  }
  return [...posts, { files: current, isLast: true }]
}

/** Escapes like OkHttp, which leaves all other characters as they are, in UTF-8. */
const quote = (text: string): string =>
  `"${text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')}"`

/** Writes a post like OkHttp: the XML first, then the files. No part has a length or a transfer encoding. */
export const writeMultipart = (
  xml: PhoneFile,
  { files, isLast }: Post,
  boundary: string = randomUUID(),
): { contentType: string; chunks: Uint8Array[] } => {
  const part = (disposition: string, bytes: Uint8Array, contentType?: string): Uint8Array[] => {
    const type = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`
    const head = `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`
    return [Buffer.from(head), bytes, Buffer.from('\r\n')]
  }
  const filePart = (name: string, file: PhoneFile, contentType: string): Uint8Array[] =>
    part(`name=${quote(name)}; filename=${quote(file.name)}`, file.bytes, contentType)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    chunks: [
      ...filePart('xml_submission_file', xml, 'text/xml'),
      ...files.flatMap((file) => filePart(file.name, file, contentTypeOf(file.name))),
      ...(isLast ? [] : part('name="*isIncomplete*"', Buffer.from('yes'))),
      Buffer.from(`--${boundary}--\r\n`),
    ],
  }
}
