// `sandcard expect`: waits until a callback, an order or a request matches, for scripts.

import { Argument } from 'commander'
import type { Command } from '@commander-js/extra-typings'
import type { ExpectAnswer, ExpectRequest } from '../client/operations.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { fields } from './terminal.ts'
import { numberOf, objectOf } from './values.ts'

const KINDS = ['callback', 'order', 'request'] as const

const TEXT = { type: 'string' }
/** A number, `true` or `false`, a JSON object, or otherwise a string. */
const VALUE = {}

/** The fields of a match by kind. Loading the service's schemas would take longer. */
export const MATCHES = {
  callback: {
    id: TEXT,
    orderId: TEXT,
    orderNumber: TEXT,
    bindingId: TEXT,
    operation: TEXT,
    status: VALUE,
    state: TEXT,
    test: VALUE,
    failures: VALUE,
    parameters: VALUE,
  },
  order: {
    orderId: TEXT,
    orderNumber: TEXT,
    status: VALUE,
    amount: VALUE,
    approvedAmount: VALUE,
    depositedAmount: VALUE,
    refundedAmount: VALUE,
    actionCode: VALUE,
    failedAttempts: VALUE,
    clientId: TEXT,
  },
  request: {
    id: TEXT,
    api: TEXT,
    operation: TEXT,
    method: TEXT,
    path: TEXT,
    status: VALUE,
    errorCode: TEXT,
    outcome: TEXT,
  },
} as const

export function addExpect(program: Command, session: Session): void {
  program
    .command('expect')
    .summary('wait until something happens')
    .description(
      'Waits until a callback, order or request of the project matches. Existing ones match too. If nothing matches in time, the exit code is 1, and the error shows how the closest candidate differs.',
    )
    .addArgument(new Argument('<kind>', 'what to wait for').choices(KINDS))
    .argument(
      '[match...]',
      'fields to match as name=value, such as status=deposited; omit them to match anything',
    )
    .option('--timeout-ms <milliseconds>', 'real time, up to 60000; default: 5000', numberOf)
    .option('--after <id>', 'only matches newer than this callback id or request seq')
    .addHelpText(
      'after',
      examples(
        ['sandcard expect order orderNumber=shop-1 status=deposited', 'an order is paid'],
        ['sandcard expect callback operation=refunded status=1', 'a refund was reported'],
        [
          'sandcard expect request operation=register --timeout-ms 60000',
          'your server registers an order',
        ],
      ),
    )
    .action(async (named, match, { timeoutMs, after }) => {
      const kind = KINDS.find((each) => each === named) ?? 'callback'
      const found = await session.control.expect({
        match: { [kind]: objectOf('The match', match, { properties: MATCHES[kind] }) },
        ...(timeoutMs !== undefined && { timeoutMs }),
        ...(after !== undefined && { after }),
      } as ExpectRequest)
      session.show(found, () => foundText(found))
    })
}

function foundText({ callback, order, request, waitedMs }: ExpectAnswer): string {
  const waited = ['waited', `${waitedMs} ms`] as const
  if (callback !== undefined) {
    const { id, operation, status, state, orderNumber } = callback
    const result = status === 1 ? 'success' : 'failure'
    return fields([
      ['callback', id],
      ['operation', `${operation}, ${result}`],
      ['order', orderNumber ?? '-'],
      ['state', state],
      waited,
    ])
  }
  if (order !== undefined)
    return fields([
      ['order', `${order.number} (${order.id})`],
      ['status', order.status],
      ['amount', `${order.amount} in ${order.currency}`],
      waited,
    ])
  const { id = '', operation = '', status = 0, outcome = '' } = request ?? {}
  return fields([
    ['request', id],
    ['operation', operation],
    ['status', `${status}, ${outcome}`],
    waited,
  ])
}
