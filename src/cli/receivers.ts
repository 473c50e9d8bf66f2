// `sandcard receivers`: manages URLs of the service that store the callbacks they receive.

import { InvalidArgumentError } from 'commander'
import type { Command } from '@commander-js/extra-typings'
import type { GetReceiverAnswer, ListReceiversAnswer } from '../client/operations.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { counted, table } from './terminal.ts'
import { numberOf } from './values.ts'

export function addReceivers(program: Command, session: Session): void {
  const receivers = program
    .command('receivers')
    .summary('receive callbacks without a server')
    .description(
      'A built-in receiver is a URL on the service. It stores the requests it gets, and responds with the statuses you set.',
    )
    .addHelpText(
      'after',
      examples(
        ['sandcard receivers create --use', 'receive the callbacks of the project'],
        ['sandcard receivers create --use --answers 500,500,200', 'fail twice, then accept'],
        ['sandcard receivers show ID', 'the stored requests'],
      ),
    )
  receivers
    .command('list', { isDefault: true })
    .description('Lists the receivers.')
    .action(async () => {
      const list = await session.control.listReceivers()
      session.show(list, () => receiversText(list.items))
    })
  addChanges(receivers, session)
  receivers
    .command('show')
    .description('Lists a receiver’s stored requests, newest first.')
    .argument('<id>', 'id of the receiver')
    .action(async (id) => {
      const receiver = await session.control.getReceiver({ id })
      session.show(receiver, () => requestsText(receiver))
    })
  receivers
    .command('delete')
    .description('Deletes a receiver and its stored requests.')
    .argument('<id>', 'id of the receiver')
    .action(async (id) => {
      const deleted = await session.control.deleteReceiver({ id })
      session.show(deleted, () => `Receiver ${deleted.id} is deleted.`)
    })
}

function addChanges(receivers: Command, session: Session): void {
  receivers
    .command('create')
    .description('Creates a receiver and prints its URL.')
    .option('--answers <statuses>', 'HTTP statuses in order; the last one repeats', statusesOf)
    .option('--delay-ms <milliseconds>', 'pause before each response', numberOf)
    .option('--use', 'send the project’s callbacks to it')
    .action(async ({ use = false, ...behaviour }) => {
      const created = await session.control.createReceiver(behaviour)
      if (use) await session.control.updateProject({ callbackUrl: created.url })
      session.show(created, () => receiversText([created]))
    })
  receivers
    .command('change')
    .description(
      'Changes how a receiver responds. A new list of statuses starts from the beginning.',
    )
    .argument('<id>', 'id of the receiver')
    .option('--answers <statuses>', 'HTTP statuses in order; the last one repeats', statusesOf)
    .option('--delay-ms <milliseconds>', 'pause before each response', numberOf)
    .action(async (id, behaviour) => {
      const changed = await session.control.changeReceiver({ id, ...behaviour })
      session.show(changed, () => receiversText([changed]))
    })
}

/** `500,500,200`; the service validates the statuses. */
function statusesOf(text: string): number[] {
  if (!/^\d{3}(,\d{3})*$/.test(text))
    throw new InvalidArgumentError('It must be HTTP statuses such as 500,500,200.')
  return text.split(',').map(Number)
}

const receiversText = (receivers: ListReceiversAnswer['items']): string =>
  table(
    ['ID', 'ANSWERS', 'DELAY', 'RECEIVED', 'URL'],
    receivers.map(({ id, answers, delayMs, received, url }) => [
      id,
      answers.join(','),
      `${delayMs} ms`,
      String(received),
      url,
    ]),
    'There are no receivers.',
  )

const requestsText = ({ items, received }: GetReceiverAnswer): string => {
  const more = received - items.length
  const rows = table(
    ['NUMBER', 'AT', 'METHOD', 'STATUS', 'CHECKSUM', 'PARAMETERS'],
    items.map(({ number, at, method, status, checksumFits, parameters }) => [
      String(number),
      at,
      method,
      String(status),
      checksumFits === null ? '-' : checksumFits ? 'valid' : 'invalid',
      Object.entries(parameters)
        .filter(([name]) => name !== 'checksum')
        .map((pair) => pair.join('='))
        .join(' '),
    ]),
    'No requests received.',
  )
  return more > 0 ? `${rows}\n${counted(more, 'older request')} no longer stored.` : rows
}
