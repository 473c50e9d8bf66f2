// Every test database opens empty, is separate from the others, and is removed by `drop`.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import pg from 'pg'
import { onEveryDatabase, type TestDatabase } from './databases.ts'

/** Runs statements on a database and returns the rows of the last one. */
type Query = (url: string, ...statements: string[]) => Promise<unknown[]>

const queries: Record<TestDatabase['name'], Query> = {
  async sqlite(url, ...statements) {
    const path = url.slice('sqlite:'.length)
    if (!existsSync(path) && statements.length === 0) throw new Error('no such file')
    const connection = new DatabaseSync(path)
    try {
      return statements.map((statement) => connection.prepare(statement).all()).at(-1) ?? []
    } finally {
      connection.close()
    }
  },
  async postgres(url, ...statements) {
    const connection = new pg.Client({ connectionString: url })
    await connection.connect()
    try {
      let rows: unknown[] = []
      for (const statement of statements) rows = (await connection.query(statement)).rows
      return rows
    } finally {
      await connection.end()
    }
  },
}

onEveryDatabase('A test database', (database) => {
  const query = queries[database.name]

  test('is empty when opened and separate from another one opened at the same time', async () => {
    const first = await database.open()
    const second = await database.open()
    try {
      await query(first.url, 'create table thing (id integer)', 'insert into thing values (1)')
      assert.equal((await query(first.url, 'select id from thing')).length, 1)
      await assert.rejects(query(second.url, 'select id from thing'), /thing/)
    } finally {
      await first.drop()
      await second.drop()
    }
  })

  test('is deleted by drop', async () => {
    const opened = await database.open()
    await query(opened.url, 'create table thing (id integer)')
    await opened.drop()
    await assert.rejects(query(opened.url))
  })
})
