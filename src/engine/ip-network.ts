// The network to which an IP address belongs, for limits that count callers.

import { isIPv6 } from 'node:net'

const IPV6_GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * An IPv4 address itself, or the /64 prefix of an IPv6 address. Providers assign at least that much
 * to one customer, so counting single IPv6 addresses would be useless.
 */
export function ipNetwork(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  const [before, after] = ip.split('::').map((part) => part.split(':').filter((group) => group))
  const left = before ?? []
  const right = after ?? []
  const zeros = Array<string>(IPV6_GROUPS - left.length - right.length).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
