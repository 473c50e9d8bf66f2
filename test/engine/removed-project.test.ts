// A project that is removed while other callers use it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../src/kernel/fault.ts'
import { onEveryDatabase } from '../kit/databases.ts'
import { startSandbox } from '../kit/sandbox.ts'

onEveryDatabase('A project that is removed', (database) => {
  test('is deleted once, even if deleted several times, and has no dataset', async (t) => {
    const sandbox = await startSandbox(database)
    t.after(() => sandbox.close())
    const { directory } = sandbox.sandcard.service
    const [{ number }, other] = [await sandbox.newProject(), await sandbox.newProject()]
    await Promise.all([directory.remove(number), directory.remove(number)])
    await directory.remove(number)
    assert.equal(await directory.byNumber(number), undefined)
    await assert.rejects(
      directory.datasetOf(number),
      (error) => error instanceof Fault && error.code === 'unavailable',
    )
    assert.equal(await directory.datasetOf(other.number), other.datasetId)
  })
})
