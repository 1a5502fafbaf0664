import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'

/** Creates a certificate authority of an organisation, in a folder. */
export const createAuthority = (folder: string) => {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30']
  openssl('req', '-x509', ...newKey, '-subj', '/CN=Ministry', '-keyout', 'ca.key', '-out', 'ca.crt')
  const file = join(folder, 'ca.crt')
  return {
    file,
    /** Issues a certificate for a host name or an address. */
    issue: (host: string) => {
      const subject = `/CN=${host} -addext subjectAltName=${isIP(host) ? 'IP' : 'DNS'}:${host}`
      openssl(
        ...`req -x509 -CA ca.crt -CAkey ca.key -keyout ${host}.key -out ${host}.crt -subj ${subject}`.split(
          ' ',
        ),
        ...newKey,
        '-addext',
        'basicConstraints=critical,CA:FALSE',
      )
      const [certificateFile, keyFile] = [join(folder, `${host}.crt`), join(folder, `${host}.key`)]
      const certificate = new X509Certificate(readFileSync(certificateFile))
      return {
        certificateFile,
        keyFile,
        cert: readFileSync(certificateFile, 'utf8'),
        key: readFileSync(keyFile, 'utf8'),
        /** Hash of the public key, by which a browser trusts exactly this certificate. */
        publicKeyHash: createHash('sha256')
          .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
          .digest('base64'),
      }
    },
  }
}
