import { isIPv6 } from 'node:net'

/**
 * Who counts as one sender: an IPv4 address, or the first 64 bits of an IPv6 address, because a single household or
 * office holds all the addresses behind them. `::ffff:192.0.2.1` is the IPv4 address it carries.
 */
export const senderOf = (address: string): string => {
  const carried = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (carried) return carried
  if (!isIPv6(address)) return address
  // The URL parser writes every spelling of an address in the same way; it does not know zones like %eth0.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`)
  const [before = [], after] = hostname
    .slice(1, -1)
    .split('::')
    .map((groups) => (groups ? groups.split(':') : []))
  const zeros = Array.from({ length: after ? 8 - before.length - after.length : 0 }, () => '0')
  const groups = [...before, ...zeros, ...(after ?? [])]
  return `${groups.slice(0, 4).join(':')}::/64`
}
