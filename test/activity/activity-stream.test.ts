// The end of an event stream.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { ActivityStreams } from '../../src/activity/activity-stream.ts'

test('A stream that the service closes during a read ends without an error', async () => {
  const streams = new ActivityStreams()
  const reading = Promise.withResolvers<undefined>()
  const found = Promise.withResolvers<{ datasetId: number; entries: [] }>()
  const source = {
    read() {
      reading.resolve(undefined)
      return found.promise
    },
    watch: () => () => undefined,
    eventsOf: () => [],
  }
  const stream = streams.open(1, source, { datasetId: 1, seq: 0 })
  const chunks: string[] = []
  stream.on('data', (chunk) => chunks.push(String(chunk)))
  await reading.promise
  // A slow client has not received everything yet.
  stream.pause()
  streams.endAll()
  // The project was reset in the meantime, which the stream would report.
  found.resolve({ datasetId: 2, entries: [] })
  stream.resume()
  await once(stream, 'end')
  assert.deepEqual(chunks, ['retry: 1000\n\n'])
})
