// How often PostgreSQL plans the statements that get a list of keys.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { LOOKUPS } from '../../src/registry/rows.ts'
import {
  loadFromAllStatement,
  loadStatement,
  lockFreeStatement,
  lockSeveralStatement,
} from '../../src/store/statements.ts'
import { SAVE_ORDER } from '../../src/store/tables.ts'
import { databases } from '../kit/databases.ts'

/** PostgreSQL plans the first five times, and then compares the costs. */
const FIRST_PLANS = 5

const postgres = databases.find(({ name }) => name === 'postgres')
const statements = [
  lockFreeStatement,
  lockSeveralStatement,
  ...SAVE_ORDER.flatMap((table) =>
    LOOKUPS[table].flatMap((by) => [
      loadStatement('postgres', table, by),
      loadFromAllStatement(table, by),
    ]),
  ),
]

test(
  'PostgreSQL plans a statement with a list of one key only a few times',
  { skip: !postgres },
  async () => {
    if (postgres === undefined) return
    const opened = await postgres.openMigrated()
    const client = new pg.Client({ connectionString: opened.url })
    await client.connect()
    try {
      for (const { name, text } of statements) {
        const values = [...text.matchAll(/\$\d+(?:::(\w+)(\[\])?)?/g)].map(([, type, isList]) => {
          const value = type === 'text' ? 'key' : 1
          return isList === undefined ? value : [value]
        })
        for (let time = 0; time < 2 * FIRST_PLANS; time++)
          await client.query({ name, text, values })
      }
      const { rows } = await client.query<{ name: string }>(
        `select name from pg_prepared_statements where custom_plans > ${FIRST_PLANS} order by name`,
      )
      assert.deepEqual(rows, [])
    } finally {
      await client.end()
      await opened.drop()
    }
  },
)
