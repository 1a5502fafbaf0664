import { isIPv6 } from 'node:net'

/**
 * Returns the sender that a rate limit counts: an IPv4 address, or the first 64 bits of an IPv6 address,
 * because one household or office owns all addresses of that network. `::ffff:192.0.2.1` is the IPv4 address
 * it contains.
 */
export const senderOf = (address: string): string => {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  // The URL parser normalises an address; it does not accept zones like %eth0.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`)
  const [before = [], after] = hostname
    .slice(1, -1)
    .split('::')
    .map((groups) => (groups ? groups.split(':') : []))
  const zeros = Array.from({ length: after ? 8 - before.length - after.length : 0 }, () => '0')
  const groups = [...before, ...zeros, ...(after ?? [])]
  return `${groups.slice(0, 4).join(':')}::/64`
}
