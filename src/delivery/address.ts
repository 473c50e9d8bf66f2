// Checks where callbacks may be sent: to an absolute http or https URL and, in hosted mode, never
// to a private network. The URL is checked when it is set. The IP addresses of its name are checked
// when a callback is sent.

import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import type { Config } from '../config.ts'

export const CALLBACK_URL_LENGTH = 512

/**
 * Loopback, private, link-local, shared, documentation and reserved ranges, and those that embed an
 * IPv4 address (translation, 6to4, Teredo). An IPv4-mapped IPv6 address is checked as IPv4.
 *
 * - Sources: RFC 6890, RFC 1918, RFC 6598, RFC 4193, RFC 4291, RFC 3056, RFC 4380, RFC 8215
 * - Documentation: RFC 5737, RFC 3849, RFC 9637
 * - Benchmarking: RFC 2544, RFC 5180; ORCHID: RFC 7343; segment routing: RFC 9602
 */
const PRIVATE_NETWORKS = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  // The metadata service of a large cloud provider.
  ['168.63.129.16', 32, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['::ffff:0:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  // Teredo, benchmarking, ORCHID and other ranges that the IETF reserves for protocols.
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
] as const

const privateNetworks = new BlockList()
for (const [network, prefix, family] of PRIVATE_NETWORKS)
  privateNetworks.addSubnet(network, prefix, family)

/**
 * Names that resolve only in a private network. Sources: RFC 6761, RFC 6762, RFC 8375, RFC 9476.
 */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa|lan|test|invalid|alt)\.?$/

/**
 * The problem of the URL, or undefined. A public name's IP addresses are checked when a callback is
 * sent.
 */
export function callbackUrlFault(
  text: string,
  { mode, publicUrl }: Pick<Config, 'mode' | 'publicUrl'>,
): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:\/\/[^\p{Cc}\p{Cs}\s]+$/iu.test(text))
    return 'must be an absolute http or https URL'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  // Receivers of this service are reached without a connection.
  const isOwn = publicUrl !== undefined && text.startsWith(`${publicUrl}/receivers/`)
  if (mode === 'hosted' && !isOwn && isPrivateHost(url.hostname))
    return 'must not point to a loopback or private IP address'
  return undefined
}

/** Whether an IP address is private; any other text counts as private. */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return privateNetworks.check(address, 'ipv4')
  return !isIPv6(address) || privateNetworks.check(address, 'ipv6')
}

/** Expects the host in the URL parser's form, where `127.1` and `0x7f000001` are `127.0.0.1`. */
export function isPrivateHost(hostname: string): boolean {
  const address = hostname.replace(/[[\]]/g, '')
  if (isIP(address) !== 0) return isPrivateAddress(address)
  // Names without a dot resolve in the machine's own network.
  return PRIVATE_NAME.test(address) || !address.includes('.')
}
