/**
 * Returns a function like fetch that also reports the progress of an upload, which fetch cannot. XMLHttpRequest
 * would send cookies of our origin, but none has the api's path.
 */
export const fetchWithProgress =
  (onProgress: (share: number) => void) =>
  (url: string, { method = 'GET', headers = {}, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onProgress(total > 0 ? loaded / total : 0),
      )
      request.addEventListener('load', () => {
        const retryAfter = request.getResponseHeader('Retry-After')
        resolve(
          new Response(request.responseText, {
            status: request.status,
            headers: retryAfter === null ? {} : { 'Retry-After': retryAfter },
          }),
        )
      })
      request.addEventListener('error', () => reject(new TypeError('no response')))
      request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      onProgress(0)
      // Only forms are sent this way; the type of RequestInit's body is wider.
      request.send(body as FormData)
    })
