// The export of a project, imported as a snapshot: the complete document, or nothing.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Project } from '../../../src/engine/directory.ts'
import { freezeClock } from '../../kit/clock.ts'
import { bodyOf, type ProblemShape, projectCall, type ProjectCall } from '../../kit/control.ts'
import { databases, onEveryDatabase } from '../../kit/databases.ts'
import { cardForm, type Form, type Merchant, merchantOf, START } from '../../kit/merchant.ts'
import { assertSameReads, projectReads } from '../../kit/project-reads.ts'
import { type Sandbox, startSandbox } from '../../kit/sandbox.ts'
import { SimulatedCard } from '../../kit/simulated-card.ts'

const SNAPSHOTS = '/control/v1/snapshots'

/** Explanations, keys of the project, and responses with whole card numbers. */
const NOT_EXPORTED = /decisions|callback-keys|^\/v2\/cards\/|^getCardData/

type Values = Record<string, unknown>
type Document = Values &
  Record<'cards' | 'cardNumbers' | 'orders', Values[]> &
  Record<'settings' | 'project', Values>

/** Changes the first record of a list. */
const set = (records: Values[], change: Values): unknown =>
  (records[0] = { ...records[0], ...change })

interface Imported {
  name: string
  cards: number
  orders: number
  leftOut: { pointer: string; count: number }[]
}

interface CardShape {
  id: string
  numberMask: string
}

interface CardSecret {
  number: string
  expiryDate: string
  cvc: string
}

const itemsOf = async <T>(call: ProjectCall, path: string): Promise<T[]> =>
  bodyOf<{ items: T[] }>(await call('GET', `/control/v1/${path}`), 200).items

const secretOf = async (call: ProjectCall, card: CardShape | undefined): Promise<CardSecret> =>
  bodyOf(await call('GET', `/v2/cards/${card?.id ?? ''}`), 200)

const partsOf = (expiryDate: string): Form => ({
  YYYY: expiryDate.slice(0, 4),
  MM: expiryDate.slice(-2),
})

async function payByBinding(merchant: Merchant, clientId: string): Promise<void> {
  const { bindings } = (await merchant.callOk('getBindings', { clientId })) as {
    bindings: { bindingId: string }[]
  }
  const mdOrder = await merchant.register({ amount: 60, clientId })
  const paid = await merchant.callOk('paymentOrderBinding', {
    mdOrder,
    bindingId: bindings[0]?.bindingId ?? '',
    ip: '203.0.113.7',
  })
  assert.equal(Number(paid['errorCode']), 0, JSON.stringify(paid))
}

onEveryDatabase('The export of a project', (database) => {
  let sandbox: Sandbox
  let source: Project
  let text: string
  let heldOrder: string
  before(async () => {
    sandbox = await startSandbox(database)
    source = await sandbox.newProject('source')
    await freezeClock(sandbox.sandcard.service, source, START)
    const simulated = await SimulatedCard.open(sandbox, 50_000, source)
    const { call } = simulated
    await simulated.authorise()
    bodyOf(await call('PUT', '/control/v1/rates', { rates: { USD: '1.25' } }), 200)
    const [card] = await itemsOf<CardShape>(call, 'cards')
    const { number, expiryDate, cvc } = await secretOf(call, card)
    const merchant = merchantOf(sandbox, source)
    const paidByCard = await merchant.register({
      clientId: 'ann',
      features: 'FORCE_CREATE_BINDING',
    })
    const form = { ...cardForm(paidByCard, number), ...partsOf(expiryDate), $CVC: cvc }
    await merchant.pay(paidByCard, form)
    await merchant.paidOrder({
      clientId: 'ben',
      features: 'FORCE_CREATE_BINDING',
      // Parameters of the merchant with the names of secrets.
      jsonParams: '{"owner":"ben","hash":"h","sealed":"s"}',
    })
    heldOrder = await merchant.heldOrder()
    bodyOf(await call('PUT', `/control/v1/orders/${heldOrder}/labels`, { labels: ['held'] }), 200)
    const rules = [{ id: 'r', match: { amountFrom: 99 }, outcome: { actionCode: 116 } }]
    bodyOf(
      await call('PATCH', '/control/v1/project', { merchantName: 'Old', outcomeRules: rules }),
      200,
    )
    bodyOf(await call('PUT', '/control/v1/faults', { faults: [{ kind: 'drop', rate: 0.5 }] }), 200)
    bodyOf(
      await call('POST', '/control/v1/webhooks', {
        url: 'https://shop.invalid/hook',
        events: ['card.*'],
      }),
      201,
    )
    text = (await call('GET', '/control/v1/export')).text
  })
  after(() => sandbox.close())

  const imported = (to: Sandbox, { secrets }: Project, body: string, query = '') =>
    to.call('POST', `${SNAPSHOTS}/import${query}`, {
      headers: { 'X-API-KEY': secrets.interfaceB.apiKey, 'content-type': 'application/json' },
      body,
    })

  const callOf = ({ secrets }: Project): ProjectCall =>
    projectCall(sandbox, secrets.interfaceB.apiKey)

  test('restores all records on the other database, with new card numbers', async () => {
    const [other = database] = databases.filter(({ name }) => name !== database.name)
    const target = await startSandbox(other)
    try {
      const into = await target.newProject('target')
      const call = projectCall(target, into.secrets.interfaceB.apiKey)
      const answer = bodyOf<Imported>(await imported(target, into, text), 201)
      assert.deepEqual([answer.name, answer.cards, answer.orders], ['export of source', 1, 3])
      assert.deepEqual(
        answer.leftOut.map(({ pointer, count }) => [pointer, count]),
        [
          ['/cardNumbers', 1],
          ['/cards', 1],
          ['/webhooks', 1],
          ['', 0],
        ],
      )
      bodyOf(await call('POST', `${SNAPSHOTS}/export%20of%20source/restore`), 200)
      const restored = await target.sandcard.service.directory.refresh(into.number)
      assert.ok(restored !== undefined)
      assertSameReads(
        await projectReads(target, restored),
        await projectReads(sandbox, source),
        NOT_EXPORTED,
      )
      const [[card], [before]] = [
        await itemsOf<CardShape>(call, 'cards'),
        await itemsOf<CardShape>(callOf(source), 'cards'),
      ]
      assert.equal(card?.numberMask, before?.numberMask)
      const { number, expiryDate, cvc } = await secretOf(call, card)
      assert.notEqual(number, (await secretOf(callOf(source), before)).number)
      const merchant = merchantOf(target, restored)
      const order = await merchant.register({ amount: 50 })
      const form = { ...cardForm(order, number), ...partsOf(expiryDate), $CVC: cvc }
      assert.equal((await merchant.pay(order, form))['errorCode'], 0)
      await merchant.callOk('deposit', { orderId: heldOrder, amount: 0 })
      for (const clientId of ['ann', 'ben']) await payByBinding(merchant, clientId)
      const { trialBalance } = bodyOf<{ trialBalance: number }>(
        await call('GET', '/control/v1/ledger'),
        200,
      )
      assert.equal(trialBalance, 0)
    } finally {
      await target.close()
    }
  })

  describe('A damaged or newer export', () => {
    const rows: [string, (document: Document) => void, string][] = [
      ['a newer format', (document) => (document['formatVersion'] = 2), '/formatVersion'],
      ['an unknown field', (document) => (document['loans'] = []), '/loans'],
      ['no settings', (document) => (document.settings = undefined as never), '/settings'],
      ['an unknown setting', ({ settings }) => (settings['colour'] = 1), '/settings/colour'],
      ['a setting of another type', ({ settings }) => (settings['mcc'] = 'x'), '/settings/mcc'],
      ['a record that is not an object', ({ cards }) => (cards[0] = 1 as never), '/cards/0'],
      ['an invalid list', (document) => (document.orders = {} as never), '/orders'],
      ['a value of another type', ({ cards }) => set(cards, { status: 1 }), '/cards/0/status'],
      ['a newer column', ({ cards }) => set(cards, { colour: 'red' }), '/cards/0/colour'],
      [
        'no mask of a number',
        ({ cardNumbers }) => set(cardNumbers, { mask: '4000' }),
        '/cardNumbers/0/mask',
      ],
      ['no product data', ({ project }) => delete project['product'], '/project/product'],
      ['an incomplete record', ({ orders }) => set(orders, { request: null }), '/orders/0'],
    ]
    for (const [title, damage, pointer] of rows)
      test(`is refused and changes nothing: ${title}`, async () => {
        const into = await sandbox.newProject()
        const document = JSON.parse(text) as Document
        damage(document)
        const answer = await imported(sandbox, into, JSON.stringify(document))
        const { code, errors } = bodyOf<ProblemShape>(answer, 422)
        assert.deepEqual([code, errors?.[0]?.pointer], ['snapshot-file-invalid', pointer])
        assert.deepEqual(await itemsOf(callOf(into), 'snapshots'), [])
      })

    test('is refused and changes nothing: half a file, or a record that the database rejects', async () => {
      const into = await sandbox.newProject()
      const document = JSON.parse(text) as Document
      set(document.cards, { status: 'melted' })
      for (const body of [text.slice(0, text.length / 2), JSON.stringify(document)])
        assert.equal(
          bodyOf<ProblemShape>(await imported(sandbox, into, body), 422).code,
          'snapshot-file-invalid',
        )
      assert.deepEqual(await itemsOf(callOf(into), 'snapshots'), [])
    })
  })
})
