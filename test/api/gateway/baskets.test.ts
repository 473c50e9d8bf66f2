// The baskets of interface C orders: accepted in any shape, returned with one type per field.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Json, onGateway } from '../../kit/merchant.ts'

onGateway('A basket of interface C', (at) => {
  test('is returned with its amounts and one type per field', async () => {
    const orderBundle = JSON.stringify({
      orderCreationDate: '2031-05-09T08:30:00',
      customerDetails: { email: 'ann@example.com', phone: 35722000000, contact: 'Ann' },
      cartItems: {
        items: [
          {
            positionId: 1,
            name: 'Shoes',
            quantity: { value: '2', measure: 'pair' },
            itemPrice: '750',
            itemCode: 4711,
          },
          { positionId: '2', name: 'Laces', itemAmount: 500, itemCurrency: '643' },
        ],
      },
    })
    const orderId = await at.merchant.register({ orderBundle })
    const basket = async (): Promise<unknown> => (await at.merchant.status(orderId))['orderBundle']
    const expected = (...deposited: readonly number[]): Json => ({
      orderCreationDate: Date.UTC(2031, 4, 9, 8, 30),
      customerDetails: { email: 'ann@example.com', phone: '35722000000', contact: 'Ann' },
      cartItems: {
        items: [
          {
            positionId: '1',
            name: 'Shoes',
            quantity: { value: 2, measure: 'pair' },
            itemPrice: 750,
            itemCode: '4711',
            itemAmount: 1500,
            depositedItemAmount: deposited[0],
            itemCurrency: 978,
          },
          {
            positionId: '2',
            name: 'Laces',
            itemAmount: 500,
            itemCurrency: 643,
            depositedItemAmount: deposited[1],
          },
        ],
      },
    })
    assert.deepEqual(await basket(), expected(0, 0))
    await at.merchant.pay(orderId)
    assert.deepEqual(await basket(), expected(1500, 500))
  })

  test("has a date in milliseconds: its own, or otherwise the order's", async () => {
    // prettier-ignore
    const dates: readonly (readonly [sent: unknown, told: unknown])[] = [
      ['2031-05-09',          Date.UTC(2031, 4, 9, 10)],
      ['2031-05-09T23:59:59', Date.UTC(2031, 4, 9, 23, 59, 59)],
      ['2031-05-09T23:59:59Z',           Date.UTC(2031, 4, 9, 23, 59, 59)],
      ['2031-05-09T23:59:59.123Z',       Date.UTC(2031, 4, 9, 23, 59, 59, 123)],
      ['2031-05-09T23:59:59.123456789Z', Date.UTC(2031, 4, 9, 23, 59, 59, 123)],
      ['2031-05-09T23:59:59+02:00',      Date.UTC(2031, 4, 9, 21, 59, 59)],
      ['2031-05-09T23:59:59.5-0330',     Date.UTC(2031, 4, 10, 3, 29, 59, 500)],
      ['20310509T235959+02',             Date.UTC(2031, 4, 9, 21, 59, 59)],
      ['2031-05-09T23:59',               Date.UTC(2031, 4, 9, 23, 59)],
      ['2031-05-09 23:59:59',            Date.UTC(2031, 4, 9, 23, 59, 59)],
      ['20310509',                       Date.UTC(2031, 4, 9, 10)],
      ['2031-02-30T00:00:00Z',           '2031-02-30T00:00:00Z'],
      ['2031-05-09T24:30:00Z',           '2031-05-09T24:30:00Z'],
      ['1935914400000',       1_935_914_400_000],
      [1_935_914_400_000,     1_935_914_400_000],
      ['19359144000000',      '19359144000000'],
      ['yesterday',           'yesterday'],
      [null,                  null],
    ]
    for (const [sent, told] of dates) {
      const orderBundle = JSON.stringify({ orderCreationDate: sent })
      const status = await at.merchant.status(await at.merchant.register({ orderBundle }))
      assert.deepEqual(status['orderBundle'], { orderCreationDate: told })
    }
  })

  test('returns a number that was sent as text as a number, and an invalid one unchanged', async () => {
    // prettier-ignore
    const numbers: readonly (readonly [sent: unknown, told: unknown])[] = [
      ['0',               0],
      ['1500',            1500],
      ['999999999999',    999_999_999_999],
      ['1.123456',        1.123456],
      [2.5,               2.5],
      ['1234567890123',   '1234567890123'],
      ['1.1234567',       '1.1234567'],
      ['-1',              '-1'],
      ['x 1',             'x 1'],
      ['1 x',             '1 x'],
      ['1.',              '1.'],
      ['',                ''],
      [null,              null],
    ]
    for (const [sent, told] of numbers) {
      const items = [{ positionId: 1, itemAmount: sent, quantity: { value: sent } }]
      const orderBundle = JSON.stringify({ cartItems: { items } })
      const status = await at.merchant.status(await at.merchant.register({ orderBundle }))
      const { cartItems } = status['orderBundle'] as { cartItems: { items: Json[] } }
      const [item] = cartItems.items
      assert.deepEqual([item?.['itemAmount'], item?.['quantity']], [told, { value: told }])
    }
  })

  test('is returned unchanged if it has any other shape', async () => {
    for (const basket of [
      { cartItems: [] },
      { cartItems: { items: {} } },
      { cartItems: { items: [1, null] } },
      { customerDetails: 'Ann', orderCreationDate: {} },
    ]) {
      const orderId = await at.merchant.register({ orderBundle: JSON.stringify(basket) })
      assert.deepEqual((await at.merchant.status(orderId))['orderBundle'], basket)
    }
  })
})
