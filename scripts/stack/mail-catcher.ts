import { createServer } from 'node:http'

import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

import { findFreePort } from './processes.ts'

interface ReceivedMail {
  from: string
  to: string
  subject: string
  text: string
  html: string
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${String(c.charCodeAt(0))};`)

const renderPage = (
  mails: readonly ReceivedMail[],
): string => `<!doctype html><meta charset="utf-8"><title>Mails</title>
<body style="font-family:system-ui;max-width:48rem;margin:2rem auto"><h1>Mails (${String(mails.length)})</h1>
${mails
  .toReversed()
  .map(
    ({ to, subject, text }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>to ${escapeHtml(to)}</p><pre style="white-space:pre-wrap">${escapeHtml(
        text,
      ).replace(/https?:\/\/\S+/g, '<a href="$&">$&</a>')}</pre></article><hr>`,
  )
  .join('')}`

/**
 * Starts an SMTP server that keeps the mails it receives, with a page to read them. For development and
 * tests.
 */
export const startMailCatcher = async (
  options: {
    smtp?: number
    http?: number
    /** Encrypts the connections, and listens on this address for other machines. */
    tls?: { host: string; cert: string; key: string }
    /** Accepts mails only after this login. */
    login?: { user: string; password: string }
    /** List to which mails are added, for a server that starts again. */
    mails?: ReceivedMail[]
  } = {},
) => {
  const { tls, login, mails = [] } = options
  const smtpPort = options.smtp ?? (await findFreePort())
  const httpPort = options.http ?? (await findFreePort())
  const smtp = new SMTPServer({
    ...(tls && { secure: true, cert: tls.cert, key: tls.key }),
    authOptional: !login,
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    onAuth: ({ username, password }, _session, callback) => {
      if (login && username === login.user && password === login.password) callback(null, { user: username })
      else callback(new Error('wrong login'))
    },
    logger: false,
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then(({ from, subject = '', text = '', html = '' }) => {
          mails.push({
            from: from?.address ?? '',
            to: session.envelope.rcptTo.map(({ address }) => address).join(', '),
            subject,
            text,
            html,
          })
          callback()
        }, callback)
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    smtp.once('error', reject)
    smtp.listen(smtpPort, tls?.host ?? '127.0.0.1', resolve)
  })
  const http = createServer((request, response) => {
    if (request.url === '/mails')
      response.setHeader('content-type', 'application/json').end(JSON.stringify(mails))
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(renderPage(mails))
  })
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(httpPort, '127.0.0.1', resolve)
  })
  return {
    mails,
    smtpPort,
    smtpUrl: `smtp://127.0.0.1:${String(smtpPort)}`,
    url: `http://127.0.0.1:${String(httpPort)}`,
    stop: async () => {
      http.closeAllConnections()
      http.close()
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
    },
  }
}
