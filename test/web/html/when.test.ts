import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ago, exactly, exactTime, relativeTime } from '../../../src/web/html/when.ts'

const NOW = Date.parse('2031-05-10T10:07:08.900Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('A relative time', () => {
  // prettier-ignore
  const rows: readonly (readonly [distance: number, said: string])[] = [
    [0,                    'just now'],
    [-MINUTE + 1,          'just now'],
    [-MINUTE,              '1 min. ago'],
    [-HOUR + 1,            '59 min. ago'],
    [-HOUR,                '1 hr. ago'],
    [-DAY + 1,             '23 hr. ago'],
    [-DAY,                 'yesterday'],
    [-30 * DAY + 1,        '29 days ago'],
    [-30 * DAY,            '2031-04-10'],
    [1,                    'in a moment'],
    [MINUTE - 1,           'in a moment'],
    [MINUTE,               'in 1 min.'],
    [20 * MINUTE - SECOND, 'in 20 min.'],
    [HOUR - 31 * SECOND,   'in 59 min.'],
    [HOUR - 30 * SECOND,   'in 1 hr.'],
    [HOUR + 29 * MINUTE,   'in 1 hr.'],
    [2 * HOUR,             'in 2 hr.'],
    [12 * HOUR - MINUTE,   'in 12 hr.'],
    [DAY - 31 * MINUTE,    'in 23 hr.'],
    [DAY - 30 * MINUTE,    'tomorrow'],
    [DAY,                  'tomorrow'],
    [7 * DAY - SECOND,     'in 7 days'],
    [30 * DAY - 1,         'in 30 days'],
    [30 * DAY,             '2031-06-09'],
  ]
  for (const [distance, said] of rows)
    test(`is “${said}” at ${distance} ms from now`, () =>
      assert.equal(relativeTime(NOW + distance, NOW), said))

  test('has the exact time as its title, to the second', () => {
    assert.equal(exactTime(NOW), '2031-05-10 10:07:08 UTC')
    assert.match(
      String(ago(NOW - HOUR, NOW)),
      /datetime="2031-05-10T09:07:08.900Z" title="2031-05-10 09:07:08 UTC"\s*>1 hr. ago</,
    )
    assert.match(
      String(exactly(NOW - HOUR, NOW)),
      /datetime="2031-05-10T09:07:08.900Z"\s+title="1 hr. ago"\s*>2031-05-10 09:07:08 UTC</,
    )
  })
})
