// The write path's first two rules: decisions change nothing they are given, only the culprit of a refused save fails, and rows are
// found by key alone, in few rounds, those made a moment ago included.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountsOf, datasetById } from '../../src/store/reads/ledger.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { COLD } from '../kit/engine-variant.ts'
import { entered, Till } from '../payments/till.ts'
import { openProcess, person, Stand, topup, transfer } from './stand.ts'
import { watchedStore } from './watched-store.ts'

onEveryDatabase('A batch', (database) => {
  let stand: Stand
  let loads: string[] = []
  let begun = 0
  before(async () => {
    const wrap = watchedStore({
      onLoad: (table, by) => loads.push(`${table}.${by}`),
      onBegin: () => (begun += 1),
    })
    stand = await Stand.open(database, { wrap })
  })
  after(() => stand.close())

  test('is decided without changing what it was given: every kind of ask on frozen rows', async () => {
    const { service, project } = stand
    const [a, b] = [await stand.card(5_000), await stand.card()]
    const change = (command: 'blockCard' | 'unblockCard' | 'resetPinCounter') =>
      service.execute(project, command, { cardId: a.id })
    for (let round = 0; round < 2; round++) {
      await service.execute(project, 'transfer', transfer(a.hash, b.hash, 100))
      await service.execute(project, 'topup', topup(b.hash, 100))
      await change('blockCard')
      const declined = await service.execute(project, 'transfer', transfer(a.hash, b.hash, 100))
      assert.equal(declined.decline?.code, 'blocked')
      await change('unblockCard')
      await change('resetPinCounter')
      const nonce = `nonce-${round}`
      await service.execute(project, 'setPin', { cardId: a.id, pinHash: 'hash', nonce })
      const limit = { name: 'LMTP0109', value: 90_000, cycleType: 0, cycleLength: 1 }
      await service.execute(project, 'changeLimits', { cardId: a.id, limits: [limit] })
      await service.execute(project, 'updateCardholder', {
        cardholderId: a.cardholderId,
        firstName: 'Grace',
        profile: { city: 'Dublin' },
      })
      await service.execute(project, 'moveClock', {
        move: { kind: 'advance', ms: 1000 },
      })
      for (const status of ['blocked', 'active'] as const)
        await service.execute(project, 'setCardStatus', { cardId: b.id, status })
    }
    const reissued = await service.execute(project, 'reissueCard', {
      cardId: a.id,
      reason: 'damaged',
      candidates: [stand.number()],
    })
    assert.equal(reissued.card.plasticNumber, 2)
  })

  test('whose save is refused is decided ask by ask, and only the culprit fails', async () => {
    const card = await stand.card()
    const outcomes = await Promise.all([
      stand.submit('topup', topup(card.hash, 1)),
      // A row without a first name: the table refuses it.
      stand.submit('registerCardholder', { ...person(), firstName: null }),
      stand.submit('topup', topup(card.hash, 2)),
      stand.submit('topup', topup('nobody', 4)),
    ])
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['answer', 'bug', 'answer', 'fault'],
    )
    assert.equal(await postedOf(card.accountId), 3)
  })

  test('finds rows by the keys under which it made them a moment ago, in one commit', async () => {
    const first = await stand.card()
    const { nextId } = await datasetById(stand.process.reads, stand.project.datasetId)
    const number = stand.number()
    begun = 0
    const outcomes = await Promise.all([
      stand.submit('registerCardholder', person()),
      stand.submit('issueCard', { cardholderId: nextId, candidates: [number] }),
      stand.submit('topup', topup(number.hash, 500)),
      stand.submit('transfer', transfer(number.hash, first.hash, 200)),
    ])
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      Array(4).fill('answer'),
    )
    assert.equal(begun, 1)
    assert.equal(await postedOf(first.accountId), 200)
  })

  test('decides its commands in their order, also where the first has to wait for rows', async () => {
    const till = await Till.open(database, {}, COLD)
    const card = await till.card(5_000)
    const keeping = { ...entered(card), keepCard: true }
    await till.paid(keeping, { clientId: 'ann' })
    await till.reissue(card)
    const [binding] = await till.rows('binding')
    const bindingId = binding?.id ?? ''
    // The first needs three rounds (binding, the card's number by now, the binding of that number), the others one.
    const [extended, ended, again] = await Promise.all([
      till.stand.submit('extendBinding', { bindingId, expiry: 203612 }),
      till.stand.submit('setBindingActive', { bindingId, active: false }),
      till.stand.submit('extendBinding', { bindingId, expiry: 203712 }),
    ])
    assert.equal(till.stand.process.commits.at(-1), 3)
    assert.deepEqual([extended.kind, ended.kind], ['answer', 'answer'])
    assert.ok(again.kind === 'fault' && again.code === 'binding-inactive', JSON.stringify(again))
    const [left] = await till.rows('binding')
    assert.deepEqual([left?.active, left?.card.expiry], [false, 203612])
  })

  test('loads in at most three rounds, one statement for each table and look-up', async () => {
    const cards = [await stand.card(900), await stand.card(900)]
    const { url } = stand.opened
    // Another process knows none of the rows. An SQLite file has no other process: there a new one takes over.
    if (database.name === 'sqlite') await stand.process.close()
    const rounds: string[] = []
    const other = await openProcess(
      url,
      watchedStore({ onLoad: (table, by) => rounds.push(`${table}.${by}`) }),
    )
    const [a, b] = cards
    const commands = Array.from({ length: 40 }, (_, index) =>
      other.engine.submit({
        datasetId: stand.project.datasetId,
        command: 'transfer',
        input:
          index % 2 === 0
            ? transfer(a?.hash ?? '', b?.hash ?? '', 1)
            : transfer(b?.hash ?? '', a?.hash ?? '', 1),
      }),
    )
    for (const { kind } of await Promise.all(commands)) assert.equal(kind, 'answer')
    assert.deepEqual(rounds.toSorted(), [
      'account.id',
      'card.id',
      'cardNumber.hash',
      'cardUsage.cardId',
    ])
    await other.close()
    if (database.name === 'sqlite') stand = await reopened(stand)
  })

  test('leaves an explicit absent, so that a key that finds nothing is looked for once', async () => {
    loads = []
    await Promise.all(Array.from({ length: 5 }, () => stand.submit('topup', topup('missing', 1))))
    const searches = loads.filter((name) => name === 'cardNumber.hash')
    assert.ok(searches.length <= 1, loads.join())
  })

  async function postedOf(accountId: number): Promise<number | undefined> {
    const accounts = await accountsOf(stand.process.reads, stand.project.datasetId)
    return accounts.find(({ id }) => id === accountId)?.posted
  }
})

/** The same project on a new process: the one before has ended. */
async function reopened({ opened, project }: Stand): Promise<Stand> {
  return new Stand(opened, await openProcess(opened.url), project)
}
