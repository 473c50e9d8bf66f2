// Which callback URLs are accepted: private IP addresses, and invalid texts.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callbackUrlFault, isPrivateAddress } from '../../src/delivery/address.ts'

describe('An IP address', () => {
  const judged: readonly [address: string, isPrivate: boolean][] = [
    ['1.1.1.1', false],
    ['2606:4700::1', false],
    ['10.1.2.3', true],
    ['127.0.0.1', true],
    ['169.254.169.254', true],
    ['168.63.129.15', false],
    ['168.63.129.16', true],
    ['168.63.129.17', false],
    ['192.0.2.1', true],
    ['192.88.99.1', true],
    ['198.51.100.7', true],
    ['203.0.113.255', true],
    ['203.0.114.0', false],
    ['2001:2::1', true],
    ['2001:20::1', true],
    ['2001:200::1', false],
    ['2001:db8::1', true],
    ['3fff:1::1', true],
    ['3fff:1000::1', false],
    ['5f00::1', true],
    ['255.255.255.255', true],
    ['::', true],
    ['::1', true],
    ['::7f00:1', true],
    ['::ffff:127.0.0.1', true],
    ['::ffff:a00:1', true],
    ['::ffff:0:7f00:1', true],
    ['64:ff9b::7f00:1', true],
    ['64:ff9b:1::7f00:1', true],
    ['2001:0:7f00:1::', true],
    ['2002:7f00:1::', true],
    ['fe80::1%eth0', true],
    ['fec0::1', true],
    ['fd00::1', true],
    ['not an address', true],
  ]
  for (const [address, isPrivate] of judged)
    test(`${address} is ${isPrivate ? 'private' : 'public'}`, () => {
      assert.equal(isPrivateAddress(address), isPrivate)
    })
})

describe('A callback URL', () => {
  const inHostedMode: readonly [url: string, fault: RegExp | undefined][] = [
    ['https://shop.example.com/callback?a=b', undefined],
    ['https://магазин.example/заказ', undefined],
    ['http://2130706433/', /private/],
    ['http://0x7f.1/', /private/],
    ['http://127.1/', /private/],
    ['http://１２７.0.0.1/', /private/],
    ['http://ⓛocalhost./', /private/],
    ['http://[::ffff:7f00:1]/', /private/],
    ['http://router/', /private/],
    ['http://metadata.google.internal/', /private/],
    ['http://user:word@shop.example.com/', /password/],
    ['http://shop.example.com/\0', /absolute/],
    ['http://shop.example.com/ x', /absolute/],
    ['http://shop.example.com/\ud800', /absolute/],
    ['ftp://shop.example.com/', /absolute/],
    ['ftp:http://shop.example.com/', /absolute/],
    [' http://shop.example.com/', /absolute/],
    ['HTTPS://shop.example.com/', undefined],
  ]
  for (const [url, fault] of inHostedMode)
    test(`${JSON.stringify(url)} is ${fault === undefined ? 'accepted' : 'refused'} in hosted mode`, () => {
      const found = callbackUrlFault(url, { mode: 'hosted', publicUrl: undefined })
      if (fault === undefined) assert.equal(found, undefined)
      else assert.match(found ?? '', fault)
    })
})
