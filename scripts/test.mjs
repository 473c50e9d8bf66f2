// `npm test`: installs what is missing, checks types, lint and format, then runs the whole suite on both databases.
// Arguments make it a part, which runs at once: `npm test -- ledger` takes the test files that have "ledger" in their path, flags go to
// the test runner, and `--fast` (`npm run test:fast`) takes SQLite alone and leaves out what is slow.

import { join } from 'node:path'
import { check } from './check.mjs'
import { foreground } from './child.mjs'
import { DEVELOPMENT_SET, root, runtime, setup } from './setup.mjs'

await setup(DEVELOPMENT_SET)
const given = process.argv.slice(2)
const clean = given.length > 0 || (await check())
const code = await foreground(runtime(), [join(root, 'test/run.ts'), ...given], { cwd: root })
// The suite runs all the same after a failed check, so that one run tells everything; the failure is kept.
if (!clean) console.error('sandcard: the check of types, lint and format failed, see above.')
process.exitCode = clean ? code : code || 1
