import { isIPv6 } from 'node:net'

/**
 * Returns the sender for rate limits: an IPv4 address, or the /64 network of an IPv6 address, since one
 * subscriber gets at least a /64.
 */
export const senderOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const filled =
    tail === undefined
      ? front
      : [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
  return `${filled
    .slice(0, 4)
    .map((part) => parseInt(part, 16).toString(16))
    .join(':')}::/64`
}
