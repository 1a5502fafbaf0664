import { startMailCatcher } from '../../../scripts/stack/mail-catcher.ts'

/** Opens the mail catcher with helpers for these tests. */
export const openMailbox = async () => {
  const catcher = await startMailCatcher()
  const sentTo = (address: string) =>
    catcher.mails.filter(({ to }) => to.toLowerCase() === address.toLowerCase())
  return {
    url: catcher.smtpUrl,
    sentTo,
    /** Waits for the newest mail to an address. */
    newestTo: async (address: string) => {
      for (const deadline = Date.now() + 5_000; Date.now() < deadline;) {
        const mail = sentTo(address).at(-1)
        const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]
        if (mail && link) return { ...mail, link }
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error(`no mail with a link arrived for ${address}`)
    },
    close: catcher.stop,
  }
}
export type Mailbox = Awaited<ReturnType<typeof openMailbox>>
