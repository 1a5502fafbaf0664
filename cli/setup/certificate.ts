import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

import { ConfigurationError } from '../../contract/src/start-error.ts'

export interface CertificateFiles {
  certificate: string
  key: string
}

const read = async (path: string): Promise<Buffer> =>
  readFile(path).catch(() => {
    throw new ConfigurationError(`Cannot read ${path}.`)
  })

/** Refuses a certificate that browsers would refuse, before a server loads it. */
export const verifyCertificate = async (files: CertificateFiles, hostname: string): Promise<void> => {
  const [pem, keyPem] = [await read(files.certificate), await read(files.key)]
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(pem)
  } catch (cause) {
    throw new ConfigurationError(`${files.certificate} is not a certificate in the PEM format.`, { cause })
  }
  let isPair: boolean
  try {
    isPair = certificate.checkPrivateKey(createPrivateKey(keyPem))
  } catch (cause) {
    throw new ConfigurationError(`${files.key} is not a private key in the PEM format without a password.`, {
      cause,
    })
  }
  if (!isPair) throw new ConfigurationError(`${files.key} is not the key of ${files.certificate}.`)
  if (!(isIP(hostname) ? certificate.checkIP(hostname) : certificate.checkHost(hostname)))
    throw new ConfigurationError(
      `${files.certificate} is not for ${hostname}, but for ${certificate.subjectAltName ?? certificate.subject}.`,
    )
  if (Date.parse(certificate.validTo) < Date.now())
    throw new ConfigurationError(`${files.certificate} expired on ${certificate.validTo}.`)
}
