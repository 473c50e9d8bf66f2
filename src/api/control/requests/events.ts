// `GET /events`: streams the request log of a project as server-sent events.

import { Type } from '../../../web/http/schemas/type.ts'
import { type ActivityEvent, positionOf } from '../../../activity/activity-stream.ts'
import { type DetailedLogEntry, lastLogSeq, logAfter } from '../../../store/reads/request-log.ts'
import { RawAnswer } from '../../endpoint/raw-answer.ts'
import { operation } from '../api.ts'
import { problem } from '../problems.ts'
import { requestView } from './request-view.ts'

const EVENTS_TYPE = 'text/event-stream; charset=utf-8'

export const streamEvents = operation({
  name: 'streamEvents',
  method: 'GET',
  path: '/events',
  summary: 'Stream events',
  description:
    'Streams server-sent events of what happens in the project. `request` and `callback` have the entry of the request log, `decision` the outcome of a payment or transfer, `clock` the clock after a move. `reset` follows the deletion of the data, `gap` marks lost exchanges. A client that reconnects with `Last-Event-ID` gets the events it missed, if the log still has them. A stream ends after ten minutes, and the client reconnects.',
  query: Type.Object(
    {
      lastEventId: Type.Optional(
        Type.String({
          maxLength: 40,
          description: 'Instead of the header Last-Event-ID; `0.0` starts with the oldest entry',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  contentType: 'text/event-stream',
  answer: Type.String({ description: 'Events, separated by blank lines' }),
  errors: ['too-many-streams'],
  async handle({ service, project, query, headers }) {
    const seen = query.lastEventId ?? headers['last-event-id']
    const from = typeof seen === 'string' ? positionOf(seen) : undefined
    if (seen !== undefined && from === undefined)
      throw problem('invalid-parameter', 'Last-Event-ID must be the id of an event of this stream.')
    const { activityStreams } = service
    if (activityStreams.isFull(project.number))
      throw problem('too-many-streams', 'Close another stream of this project, or retry later.')
    const newest = await service.readLog(project, async (reads, datasetId) => ({
      datasetId,
      seq: await lastLogSeq(reads, datasetId),
    }))
    const source = {
      async read(seq: number, limit: number) {
        // A reset gives the project another dataset.
        const current = await service.directory.byNumber(project.number)
        if (current === undefined) return undefined
        return service.read(current, async (reads, datasetId) => ({
          datasetId,
          entries: await logAfter(reads, datasetId, { seq, limit }),
        }))
      },
      watch: (listener: () => void) => service.watchLog(project, listener),
      eventsOf,
    }
    return new RawAnswer(EVENTS_TYPE, activityStreams.open(project.number, source, from ?? newest))
  },
})

function eventsOf(entry: DetailedLogEntry): readonly ActivityEvent[] {
  if (entry.kind === 'clock') return [{ event: 'clock', data: entry.detail }]
  const view = requestView(entry)
  const own = { event: entry.kind, data: JSON.stringify(view) }
  if (view.decision === null) return [own]
  const { id: requestId, operation: name, outcome, errorCode, ids, decision } = view
  const decided = { requestId, operation: name, outcome, errorCode, ids, url: decision }
  return [own, { event: 'decision', data: JSON.stringify(decided) }]
}
