// `npm test`: installs what is missing, checks types, lint and format, then runs the whole suite on both databases.
// Arguments are handed to the runner: `npm test -- test/tidy.test.ts` runs one file.

import { join } from 'node:path'
import { check } from './check.mjs'
import { foreground } from './child.mjs'
import { root, runtime, setup } from './setup.mjs'

setup()
const clean = await check()
const suite = [join(root, 'test/run.ts'), ...process.argv.slice(2)]
const code = await foreground(runtime(), suite, { cwd: root })
// The suite runs all the same after a failed check, so that one run tells everything; the failure is kept.
if (!clean) console.error('sandcard: the check of types, lint and format failed, see above.')
process.exitCode = clean ? code : code || 1
