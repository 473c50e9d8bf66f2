// Exchanges that the service starts, as the request log reads them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SentExchange } from '../../src/activity/sent-exchange.ts'

const sentWith = (answer: string) =>
  new SentExchange({
    api: 'webhook',
    operation: 'card.created',
    project: { number: 1, datasetId: 1_000_000 },
    at: 0,
    request: { method: 'POST', url: 'https://receiver.example/hook', body: '{}' },
    httpStatus: 302,
    durationMs: 1,
    error: null,
    answer,
    outcome: 'error',
  })

test('Header values of a response keep their colons', () => {
  const { headers, body } = sentWith(
    '302 Found\nLocation: https://receiver.example:8443/login\nDate: Sat, 28 Nov 2026 10:20:30 GMT\n\nMoved:\n\nto the login',
  ).response
  assert.deepEqual(headers, {
    location: 'https://receiver.example:8443/login',
    date: 'Sat, 28 Nov 2026 10:20:30 GMT',
  })
  assert.equal(body, 'Moved:\n\nto the login')
})

test('A response without a body, and no response', () => {
  assert.deepEqual(sentWith('204 No Content\nServer: one\n').response, {
    headers: { server: 'one' },
    body: null,
    isCut: false,
    json: undefined,
  })
  assert.deepEqual(sentWith('').response.headers, {})
})
