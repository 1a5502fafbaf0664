/** How a service connects to an address of its configuration. */
type Connection = 'web' | 'database' | 'mail'

/** A parameter that is given twice has its last value, as in the libraries that read these addresses. */
const parameterOf = ({ searchParams }: URL, name: string): string | undefined =>
  searchParams.getAll(name).at(-1)

/** Whether the traffic stays on this machine: loopback, or a Unix socket. */
const staysHere = (connection: Connection, url: URL): boolean => {
  const replacement = connection === 'database' ? parameterOf(url, 'host') : undefined
  const host = replacement ?? decodeURIComponent(url.hostname)
  return (
    url.protocol === 'socket:' ||
    host.startsWith('/') ||
    ['localhost', '[::1]'].includes(host) ||
    /^127(\.\d{1,3}){3}$/.test(host)
  )
}

const requirements: Readonly<Record<Connection, { isMetBy: (url: URL) => boolean; text: string }>> = {
  web: {
    isMetBy: ({ protocol }) => protocol === 'https:',
    text: 'use https:// for another machine',
  },
  database: {
    // Other modes of the driver accept an unverified certificate, or will in its next version.
    isMetBy: (url) => parameterOf(url, 'sslmode') === 'verify-full',
    text: 'add sslmode=verify-full for another machine',
  },
  mail: {
    isMetBy: (url) =>
      (url.protocol === 'smtps:' || parameterOf(url, 'requireTLS') === 'true') &&
      parameterOf(url, 'tls.rejectUnauthorized') !== 'false',
    text: 'use smtps://, or add requireTLS=true, for another machine, and verify its certificate',
  },
}

/**
 * Returns what is missing so that the connection is encrypted and the other side is verified; undefined if nothing
 * is, or if the traffic stays on this machine.
 */
export const missingEncryption = (connection: Connection, address: string): string | undefined => {
  const url = URL.parse(address)
  const { isMetBy, text } = requirements[connection]
  // The schema of the configuration reports an invalid address.
  return !url || staysHere(connection, url) || isMetBy(url) ? undefined : text
}
