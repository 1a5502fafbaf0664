/** Receives mails on port 2525 of the loopback address, and prints each as a line of JSON. */
import { setTimeout as sleep } from 'node:timers/promises'

import { startMailCatcher } from '../stack/mail-catcher.ts'

const { mails } = await startMailCatcher({ smtp: 2525, http: 2526 })
for (;;) {
  for (const mail of mails.splice(0)) console.log(JSON.stringify(mail))
  await sleep(200)
}
