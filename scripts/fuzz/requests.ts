import type { Chance } from '../seed/chance.ts'
import { writeForm, writeQuery } from './encode.ts'
import { hostileCredentials } from './hostile-credentials.ts'
import { changeField } from './hostile-fields.ts'
import { changeBody, changeHeaders, changeMethod, changePath, changeQuery } from './hostile-messages.ts'
import { writeJson, writeText } from './hostile-values.ts'
import type { Person } from './people.ts'
import type { Records } from './records.ts'
import type { Call, FuzzedRequest, Input } from './types.ts'
import { validValue } from './valid-value.ts'

/** Weights of the kinds of changes. */
const kinds = {
  none: 14,
  field: 34,
  fields: 10,
  credentials: 7,
  body: 10,
  query: 9,
  path: 5,
  method: 3,
  headers: 8,
}

const generateInput = (call: Call, source: { chance: Chance; records: Records }): Input => {
  const segment = call.path.split('/')[2] ?? ''
  const generate = (place: string) =>
    Object.fromEntries(
      call.parameters
        .filter((one) => one.in === place && (one.required || source.chance.happens(0.4)))
        .map(({ name, schema }) => [name, validValue(schema, name, { ...source, segment })]),
    )
  const params = generate('path')
  const query = generate('query')
  const body = call.body && validValue(call.body, '', { ...source, segment })
  // A body repeats the id of its path.
  if (body && typeof body === 'object' && 'id' in body && params['id'] !== undefined) body.id = params['id']
  return { params, query, body }
}

const encodeRequest = (
  call: Call,
  { params, query, body }: Input,
  { sender, chance }: { sender: Person; chance: Chance },
): FuzzedRequest => {
  const isForm = call.isUpload && typeof body === 'object'
  const form = isForm ? writeForm(body ?? {}, chance) : undefined
  const bytes = form?.bytes ?? Buffer.from(body === undefined ? '' : writeJson(body))
  return {
    call: `${call.method} ${call.path}`,
    sender: sender.name,
    changes: [],
    method: call.method,
    path: call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(writeText(params[name]))),
    query: writeQuery(query),
    headers: [
      ...(call.body ? [['content-type', form?.type ?? 'application/json'] as [string, string]] : []),
      ...(call.path.startsWith('/identity') ? sender.identityHeaders : sender.apiHeaders),
    ],
    body: bytes,
    isIncomplete: false,
  }
}

/** Generates one request. The same chance makes the same request, apart from the ids and tokens of the run. */
export const generateRequest = (
  call: Call,
  { chance, sender, records }: { chance: Chance; sender: Person; records: Records },
): FuzzedRequest => {
  const kind = chance.pickWeighted(kinds)
  const input = generateInput(call, { chance, records })
  const changes: string[] = []
  const fieldCount = kind === 'field' ? 1 : kind === 'fields' ? chance.integer(2, 5) : 0
  for (let n = 0; n < fieldCount; n += 1) changes.push(changeField(input, chance))
  const request = encodeRequest(call, input, { sender, chance })
  request.changes = changes
  const change = {
    none: undefined,
    field: undefined,
    fields: undefined,
    credentials: hostileCredentials,
    body: changeBody,
    query: changeQuery,
    path: changePath,
    method: changeMethod,
    headers: changeHeaders,
  }[kind]
  if (change) request.changes.push(change(request, chance))
  return request
}
