import { setTimeout as sleep } from 'node:timers/promises'

import type { Faults } from '../collect/faults.ts'
import { fillForm } from '../collect/fill.ts'
import { HttpClient } from '../collect/http-client.ts'
import { submit, UploadError } from '../collect/submit.ts'
import { fillInterview } from './questionnaire.ts'

/** The pause before the app sends an interview again. */
const retryMs = 1_000
const userAgent = 'org.odk.collect.android/v2026.3.0 Dalvik/2.1.0 (Linux; U; Android 14; Pixel 7)'

interface Counts {
  /** Interviews that the server has confirmed. */
  received: number
  answersLost: number
  /** Attempts that ended with an error, by the message on the phone. */
  failures: Map<string, number>
}

interface PhoneOptions {
  serverUrl: string
  number: number
  /** The form as phones download it. */
  xform: string
  /** The part of the answers to posts that are lost. */
  lostAnswers: number
  counts: Counts
}

/** Hides the token and the address, which differ from phone to phone. */
const kindOf = (message: string): string => message.replace(/ at http.*$/, '')

/**
 * Returns a function that fills in an interview and sends it until the server confirms it. It sends the same bytes as
 * Phone, with less memory. The interviews of a phone are sent one after the other.
 */
export const createPhone = ({ serverUrl, number, xform, lostAnswers, counts }: PhoneOptions) => {
  const faults: Faults = ({ method }) => {
    if (method !== 'POST' || Math.random() >= lostAnswers) return undefined
    counts.answersLost += 1
    // Half of them are sent again at once, by OkHttp; the others by Collect, from the beginning.
    return { losesAnswer: true, thenOffline: Math.random() < 0.5 }
  }
  const timeouts = { connectMs: 30_000, readMs: 60_000, writeMs: 60_000 }
  const client = new HttpClient({ userAgent, now: () => new Date(), timeouts, faults, ca: undefined })
  const deviceId = `collect:${String(number).padStart(16, '0')}`
  let previous: Promise<void> = Promise.resolve()

  const sendInterview = async (interview: number): Promise<void> => {
    const { answers, files } = await fillInterview(interview)
    const now = new Date()
    const xml = fillForm(xform, answers, { startedAt: now, endedAt: now, offsetMinutes: 120, properties: {} })
    const submission = {
      xml: { name: `interview ${String(interview)}.xml`, bytes: Buffer.from(xml) },
      files,
      url: `${serverUrl}/submission`,
      deviceId,
    }
    for (;;) {
      try {
        await submit(client, submission, { redirects: new Map() })
        counts.received += 1
        return
      } catch (error) {
        if (!(error instanceof UploadError)) throw error
        const kind = kindOf(error.message)
        counts.failures.set(kind, (counts.failures.get(kind) ?? 0) + 1)
        await sleep(retryMs)
      } finally {
        client.sent.length = 0
      }
    }
  }

  return {
    send: (interview: number): Promise<void> => {
      previous = previous.then(() => sendInterview(interview))
      return previous
    },
    close: () => client.close(),
  }
}
