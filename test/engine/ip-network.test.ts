import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ipNetwork } from '../../src/engine/ip-network.ts'

// prettier-ignore
const NETWORKS: readonly (readonly [ip: string, network: string])[] = [
  ['192.0.2.1',                   '192.0.2.1'],
  ['::ffff:192.0.2.1',            '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6',        '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::',          '2001:db8:1:2::/64'],
  ['2001:db8::1',                 '2001:db8:0:0::/64'],
  ['::1',                         '0:0:0:0::/64'],
  ['1::3:4:5:6:7:8',              '1:0:3:4::/64'],
  ['fe80::1%eth0',                'fe80:0:0:0::/64'],
  ['not an address',              'not an address'],
]
test('The network of an IPv6 address is its /64 prefix, and of an IPv4 address the address itself', () => {
  for (const [ip, network] of NETWORKS) assert.equal(ipNetwork(ip), network, ip)
})
