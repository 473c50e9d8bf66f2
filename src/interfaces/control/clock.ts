// The project's clock: read, advanced, set, stopped.

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { parseDuration } from '../../domain/duration.ts'
import { type ClockAnswer, clockAnswer, type ClockMove } from '../../operations/projects.ts'
import type { Service } from '../../service.ts'
import { spaceById } from '../../store/reads/ledger.ts'
import { realNow } from '../../time.ts'
import { projectOf } from './authentication.ts'
import { Unacceptable } from './problems.ts'
import { ERRORS, TAGS } from './schemas.ts'

const ClockSchema = Type.Object(
  {
    now: Type.String({ format: 'date-time', description: "The project's time, UTC" }),
    frozen: Type.Boolean(),
    offsetMs: Type.Integer({ description: 'Distance from real time, milliseconds' }),
    ran: Type.Integer({ description: 'Due items that ran on the way' }),
  },
  { examples: [{ now: '2027-01-01T00:20:00.000Z', frozen: false, offsetMs: 1_200_000, ran: 0 }] },
)

const MoveSchema = Type.Object(
  {
    advance: Type.Optional(
      Type.String({ maxLength: 64, description: 'ISO 8601 duration, such as `PT20M` or `P1M`' }),
    ),
    set: Type.Optional(
      Type.String({ maxLength: 64, description: 'RFC 3339 date-time with its zone' }),
    ),
    freeze: Type.Optional(Type.Boolean({ description: 'Stops the clock, or lets it run on' })),
  },
  {
    additionalProperties: false,
    description: 'Exactly one of the three.',
    examples: [{ advance: 'PT20M' }],
  },
)

export function clockRoutes(app: FastifyInstance, service: Service): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>()
  typed.get(
    '/clock',
    {
      config: { face: 'control', operation: 'getClock' },
      schema: {
        operationId: 'getClock',
        summary: "Read the project's clock",
        description: 'All business times of the project come from this clock.',
        tags: TAGS,
        response: { 200: ClockSchema, ...ERRORS },
      },
    },
    async (request) => {
      const space = await service.read(projectOf(request), spaceById)
      return clockView(clockAnswer(space, realNow(), 0))
    },
  )
  typed.post(
    '/clock',
    {
      config: { face: 'control', operation: 'moveClock' },
      schema: {
        operationId: 'moveClock',
        summary: "Move, stop or start the project's clock",
        description:
          'Forward only. What falls due up to the new time runs before the answer, in order and each item at its own time; callbacks are queued, not awaited. A move that finds another one under way waits for it.',
        tags: TAGS,
        body: MoveSchema,
        response: { 200: ClockSchema, ...ERRORS },
      },
    },
    async (request) => {
      const move = clockMove(request.body)
      return clockView(await service.ask(projectOf(request), 'moveClock', { move }))
    },
  )
}

function clockMove({ advance, set, freeze, ...rest }: Static<typeof MoveSchema>): ClockMove {
  const given = [advance, set, freeze].filter((member) => member !== undefined).length
  if (given !== 1 || Object.keys(rest).length > 0)
    throw new Unacceptable('', 'must have exactly one of advance, set and freeze')
  if (advance !== undefined) return { kind: 'advance', ...duration(advance) }
  if (set !== undefined) return { kind: 'set', to: moment(set) }
  return { kind: 'freeze', freeze: freeze === true }
}

function duration(text: string) {
  const by = parseDuration(text)
  if (by === undefined)
    throw new Unacceptable('/advance', 'must be a positive ISO 8601 duration such as PT20M')
  return by
}

/** RFC 3339 with at most milliseconds, its zone included. */
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

function moment(text: string): number {
  const [, year, month, day] = DATE_TIME.exec(text) ?? []
  const at = Date.parse(text)
  // A day that its month does not have would be read as one of the next month.
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (day === undefined || Number.isNaN(at) || Number(day) > lastDay)
    throw new Unacceptable(
      '/set',
      'must be a date-time with its zone, such as 2027-01-01T00:00:00Z',
    )
  return at
}

const clockView = ({ now, ...rest }: ClockAnswer): Static<typeof ClockSchema> => ({
  now: new Date(now).toISOString(),
  ...rest,
})
