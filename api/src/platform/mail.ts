import { createTransport } from 'nodemailer'

interface Mail {
  to: string
  language: string
  subject: string
  text: string
  html: string
}

export type SendMail = (mail: Mail) => Promise<void>

export const mailer = ({ url, from }: { url: string; from: string }): SendMail => {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return async ({ language, ...mail }) => {
    // RFC 3834: `Auto-Submitted` prevents automatic replies such as absence notices.
    const headers = { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' }
    await transport.sendMail({ from, headers, ...mail })
  }
}
