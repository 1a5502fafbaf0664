import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Mailbox {
  url: string
  sentTo: (address: string) => Email[]
  /** The newest mail to an address, once it has come. */
  newestTo: (address: string) => Promise<Email & { link: string }>
  close: () => Promise<void>
}

/** A real SMTP server on loopback that keeps what it gets. */
export const openMailbox = async (): Promise<Mailbox> => {
  const mails: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail)
          done()
        }, done)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const sentTo = (to: string) =>
    mails.filter((mail) => mail.to?.some((one) => one.address?.toLowerCase() === to.toLowerCase()))
  return {
    url: `smtp://127.0.0.1:${String(port)}`,
    sentTo,
    newestTo: async (to) => {
      for (const deadline = Date.now() + 5_000; Date.now() < deadline;) {
        const mail = sentTo(to).at(-1)
        const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]
        if (mail && link) return { ...mail, link }
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error(`no mail with a link came to ${to}`)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
