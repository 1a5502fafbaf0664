import type { Chance } from '../seed/chance.ts'
import { headerValue } from './hostile-credentials.ts'
import { hostileText, hostileValue, nest, writeJson } from './hostile-values.ts'
import type { FuzzedRequest } from './types.ts'

type Change = (request: FuzzedRequest, chance: Chance) => string

/** Replaces the whole body with bytes that are no valid JSON, or JSON of another shape. */
export const changeBody: Change = (request, chance) => {
  const { body } = request
  const cut = chance.integer(0, body.length)
  const text = body.toString('utf8')
  const bodies: Record<string, () => string | Buffer> = {
    empty: () => '',
    truncated: () => body.subarray(0, cut),
    'one byte changed': () =>
      Buffer.concat([body.subarray(0, cut), Buffer.from([chance.integer(0, 255)]), body.subarray(cut + 1)]),
    'NUL inserted': () => Buffer.concat([body.subarray(0, cut), Buffer.from([0]), body.subarray(cut)]),
    'invalid UTF-8': () =>
      Buffer.concat([body.subarray(0, cut), Buffer.from('fffeeda080c080', 'hex'), body.subarray(cut)]),
    'byte order mark': () => `\uFEFF${text}`,
    'UTF-16': () => Buffer.from(text, 'utf16le'),
    'sent twice': () => `${text}${text}`,
    'duplicate keys': () => text.replace('{', `${text.slice(0, -1)},`),
    'prototype key': () => text.replace('{', '{"__proto__":{"a":1},'),
    'constructor key': () => text.replace('{', '{"constructor":{"prototype":{"a":1}},'),
    'other JSON': () => writeJson(hostileValue(chance)),
    'nested lists': () => nest(chance.pick([40, 2_000, 100_000]), '[', '', ']'),
    'nested objects': () => nest(chance.pick([40, 2_000, 100_000]), '{"data":', '1', '}'),
    'unclosed lists': () => '['.repeat(50_000),
    'many keys': () =>
      writeJson(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${String(n)}`, n]))),
    'large text': () => writeJson({ data: 'x'.repeat(chance.pick([20_000, 1_048_000, 1_100_000])) }),
    'lone surrogate': () => `{"data":"\\ud800"}`,
    'bad escape': () => String.raw`{"data":"\u00zz\x"}`,
    'huge number': () => text.replace(/\d+/, '9'.repeat(2_000)),
    'number with exponent': () => text.replace(/\d+/, '1e999'),
    'single quotes': () => text.replaceAll('"', "'"),
    'literal NaN': () => '{"data":NaN}',
    comment: () => `/* */${text}`,
    form: () => 'data[a]=1&data[b]=2',
  }
  const name = chance.pick(Object.keys(bodies))
  request.body = Buffer.from((bodies[name]?.() ?? '') as string)
  if (!request.headers.some(([header]) => header === 'content-type'))
    request.headers.push(['content-type', 'application/json'])
  return `body: ${name}`
}

const rawValues = [
  '%',
  '%F',
  '%FF',
  '%00',
  '%C0%80',
  '%ED%A0%80',
  '%u0041',
  '+',
  '[]',
  '%5B%5D',
  'a'.repeat(9_000),
]

export const changeQuery: Change = (request, chance) => {
  const parts = request.query ? request.query.split('&') : ['filter[id]=a', 'limit=5']
  const [name = 'filter'] = chance.pick(parts).split('=')
  const value = chance.happens(0.5)
    ? chance.pick(rawValues)
    : encodeURIComponent(hostileText(chance).toWellFormed())
  const queries: Record<string, () => string> = {
    'repeated parameters': () => [...parts, ...parts].join('&'),
    'raw value': () => [...parts, `${name}=${value}`].join('&'),
    'only a raw value': () => `${name}=${value}`,
    'deep brackets': () => `${name}${'[a]'.repeat(chance.pick([3, 6, 500]))}=1`,
    'list and object': () => `${name}[]=1&${name}[a]=2&${name}=3`,
    'large index': () => `${name}[${chance.pick(['-1', '999', '1001', '99999999999', '1e9'])}]=1`,
    'open bracket': () => `${name}[=1&${name}]=2&[${name}=3`,
    'prototype names': () =>
      `__proto__[a]=1&constructor[prototype][a]=1&filter[__proto__]=1&filter[toString]=1`,
    'many parameters': () => Array.from({ length: 1_500 }, (_, n) => `a${String(n)}=1`).join('&'),
    'many values': () => Array.from({ length: 1_100 }, () => `${name}[]=1`).join('&'),
    separators: () => '&&=&=&;&?&#',
    'comma values': () => parts.map((part) => `${part},a,b`).join('&'),
    'other order': () => `orderBy=${value}&limit=${value}&offset=${value}`,
    'far page': () =>
      [...parts, `offset=${chance.pick(['9007199254740991', '999999999999999', '-1', '1e5'])}`].join('&'),
  }
  const kind = chance.pick(Object.keys(queries))
  request.query = queries[kind]?.() ?? ''
  return `query: ${kind}`
}

export const changePath: Change = (request, chance) => {
  const { path } = request
  const raw = encodeURIComponent(hostileText(chance).toWellFormed())
  request.path = chance.pick([
    `${path}/`,
    `${path}//`,
    path.replaceAll('/', '//'),
    `${path}/${raw.slice(0, 6_000)}`,
    path.replace(/[^/]+$/, raw.slice(0, 6_000)),
    path.replace(/[^/]+$/, chance.pick(rawValues).slice(0, 300)),
    path.toUpperCase(),
    `${path}%2f..%2f..`,
    `${path}/../../${raw.slice(0, 50)}`,
    `${path};a=b`,
    `${path}%00`,
    `${path}.json`,
    `http://example.org${path}`,
    `${path}/${'x'.repeat(20_000)}`,
  ])
  return 'path'
}

export const changeMethod: Change = (request, chance) => {
  request.method = chance.pick([
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'get',
    'QUERY',
  ])
  return `method ${request.method}`
}

const contentTypes = [
  'text/plain',
  'text/json',
  'application/json; charset=utf-16',
  'application/json; charset="',
  'application/json;;;',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/mixed; boundary=fuzz-boundary',
  'image/png',
  '/',
  '',
]

export const changeHeaders: Change = (request, chance) => {
  const value = headerValue(hostileText(chance))
  const length = request.body.length
  const headers: Record<string, () => string> = {
    'content-type': () => chance.pick(contentTypes),
    'content-encoding': () => chance.pick(['gzip', 'deflate', 'br', value]),
    'content-length': () =>
      chance.pick([
        String(length + 10),
        String(Math.max(0, length - 3)),
        '-1',
        '1e3',
        '99999999999999999999',
        '',
      ]),
    'transfer-encoding': () => 'chunked',
    'accept-language': () => chance.pick([value, 'pt-BR;q=x', ','.repeat(3_000), '*;q=2', 'en-'.repeat(300)]),
    accept: () => value,
    'if-match': () => chance.pick([value, '"1"', '"99999999999999999999"', '*', 'W/"1"', '"-1"', '""']),
    'idempotency-key': () => chance.pick([value, 'x'.repeat(255), 'x'.repeat(256), 'same', '\u00FF']),
    origin: () => chance.pick([value, 'null', 'https://evil.example', 'http://[', '']),
    referer: () => value,
    host: () => chance.pick(['', 'evil.example', 'a:b:c', value]),
    'x-forwarded-for': () => chance.pick([value, '1.2.3.4, 127.0.0.1', '::1%eth0', '']),
    'x-forwarded-proto': () => value,
    'x-request-id': () => value,
    'user-agent': () => chance.pick([value, 'x'.repeat(7_000)]),
    'x-http-method-override': () => 'DELETE',
    range: () => chance.pick(['bytes=0-', 'bytes=9-1', 'rows=x']),
    expect: () => chance.pick(['100-continue', 'x']),
    upgrade: () => 'websocket',
    'sec-fetch-site': () => value,
    [`x-${'n'.repeat(4_000)}`]: () => value,
    'bad name': () => value,
  }
  const name = chance.pick(Object.keys(headers))
  const content = headers[name]?.() ?? ''
  // Half of the time the header is sent twice.
  if (chance.happens(0.5)) request.headers = request.headers.filter(([header]) => header !== name)
  request.headers.push([name, content])
  request.isIncomplete = ['content-length', 'transfer-encoding', 'expect'].includes(name)
  return `header ${name.slice(0, 30)}: ${content.slice(0, 40)}`
}
