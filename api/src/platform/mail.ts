import { createTransport } from 'nodemailer'

interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export type SendMail = (mail: Mail) => Promise<void>

export const mailer = ({ url, from }: { url: string; from: string }): SendMail => {
  const transport = createTransport(url)
  return async (mail) => {
    await transport.sendMail({ from, ...mail })
  }
}
