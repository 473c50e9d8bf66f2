// Random sequences of everything that a merchant, its payers, its issuer and the clock can do.
// After each step, every order, binding, callback, balance, hold and used limit is compared with a
// model that shares no code with the product. A failing sequence is shrunk to a short one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CommandName, commands } from '../src/registry/commands.ts'
import { onEveryDatabase } from './kit/databases.ts'
import { COLD, engineOfThisRun } from './kit/engine-variant.ts'
import { assertProperty, fc, SEED as seed } from './kit/property.ts'
import { assertRowsCounted } from './kit/stored-rows.ts'
import { sequences } from './model/command.ts'
import { OutcomeCounts } from './model/outcome-counts.ts'
import { ModelRun } from './model/model-run.ts'

/** A multiple of the sequences, for a longer run after a change of the rules. */
const numRuns = Number(process.env['INVARIANTS_RUNS'] ?? 32)

/** The number of shorter sequences that are tried after a failure; then the shortest is shown. */
const SHRINKING_RUNS = 150

// The outcomes that the sequences must produce, so that they cannot become too easy unnoticed.
const COMMANDS = [
  'charge',
  'pay-by-binding',
  'answer',
  'finish',
  'deposit',
  'reverse',
  'refund',
  'credit',
  'go-on',
  'decline',
  'cancel',
  'bind',
  'unbind',
  'extend',
  'status',
  'reissue',
  'rules',
  'clock',
]
const ACTION_CODES = [
  4, 82, 101, 116, 121, 123, 125, 208, 239, 2012, 4005, -2007, -2009, -2013, -2014, -2025,
]

/** Commands that the sequences omit, and where they are tested instead. */
// prettier-ignore
const NOT_MODELLED: Readonly<Partial<Record<CommandName, string>>> = {
  blockCard:          'moves no money: issuing/card-status.test.ts',
  unblockCard:        'moves no money: issuing/card-status.test.ts',
  setPin:             'moves no money: issuing/card-status.test.ts',
  resetPinCounter:    'moves no money: issuing/card-status.test.ts',
  updateCardholder:   'moves no money: api/issuing-v2/cardholders.test.ts',
  claimResponse:      'moves no money: api/control/idempotency.test.ts',
  storeResponse:      'moves no money: api/control/idempotency.test.ts',
  takeDraw:           'moves no money: api/control/seeded-project.test.ts',
  issueCards:         'what issueCard and topup do together: api/control/imports.test.ts',
  registerCardholders: 'moves no money: api/control/imports.test.ts',
  createVirtualCard:  'what issueCard and topup do together: api/issuing-v1/operations.test.ts',
  transfer:           'a model of its own: invariants.test.ts',
  addOrderParams:     'moves no money: api/gateway/records.test.ts',
  commentOrder:       'moves no money: pages/portal/orders.test.ts',
  labelOrder:         'moves no money: api/control/order-labels.test.ts',
  addSslCard:         'moves no money: api/gateway/family.test.ts',
  runDue:             'the worker sends it: engine/due.test.ts',
  reachClock:         'a move of the clock continues with it: engine/due.test.ts',
  claimCallbacks:     'the sender sends it: payments/orders/callback-commands.test.ts',
  recordAttempt:      'the sender sends it: payments/orders/callback-commands.test.ts',
  resendCallback:     'moves no money: delivery/inbox.test.ts',
  sendTestCallback:   'moves no money: pages/portal/callbacks.test.ts',
  resendCallbacks:    'moves no money: delivery/inbox.test.ts',
  createReceiver:     'moves no money: api/control/receivers.test.ts',
  changeReceiver:     'moves no money: api/control/receivers.test.ts',
  deleteReceiver:     'moves no money: api/control/receivers.test.ts',
  receiveRequest:     'moves no money: api/control/receivers.test.ts',
  changeFaults:       'moves no money: api/control/faults.test.ts',
  meetFaults:         'moves no money: api/control/faults.test.ts',
  adviseAuthorisation: 'a model of its own: authorisations/invariants.test.ts',
  authoriseCard: 'a model of its own: authorisations/invariants.test.ts',
  clearAuthorisation: 'a model of its own: authorisations/invariants.test.ts',
  expireAuthorisation: 'a model of its own: authorisations/invariants.test.ts',
  forcePost: 'a model of its own: authorisations/invariants.test.ts',
  incrementAuthorisation: 'a model of its own: authorisations/invariants.test.ts',
  refundAuthorisation: 'a model of its own: authorisations/invariants.test.ts',
  refundUnlinked: 'a model of its own: authorisations/invariants.test.ts',
  reverseAuthorisation: 'a model of its own: authorisations/invariants.test.ts',
  reverseRefund: 'a model of its own: authorisations/invariants.test.ts',
  playScenario:       'steps of the other commands: api/control/scenarios.test.ts',
  changeRates:        'moves no money: api/control/simulations.test.ts',
  addWebhook:         'moves no money: api/control/webhooks.test.ts',
  claimWebhookEvents: 'the sender sends it: api/control/webhooks.test.ts',
  deleteWebhook:      'moves no money: api/control/webhooks.test.ts',
  recordEventAttempt: 'the sender sends it: api/control/webhooks.test.ts',
  resendWebhookEvent: 'moves no money: api/control/webhooks.test.ts',
  rotateWebhookSecret: 'moves no money: api/control/webhooks.test.ts',
  sendTestEvent:      'moves no money: api/control/webhooks.test.ts',
  settleDecision:     'what authoriseCard does in two steps: api/control/real-time-decisions.test.ts',
  recordLateAnswer:   'moves no money: api/control/real-time-decisions.test.ts',
  changeOutcomeRules: 'moves no money: pages/portal/rules.test.ts',
  addCallbackKey:     'moves no money: api/control/projects.test.ts',
  endCallbackKey:     'moves no money: api/control/projects.test.ts',
}

onEveryDatabase('After any commands on orders', (database) => {
  test('orders, bindings, ledger, limits and callbacks match a model', async (t) => {
    const counts = new OutcomeCounts()
    let runsLeft = Infinity
    // Some sequences run without prefetching and without cached rows. The model does not know
    // which.
    const property = fc.asyncProperty(sequences, fc.boolean(), async (steps, isCold) => {
      if ((runsLeft -= 1) < 0) return
      const run = await ModelRun.open(database, counts, isCold ? COLD : engineOfThisRun)
      try {
        for (const step of steps) await run.execute(step)
        await run.compareAtEnd()
        await assertRowsCounted(run.url)
      } catch (cause) {
        runsLeft = Math.min(runsLeft, SHRINKING_RUNS)
        throw new Error(run.story, { cause })
      }
    })
    await assertProperty(property, { numRuns })
    t.diagnostic(
      `seed ${seed}, ${numRuns} runs, ${counts.commands} commands, ${counts.refused} refused`,
    )
    t.diagnostic(counts.outcomes)
    t.diagnostic(`action codes ${counts.actionCodes}`)
    for (const status of [1, 2, 3, 4, 5, 6])
      assert.ok(counts.timesInStatus(status) > 15, `hardly any order in status ${status}`)
    for (const command of COMMANDS) assert.ok(counts.times(command) > 1, `hardly any ${command}`)
    assert.deepEqual(
      Object.keys(commands).filter((name) => !counts.sent.has(name)),
      Object.keys(commands).filter((name) => name in NOT_MODELLED),
      'every command is modelled, or named with the place of its tests',
    )
    for (const code of ACTION_CODES)
      assert.ok(counts.timesWithCode(code) > 0, `no order with action code ${code}`)
  })
})
