// A PostgreSQL database with a linguistic collation: lookups by a range of texts must not depend on
// it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { parseDatabaseUrl } from '../../src/config.ts'
import { openStore } from '../../src/store/open.ts'
import { bindingsOfCard } from '../../src/store/reads/bindings.ts'
import { databases } from '../kit/databases.ts'

/** Sorts by spaces and punctuation last, like most locales of Linux. */
const LOCALE = `template template0 locale_provider icu icu_locale 'en-US-u-ka-shifted' locale 'C'`

for (const database of databases.filter(({ name }) => name === 'postgres'))
  test('The bindings of a card are found with any collation of the database', async () => {
    const plain = await database.open()
    const url = new URL(plain.url)
    url.pathname = `${url.pathname}_sorted`
    const name = url.pathname.slice(1)
    await run(plain.url, `create database ${name} ${LOCALE}`)
    const { store, reads, closeReads } = await openStore(parseDatabaseUrl(url.href))
    const columns =
      'project_id, id, client_id, owner, card, active, recurrence, order_id, created_at'
    const rows = ['KEY client', 'KEYS client', 'key client'].map(
      (owner) => `(1, '${owner}', 'client', '${owner}', '{}', 1, 'null', 'order', 0)`,
    )
    await run(url.href, `insert into binding (${columns}) values ${rows.join()}`)
    const found = await bindingsOfCard(reads, 1, 'KEY')
    assert.deepEqual(
      found.map(({ owner }) => owner),
      ['KEY client'],
    )
    await closeReads()
    await store.close()
    await run(plain.url, `drop database ${name} with (force)`)
    await plain.drop()
  })

async function run(url: string, statement: string): Promise<void> {
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  await connection.query(statement)
  await connection.end()
}
