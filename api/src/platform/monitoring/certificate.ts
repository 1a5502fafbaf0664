import { isIP } from 'node:net'
import { connect } from 'node:tls'

import { reading } from './reading.ts'

const dayMs = 86_400_000

interface Certificate {
  validUntil: Date
  daysLeft: number
  /** Why clients refuse the certificate; undefined if they trust it. */
  problem: string | undefined
}

/** Reads the certificate that clients see. Accepts any, because that of an expired one matters most; sends no data. */
export const readCertificate = (url: URL): Promise<Certificate> =>
  new Promise((resolve, reject) => {
    const socket = connect(
      {
        host: url.hostname,
        port: Number(url.port || 443),
        // TLS has no names for IP addresses.
        ...(isIP(url.hostname) ? {} : { servername: url.hostname }),
        timeout: 5_000,
        rejectUnauthorized: false,
      },
      () => {
        const validUntil = new Date(socket.getPeerCertificate().valid_to)
        const daysLeft = Math.floor((validUntil.getTime() - Date.now()) / dayMs)
        const problem = socket.authorized ? undefined : String(socket.authorizationError)
        resolve({ validUntil, daysLeft, problem })
        socket.destroy()
      },
    )
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error('no answer within 5 s')))
  })

export const judgeDays = (daysLeft: number): 'ok' | 'soon' | 'urgent' => {
  if (daysLeft < 7) return 'urgent'
  return daysLeft < 21 ? 'soon' : 'ok'
}

export const certificateReading = reading({
  name: 'certificate',
  metrics: {
    baseline_certificate_expiry_timestamp_seconds: {
      help: 'Time at which the certificate of PUBLIC_URL expires; absent without https',
    },
  },
  read: async ({ publicUrl }: { publicUrl: string }) => {
    const url = new URL(publicUrl)
    if (url.protocol !== 'https:')
      return { samples: { baseline_certificate_expiry_timestamp_seconds: [] }, findings: [] }
    const { validUntil, daysLeft } = await readCertificate(url)
    return {
      samples: {
        baseline_certificate_expiry_timestamp_seconds: [{ value: validUntil.getTime() / 1000 }],
      },
      findings:
        judgeDays(daysLeft) === 'ok'
          ? []
          : [{ key: 'certificate' as const, params: { host: url.hostname, days: daysLeft } }],
    }
  },
})
