// `sandcard faults`: disturbs a project's calls and callbacks on purpose.

import type { Command } from '@commander-js/extra-typings'
import type { AddFaultRequest, GetFaultsAnswer, SetFaultsRequest } from '../client/operations.ts'
import { wrongArgument } from './failure.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { table } from './terminal.ts'
import { jsonOfFile, numberOf } from './values.ts'

type FaultKind = AddFaultRequest['kind']

const KINDS = Object.keys({
  latency: true,
  error: true,
  'rate-limit': true,
  'reset-before-commit': true,
  'reset-after-commit': true,
  truncate: true,
  'slow-body': true,
  duplicate: true,
  reorder: true,
  delay: true,
  drop: true,
  'wrong-signature': true,
} satisfies Readonly<Record<FaultKind, true>>)

const KIND_HELP = `the kind: ${KINDS.join(', ')}`

export function addFaults(program: Command, session: Session): void {
  const faults = program
    .command('faults')
    .summary('make calls and callbacks fail on purpose')
    .description(
      'Faults test how your integration reacts to latency, errors, rate limits, lost connections, and duplicated or wrongly signed callbacks. They affect interfaces A, B and C, callbacks and webhook events, but not the control API.',
    )
    .addHelpText(
      'after',
      examples(
        [
          'sandcard faults add reset-after-commit --operation register --times 1',
          'a lost response',
        ],
        ['sandcard faults add latency --api B --ms 200 --jitter-ms 300', 'a slow interface'],
        ['sandcard faults set --file faults.json --seed 7', 'a repeatable list of faults'],
        ['sandcard faults clear', 'end all faults'],
      ),
    )
  const show = (answer: GetFaultsAnswer): void => {
    session.show(answer, () => faultsText(answer))
  }
  faults
    .command('list', { isDefault: true })
    .description('Lists the faults, and how many calls each has matched and affected.')
    .action(async () => {
      show(await session.control.getFaults())
    })
  withFaultOptions(
    faults.command('add').description('Adds a fault.').argument('<kind>', KIND_HELP),
  ).action(async (kind, options) => {
    await session.control.addFault(faultOf(kind, options))
    show(await session.control.getFaults())
  })
  withFaultOptions(
    faults
      .command('set')
      .description('Replaces all faults with one fault, or with the faults in a file.')
      .argument('[kind]', KIND_HELP),
  )
    .option('--seed <seed>', 'the same seed gives the same faults')
    .option('--file <file>', 'JSON of PUT /control/v1/faults; - reads standard input')
    .action(async (kind, { seed, file, ...options }) => {
      if ((kind === undefined) === (file === undefined))
        throw wrongArgument('Name the kind of the fault, or a --file.')
      if (file !== undefined && Object.keys(options).length > 0)
        throw wrongArgument('--file has the whole faults: omit the options except --seed.')
      const plan = (file === undefined ? undefined : await jsonOfFile(file)) as
        SetFaultsRequest | undefined
      const request = plan ?? { faults: [faultOf(kind ?? '', options)] }
      show(await session.control.setFaults({ ...request, ...(seed !== undefined && { seed }) }))
    })
  faults
    .command('delete')
    .description('Ends one fault.')
    .argument('<id>', 'id of the fault')
    .action(async (id) => {
      show(await session.control.deleteFault({ id }))
    })
  faults
    .command('clear')
    .description('Ends all faults.')
    .action(async () => {
      show(await session.control.endFaults())
    })
}

const withFaultOptions = <Arguments extends unknown[]>(command: Command<Arguments>) =>
  command
    .option('--api <api>', 'only calls of this interface: A, B or C')
    .option('--operation <name>', 'only this operation of the interface, or of callbacks')
    .option('--times <count>', 'number of matching calls after which the fault ends', numberOf)
    .option('--rate <share>', 'probability from 0 to 1', numberOf)
    .option('--ms <ms>', 'milliseconds, for latency, slow-body, delay and reorder', numberOf)
    .option('--jitter-ms <ms>', 'additional random delay in milliseconds', numberOf)
    .option('--status <status>', 'HTTP status of the error fault', numberOf)
    .option('--retry-after <seconds>', 'Retry-After of rate-limit', numberOf)

interface FaultOptions {
  readonly retryAfter?: number | undefined
  readonly [name: string]: string | number | undefined
}

/** The service validates the fault. */
const faultOf = (kind: string, { retryAfter, ...options }: FaultOptions): AddFaultRequest =>
  ({
    kind,
    ...options,
    ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }),
  }) as AddFaultRequest

const ofAll = (value: string | number | null): string => String(value ?? 'all')

const faultsText = ({ faults, seed }: GetFaultsAnswer): string =>
  table(
    ['ID', 'KIND', 'API', 'OPERATION', 'RATE', 'LEFT', 'CALLS', 'INJECTED'],
    faults.map(({ id, kind, api, operation, rate, left, calls, injected }) => [
      id,
      kind,
      ofAll(api),
      ofAll(operation),
      String(rate),
      ofAll(left),
      String(calls),
      String(injected),
    ]),
    'There are no faults.',
  ) + (faults.length === 0 ? '' : `\nSeed: ${String(seed)}`)
