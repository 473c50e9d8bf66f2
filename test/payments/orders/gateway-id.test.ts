// Ids of the gateway: the time and the project in them, and the conversion between their formats.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  gatewayId,
  isGatewayId,
  orderIdOfServerTrans,
  projectNumberOf,
  serverTransIdOf,
} from '../../../src/payments/orders/gateway-id.ts'
import { merchantOrderNumber, numberFromId } from '../../../src/payments/orders/order.ts'
import { assertProperty, fc } from '../../kit/property.ts'

const anyId = fc.record({
  project: fc.nat(0xffff_ffff),
  at: fc.nat(0xffff_ffff_ffff),
  random: fc.uint8Array({ minLength: 8, maxLength: 8 }),
})

describe('An id of the gateway', () => {
  test('is a UUID of version 7 that contains its project and sorts by time', () => {
    assertProperty(
      fc.property(anyId, ({ project, at, random }) => {
        const id = gatewayId(project, at, random)
        assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
        assert.equal(projectNumberOf(id), project)
        assert.equal(parseInt(id.replaceAll('-', '').slice(0, 12), 16), at)
      }),
    )
  })

  test('converts to the other format and back; the other format is not a valid order id', () => {
    assertProperty(
      fc.property(anyId, ({ project, at, random }) => {
        const id = gatewayId(project, at, random)
        const transId = serverTransIdOf(id)
        assert.equal(orderIdOfServerTrans(transId), id)
        assert.ok(!isGatewayId(transId))
        assert.equal(transId[14], '8')
      }),
    )
  })

  test('differs if the random bits that it contains differ', () => {
    const ids = Array.from({ length: 256 }, (_, byte) =>
      gatewayId(1, 0, new Uint8Array([0, 0, 0, 0, byte, 0, 0, 0])),
    )
    assert.equal(new Set(ids).size, 256)
  })

  test('is distinguished from any other text', () => {
    const id = gatewayId(7, 1, new Uint8Array(8))
    const others = ['', 'x', id.toUpperCase().replace('7', '4'), ` ${id}`, `${id}0`, id.slice(1)]
    for (const text of others) assert.equal(projectNumberOf(text), undefined, text)
  })
})

const AT = Date.UTC(2032, 0, 30, 12)

describe('The format of a gateway id', () => {
  const random = Uint8Array.from([0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0])
  const id = gatewayId(0x1234, AT, random)

  test('contains its time, its random bytes and its project', () => {
    assert.equal(id, '01c82213-a600-7123-8567-9abc00001234')
    assert.equal(projectNumberOf(id), 0x1234)
    assert.equal(projectNumberOf(gatewayId(0x7fffffff, AT, random)), 0x7fffffff)
    // Two bits of the fourth random digit share a digit with the variant.
    const variants = [0, 1, 2, 3, 4, 15].map(
      (digit) => gatewayId(1, AT, Uint8Array.from([0x12, 0x30 + digit, 0, 0, 0, 0, 0, 0]))[19],
    )
    assert.deepEqual(variants, ['8', '9', 'a', 'b', '8', 'b'])
    assert.equal(gatewayId(1, 0, random).slice(0, 13), '00000000-0000')
  })

  test('is five groups of lower-case hex of version 7, without other characters', () => {
    assert.ok(isGatewayId(id))
    // prettier-ignore
    for (const text of [`x${id}`, `${id}x`, `${id}0`, `0${id}`, id.toUpperCase(), id.replace('-7', '-6'), id.replace('-8567', '-c567'), id.replaceAll('-', ''), `${id}\n`]) {
      assert.ok(!isGatewayId(text), text)
      assert.equal(projectNumberOf(text), undefined)
    }
  })

  test('converts to a format of version 8 and back', () => {
    assert.equal(serverTransIdOf(id), id.replace(/^(.{14})7/, '$18'))
    assert.equal(orderIdOfServerTrans(serverTransIdOf(id)), id)
  })

  test('is the order number if the merchant sent none', () => {
    assert.equal(numberFromId(id), id.replaceAll('-', ''))
    assert.equal(merchantOrderNumber({ id, number: numberFromId(id) }), undefined)
    assert.equal(merchantOrderNumber({ id, number: '7' }), '7')
  })
})
