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
    // Told apart from mail that people write, so that no absence notice comes back.
    const headers = { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' }
    await transport.sendMail({ from, headers, ...mail })
  }
}
