// Log lines on a terminal.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readableLine } from '../src/log-line.ts'
import { newLogger } from '../src/logger.ts'

const time = '2026-11-22T07:52:33.717Z'

const LINES: readonly { what: string; json: object; reads: string }[] = [
  {
    what: 'only a message',
    json: { level: 30, time, msg: 'Server listening' },
    reads: '07:52:33.717  info   Server listening\n',
  },
  {
    what: 'fields after the message, quoted if they contain spaces or structure',
    json: {
      level: 20,
      time,
      reqId: 'c0ffee',
      status: 200,
      path: 'a b',
      list: [1],
      msg: 'answered',
    },
    reads: '07:52:33.717  debug  answered  reqId=c0ffee status=200 path="a b" list=[1]\n',
  },
  {
    what: 'an entry whose message is missing or not a string',
    json: { level: 30, time, msg: 7, a: 1 },
    reads: '07:52:33.717  info   a=1\n',
  },
  {
    what: 'a failure with its stack trace',
    json: {
      level: 50,
      time,
      err: { type: 'Error', message: 'no', stack: 'Error: no\n    at a.ts:1\n    at b.ts:2' },
      msg: 'request failed',
    },
    reads:
      '07:52:33.717  error  request failed  error=no\n    Error: no\n    at a.ts:1\n    at b.ts:2\n',
  },
  {
    what: 'a warning without a stack trace',
    json: {
      level: 40,
      time,
      err: { message: 'gone', stack: 'Error: gone\n    at a.ts:1' },
      msg: 'lost',
    },
    reads: '07:52:33.717  warn   lost  error=gone\n',
  },
]

for (const { what, json, reads } of LINES)
  test(`A log line shows ${what}`, () => {
    assert.equal(readableLine(`${JSON.stringify(json)}\n`), reads)
  })

test('A log line that is not JSON is shown unchanged', () => {
  assert.equal(readableLine('{"pan":****\n'), '{"pan":****\n')
})

test('The log is readable, and card numbers are masked', () => {
  let shown = ''
  const logger = newLogger('info', { write: (line) => void (shown += readableLine(line)) })
  logger.info({ number: '4111111111111111' }, 'a card')
  assert.match(shown, /^\d\d:\d\d:\d\d\.\d{3}  info   a card  number=411111\*{6}1111\n$/)
})
