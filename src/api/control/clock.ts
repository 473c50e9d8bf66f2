// The project's clock: read, advance, set, freeze.

import Type, { type Static } from 'typebox'
import { parseDuration } from '../../kernel/duration.ts'
import { type ClockResult, clockResult, type ClockMove } from '../../projects/move-clock.ts'
import { datasetById } from '../../store/reads/ledger.ts'
import { realNow } from '../../time.ts'
import { EXACTLY_ONE } from '../endpoint/exactly-one.ts'
import { operation } from './api.ts'
import { unacceptable } from './problems.ts'
import { momentOf } from './schemas.ts'

const ClockAnswer = Type.Object(
  {
    now: Type.String({ format: 'date-time', description: "The project's time, UTC" }),
    frozen: Type.Boolean(),
    offsetMs: Type.Integer({ description: 'Distance from real time, milliseconds' }),
    ran: Type.Integer({ description: 'Due items that ran in between' }),
  },
  { examples: [{ now: '2027-01-01T00:20:00.000Z', frozen: false, offsetMs: 1_200_000, ran: 0 }] },
)

const ClockMoveBody = Type.Object(
  {
    advance: Type.Optional(
      Type.String({ maxLength: 64, description: 'ISO 8601 duration, such as `PT20M` or `P1M`' }),
    ),
    set: Type.Optional(
      Type.String({ maxLength: 64, description: 'RFC 3339 date-time with its zone' }),
    ),
    freeze: Type.Optional(Type.Boolean({ description: 'Freezes the clock, or unfreezes it' })),
  },
  {
    ...EXACTLY_ONE,
    additionalProperties: false,
    description: 'Exactly one of the three.',
  },
)

export const getClock = operation({
  name: 'getClock',
  // The page of the clock also lists what is due.
  reads: ['order', 'callback'],
  method: 'GET',
  path: '/clock',
  summary: "Read the project's clock",
  description: 'All business times of the project come from this clock.',
  answer: ClockAnswer,
  async handle({ read }) {
    return clockView(clockResult(await read(datasetById), realNow(), 0))
  },
})

export const moveClock = operation({
  name: 'moveClock',
  method: 'POST',
  path: '/clock',
  summary: "Move, freeze or unfreeze the project's clock",
  description:
    'Forward only. Everything due up to the new time runs before the response, in order and each item at its own time. Callbacks are queued and sent afterwards. A move waits for another one in progress.',
  body: ClockMoveBody,
  examples: [{ advance: 'PT20M' }],
  answer: ClockAnswer,
  errors: ['clock-backwards', 'parameter-invalid'],
  async handle({ body, command }) {
    return clockView(await command('moveClock', { move: clockMove(body) }))
  },
})

export const clockOperations = [getClock, moveClock]

function clockMove({ advance, set, freeze, ...rest }: Static<typeof ClockMoveBody>): ClockMove {
  const given = [advance, set, freeze].filter((member) => member !== undefined).length
  if (given !== 1 || Object.keys(rest).length > 0)
    throw unacceptable('', 'must have exactly one of advance, set and freeze')
  if (advance !== undefined) return { kind: 'advance', ...duration(advance) }
  if (set !== undefined) return { kind: 'set', to: moment(set) }
  return { kind: 'freeze', freeze: freeze === true }
}

function duration(text: string) {
  const by = parseDuration(text)
  if (by === undefined)
    throw unacceptable('/advance', 'must be a positive ISO 8601 duration such as PT20M')
  return by
}

function moment(text: string): number {
  const at = momentOf(text)
  if (at === undefined)
    throw unacceptable('/set', 'must be a date-time with its zone, such as 2027-01-01T00:00:00Z')
  return at
}

const clockView = ({ now, ...rest }: ClockResult): Static<typeof ClockAnswer> => ({
  now: new Date(now).toISOString(),
  ...rest,
})
