// Every network that hosted callbacks must not reach: first and last address, and their neighbours.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callbackUrlFault, isPrivateAddress, isPrivateHost } from '../../src/delivery/address.ts'

/** The first and the last IP address of each; the tested list names the sources. */
// prettier-ignore
const NETWORKS: readonly (readonly [first: string, last: string])[] = [
  ['0.0.0.0',       '0.255.255.255'],
  ['10.0.0.0',      '10.255.255.255'],
  ['100.64.0.0',    '100.127.255.255'],
  ['127.0.0.0',     '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0',   '169.254.255.255'],
  ['172.16.0.0',    '172.31.255.255'],
  ['192.0.0.0',     '192.0.0.255'],
  ['192.0.2.0',     '192.0.2.255'],
  ['192.88.99.0',   '192.88.99.255'],
  ['192.168.0.0',   '192.168.255.255'],
  ['198.18.0.0',    '198.19.255.255'],
  ['198.51.100.0',  '198.51.100.255'],
  ['203.0.113.0',   '203.0.113.255'],
  ['224.0.0.0',     '255.255.255.255'],
  ['::',            '::ffff:ffff'],
  ['::ffff:0:0:0',  '::ffff:0:ffff:ffff'],
  ['64:ff9b::',     '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::',   '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::',         '100::ffff:ffff:ffff:ffff'],
  ['2001::',        '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::',    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::',        '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::',        '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::',        '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::',        'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::',        'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::',        'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::',        'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]

/** IPv4 addresses have 32 bits, IPv6 addresses 128. */
function numberOf(address: string): bigint {
  if (address.includes('.'))
    return address.split('.').reduce((number, part) => number * 256n + BigInt(part), 0n)
  const [head = '', tail] = address.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const all = tail === undefined ? before : [...before, ...zeros, ...after]
  return all.reduce((number, group) => number * 65_536n + BigInt(`0x${group}`), 0n)
}

function addressOf(number: bigint, isFour: boolean): string {
  const [parts, bits] = isFour ? [4, 8n] : [8, 16n]
  const groups = Array.from({ length: parts }, (_, index) =>
    ((number >> (bits * BigInt(parts - 1 - index))) & ((1n << bits) - 1n)).toString(
      isFour ? 10 : 16,
    ),
  )
  return groups.join(isFour ? '.' : ':')
}

const isListed = (number: bigint, isFour: boolean): boolean =>
  NETWORKS.some(
    ([first, last]) =>
      first.includes('.') === isFour && numberOf(first) <= number && number <= numberOf(last),
  )
/** An IPv6 address that embeds an IPv4 address is checked as IPv4. */
const carriesFour = (number: bigint): boolean => number >> 32n === 0xffffn

describe('Private networks', () => {
  for (const [first, last] of NETWORKS)
    test(`include ${first} to ${last}, and nothing next to it`, () => {
      const isFour = first.includes('.')
      const most = (1n << (isFour ? 32n : 128n)) - 1n
      const [from, to] = [numberOf(first), numberOf(last)]
      for (const number of [from, (from + to) / 2n, to, from - 1n, to + 1n]) {
        if (number < 0n || number > most || carriesFour(number)) continue
        const address = addressOf(number, isFour)
        assert.equal(isPrivateAddress(address), isListed(number, isFour), address)
      }
    })

  test('are also recognised in IPv6 notation', () => {
    for (const [first, last] of NETWORKS)
      if (first.includes('.'))
        for (const address of [first, last])
          assert.ok(isPrivateAddress(`::ffff:${address}`), address)
    assert.equal(isPrivateAddress('::ffff:1.1.1.1'), false)
  })
})

// prettier-ignore
const NAMES: readonly (readonly [name: string, isPrivate: boolean])[] = [
  ['localhost', true], ['a.localhost', true], ['a.localhost.', true], ['printer.local', true], ['metadata.internal', true], ['router.home.arpa', true],
  ['nas.lan', true], ['shop.test', true], ['shop.invalid', true], ['shop.alt', true], ['router', true], ['[::1]', true], ['[2606:4700::1]', false], ['1.1.1.1', false],
  ['shop.example', false], ['shop.localhostx', false], ['shop.xlocal', false], ['shop.local.example', false], ['arpa.example', false], ['homexarpa.example', false],
  ['shop.homexarpa', false], ['lan.example', false], ['test.example', false], ['alt.example', false], ['localhost.example', false],
]

test('Only names that resolve in a private network count as private', () => {
  for (const [name, isPrivate] of NAMES) assert.equal(isPrivateHost(name), isPrivate, name)
})

test('Local mode accepts any http URL without a user name or password', () => {
  for (const url of ['http://localhost:9/x', 'https://10.0.0.1/', 'http://router/'])
    assert.equal(callbackUrlFault(url, { mode: 'local', publicUrl: undefined }), undefined, url)
  assert.match(
    callbackUrlFault('http://localhost', { mode: 'hosted', publicUrl: undefined }) ?? '',
    /^must not point to a loopback/,
  )
  for (const url of ['http://a@localhost/', 'http://:b@localhost/'])
    assert.match(
      callbackUrlFault(url, { mode: 'local', publicUrl: undefined }) ?? '',
      /^must not contain/,
      url,
    )
  for (const url of [
    '',
    'localhost',
    'ws://localhost/',
    'xhttp://localhost/',
    'http://',
    'http:localhost',
    'http://localhost/ ',
    'http://local\thost/',
  ])
    assert.equal(
      callbackUrlFault(url, { mode: 'local', publicUrl: undefined }),
      'must be an absolute http or https URL',
      url,
    )
})
