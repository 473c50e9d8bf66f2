// Ids of the gateway: the time and the project in them, and the way from one form to another.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  gatewayId,
  isGatewayId,
  orderIdOfServerTrans,
  projectNumberOf,
  serverTransIdOf,
} from '../../../src/payments/orders/gateway-id.ts'
import { assertProperty, fc } from '../../kit/property.ts'

const anyId = fc.record({
  project: fc.nat(0xffff_ffff),
  at: fc.nat(0xffff_ffff_ffff),
  random: fc.uint8Array({ minLength: 8, maxLength: 8 }),
})

describe('An id of the gateway', () => {
  test('is a UUID of version 7 that tells its project and sorts by its time', () => {
    assertProperty(
      fc.property(anyId, ({ project, at, random }) => {
        const id = gatewayId(project, at, random)
        assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
        assert.equal(projectNumberOf(id), project)
        assert.equal(parseInt(id.replaceAll('-', '').slice(0, 12), 16), at)
      }),
    )
  })

  test('has another form that leads back to it and is no order id itself', () => {
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

  test('differs where the random bytes differ in what it keeps', () => {
    const ids = Array.from({ length: 256 }, (_, byte) =>
      gatewayId(1, 0, new Uint8Array([0, 0, 0, 0, byte, 0, 0, 0])),
    )
    assert.equal(new Set(ids).size, 256)
  })

  test('is told from other texts', () => {
    const id = gatewayId(7, 1, new Uint8Array(8))
    const others = ['', 'x', id.toUpperCase().replace('7', '4'), ` ${id}`, `${id}0`, id.slice(1)]
    for (const text of others) assert.equal(projectNumberOf(text), undefined, text)
  })
})
