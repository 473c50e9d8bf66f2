// Batches: decisions do not change their input, a rejected save fails only the command that caused
// it, and rows are found by key in few rounds, including rows that the same batch created.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountsOf, datasetById } from '../../src/store/reads/ledger.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { COLD } from '../kit/engine-variant.ts'
import { cardEntry, PaymentSandbox } from '../kit/payment-sandbox.ts'
import {
  openEngineProcess,
  cardholderInput,
  EngineSandbox,
  topUpInput,
  transferInput,
} from '../kit/engine-sandbox.ts'
import { watchedStore } from '../kit/watched-store.ts'

onEveryDatabase('A batch', (database) => {
  let sandbox: EngineSandbox
  let loads: string[] = []
  let begun = 0
  before(async () => {
    const wrap = watchedStore({
      onLoad: (table, by) => loads.push(`${table}.${by}`),
      onBegin: () => (begun += 1),
    })
    sandbox = await EngineSandbox.start(database, { wrap })
  })
  after(() => sandbox.close())

  test('does not mutate its rows: every command succeeds on frozen ones', async () => {
    const { service, project } = sandbox
    const [a, b] = [await sandbox.card(5_000), await sandbox.card()]
    const change = (command: 'blockCard' | 'unblockCard' | 'resetPinCounter') =>
      service.execute(project, command, { cardId: a.id })
    for (let round = 0; round < 2; round++) {
      await service.execute(project, 'transfer', transferInput(a.hash, b.hash, 100))
      await service.execute(project, 'topup', topUpInput(b.hash, 100))
      await change('blockCard')
      const declined = await service.execute(
        project,
        'transfer',
        transferInput(a.hash, b.hash, 100),
      )
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
      candidates: [sandbox.newNumber().candidate],
    })
    assert.equal(reissued.card.plasticNumber, 2)
  })

  test('is retried command by command if the database rejects it, and only the command at fault fails', async () => {
    const card = await sandbox.card()
    const outcomes = await Promise.all([
      sandbox.submit('topup', topUpInput(card.hash, 1)),
      // A row without a first name, which the table rejects.
      sandbox.submit('registerCardholder', { ...cardholderInput(), firstName: null }),
      sandbox.submit('topup', topUpInput(card.hash, 2)),
      sandbox.submit('topup', topUpInput('nobody', 4)),
    ])
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['result', 'bug', 'result', 'fault'],
    )
    assert.equal(await postedOf(card.accountId), 3)
  })

  test('finds rows that it created in the same commit', async () => {
    const first = await sandbox.card()
    const { nextId } = await datasetById(sandbox.process.reads, sandbox.project.datasetId)
    const number = sandbox.newNumber().candidate
    begun = 0
    const outcomes = await Promise.all([
      sandbox.submit('registerCardholder', cardholderInput()),
      sandbox.submit('issueCard', { cardholderId: nextId, candidates: [number] }),
      sandbox.submit('topup', topUpInput(number.hash, 500)),
      sandbox.submit('transfer', transferInput(number.hash, first.hash, 200)),
    ])
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      Array(4).fill('result'),
    )
    assert.equal(begun, 1)
    assert.equal(await postedOf(first.accountId), 200)
  })

  test('decides its commands in order, even if the first one waits for rows', async () => {
    const sandbox = await PaymentSandbox.open(database, {}, COLD)
    const card = await sandbox.card(5_000)
    const keeping = { ...cardEntry(card), keepCard: true }
    await sandbox.paidOrder(keeping, { clientId: 'ann' })
    await sandbox.reissue(card)
    const [binding] = await sandbox.rows('binding')
    const bindingId = binding?.id ?? ''
    // The first needs three rounds (the binding, the card's current number, the binding of that
    // number), the others one.
    const [extended, ended, again] = await Promise.all([
      sandbox.submit('extendBinding', { bindingId, expiry: 203612 }),
      sandbox.submit('setBindingActive', { bindingId, active: false }),
      sandbox.submit('extendBinding', { bindingId, expiry: 203712 }),
    ])
    assert.equal(sandbox.process.commits.at(-1), 3)
    assert.deepEqual([extended.kind, ended.kind], ['result', 'result'])
    assert.ok(again.kind === 'fault' && again.code === 'binding-inactive', JSON.stringify(again))
    const [left] = await sandbox.rows('binding')
    assert.deepEqual([left?.active, left?.card.expiry], [false, 203612])
  })

  test('loads its rows in at most three rounds, one statement per table and lookup', async () => {
    const cards = [await sandbox.card(900), await sandbox.card(900)]
    const { url } = sandbox.opened
    // Another process has cached no rows. Only one process can use an SQLite file, so a new one
    // takes over.
    if (database.name === 'sqlite') await sandbox.process.close()
    const rounds: string[] = []
    const other = await openEngineProcess(
      url,
      watchedStore({ onLoad: (table, by) => rounds.push(`${table}.${by}`) }),
    )
    const [a, b] = cards
    const commands = Array.from({ length: 40 }, (_, index) =>
      other.engine.submit({
        datasetId: sandbox.project.datasetId,
        command: 'transfer',
        input:
          index % 2 === 0
            ? transferInput(a?.hash ?? '', b?.hash ?? '', 1)
            : transferInput(b?.hash ?? '', a?.hash ?? '', 1),
      }),
    )
    for (const { kind } of await Promise.all(commands)) assert.equal(kind, 'result')
    assert.deepEqual(rounds.toSorted(), [
      'account.id',
      'card.id',
      'cardNumber.hash',
      'cardUsage.cardId',
    ])
    await other.close()
    if (database.name === 'sqlite') sandbox = await reopened(sandbox)
  })

  test('caches absence, so that a missing key is looked up once', async () => {
    loads = []
    await Promise.all(
      Array.from({ length: 5 }, () => sandbox.submit('topup', topUpInput('missing', 1))),
    )
    const searches = loads.filter((name) => name === 'cardNumber.hash')
    assert.ok(searches.length <= 1, loads.join())
  })

  async function postedOf(accountId: number): Promise<number | undefined> {
    const accounts = await accountsOf(sandbox.process.reads, sandbox.project.datasetId)
    return accounts.find(({ id }) => id === accountId)?.posted
  }
})

/** The same project in a new process, after the previous one ended. */
async function reopened({ opened, project }: EngineSandbox): Promise<EngineSandbox> {
  return new EngineSandbox(opened, await openEngineProcess(opened.url), project)
}
