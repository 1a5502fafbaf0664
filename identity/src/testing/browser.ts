/** A minimal browser: it keeps cookies, sends its origin and does not follow redirects. */
export interface Answer {
  status: number
  headers: Headers
  location: string | null
  body: { code?: string; message?: string; [key: string]: unknown }
}

interface RequestOptions {
  body?: unknown
  headers?: Record<string, string>
}

export interface Browser {
  get: (path: string, options?: RequestOptions) => Promise<Answer>
  post: (path: string, body?: unknown, options?: RequestOptions) => Promise<Answer>
  request: (method: string, path: string, options?: RequestOptions) => Promise<Answer>
  /** The last Set-Cookie line of each name, with all attributes. */
  cookies: Map<string, string>
}

export const openBrowser = (baseUrl: string, origin: string, language = 'en'): Browser => {
  const cookies = new Map<string, string>()
  const request: Browser['request'] = async (method, path, options = {}) => {
    const jar = [...cookies.values()].map((line) => line.split(';')[0]).join('; ')
    const response = await fetch(new URL(path, baseUrl), {
      method,
      redirect: 'manual',
      headers: {
        'accept-language': language,
        ...(method === 'GET' ? {} : { origin }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(jar ? { cookie: jar } : {}),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const name = line.slice(0, line.indexOf('='))
      if (/max-age=0\b/i.test(line)) cookies.delete(name)
      else cookies.set(name, line)
    }
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('location'),
      body: text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as Answer['body']) : {},
    }
  }
  return {
    request,
    get: (path, options) => request('GET', path, options),
    post: (path, body = {}, options) => request('POST', path, { ...options, body }),
    cookies,
  }
}
