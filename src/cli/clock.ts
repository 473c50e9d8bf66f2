// `sandcard clock`: reads and advances a project's clock.

import type { Command } from '@commander-js/extra-typings'
import type { GetClockAnswer } from '../client/operations.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { fields } from './terminal.ts'

export function addClock(program: Command, session: Session): void {
  const clock = program
    .command('clock')
    .summary('read, advance, set or freeze the clock')
    .description(
      'Reads or changes the project’s clock. Limits, holds, expiry dates and retries follow it. The clock only moves forward. Due work runs before the command returns; callbacks are sent afterwards.',
    )
    .addHelpText(
      'after',
      examples(
        ['sandcard clock', 'read the clock'],
        ['sandcard clock advance PT20M', 'twenty minutes later'],
        ['sandcard clock set 2030-01-01T00:00:00Z', 'a given moment'],
        ['sandcard clock freeze', 'stop the clock'],
      ),
    )
  const show = (answer: GetClockAnswer): void => {
    session.show(answer, () => textOf(answer))
  }
  clock
    .command('read', { isDefault: true })
    .description('Prints the project’s time.')
    .action(async () => {
      show(await session.control.getClock())
    })
  clock
    .command('advance')
    .description('Advances the clock, and runs the work due by then.')
    .argument('<duration>', 'ISO 8601 duration such as PT20M, P1D or P1M')
    .action(async (advance) => {
      show(await session.control.moveClock({ advance }))
    })
  clock
    .command('set')
    .description('Sets the clock to a later time, and runs the work due by then.')
    .argument('<time>', 'RFC 3339 date-time with its zone')
    .action(async (set) => {
      show(await session.control.moveClock({ set }))
    })
  for (const [name, freeze, description] of [
    ['freeze', true, 'Stops the clock. You can still advance it.'],
    ['unfreeze', false, 'Restarts the clock.'],
  ] as const)
    clock
      .command(name)
      .description(description)
      .action(async () => {
        show(await session.control.moveClock({ freeze }))
      })
}

const MS_PER_SECOND = 1000
const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

const textOf = ({ now, frozen, offsetMs, ran }: GetClockAnswer): string =>
  fields([
    ['now', now],
    ['state', frozen ? 'frozen' : 'running'],
    ['ahead of real time', offsetMs === 0 ? 'no' : durationText(offsetMs)],
    ...(ran > 0 ? [['due items that ran', String(ran)] as const] : []),
  ])

/** A duration such as `2 d 3 h`. */
function durationText(ms: number): string {
  let seconds = Math.round(Math.abs(ms) / MS_PER_SECOND)
  const parts: string[] = []
  for (const [unit, size] of UNITS) {
    const count = Math.floor(seconds / size)
    seconds %= size
    if (count > 0) parts.push(`${count} ${unit}`)
  }
  return `${ms < 0 ? '-' : ''}${parts.join(' ') || '0 s'}`
}
