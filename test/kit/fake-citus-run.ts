// A run of the suite with TEST_CITUS_URL=fake: the driver of this process and of those that it
// starts rejects what Citus would reject. A rejected statement fails its test.

import { afterEach } from 'node:test'
import assert from 'node:assert/strict'
import { shardOf } from '../store/fake-citus.ts'
import { beStrict, isOfProduct } from '../store/strict-citus.ts'

export { addCitus } from '../store/fake-citus.ts'

const strict = beStrict({ shardOf, applies: isOfProduct })

const preload = `--import=${new URL('fake-citus-preload.ts', import.meta.url).href}`
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} ${preload}`

afterEach(() => {
  strict.take()
  assert.deepEqual(strict.takeRefusals(), [])
})
