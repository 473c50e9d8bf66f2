// `npm test`: installs missing packages, runs `npm run check`, then runs the suite on both
// databases. `npm run test:all` (`--all`) adds the sweeps through all pages and forms in a browser,
// the benchmarks, and pages, control API and command line on PostgreSQL. Other arguments select a
// part and skip the check: `npm test -- ledger` runs the test files with "ledger" in their path.
// Flags go to the test runner. `--fast` (`npm run test:fast`) runs on SQLite only and skips slow
// files.

import { join } from 'node:path'
import { check } from './check.mjs'
import { foreground } from './child.mjs'
import { generateClient } from './generated.mjs'
import { DEVELOPMENT_SET, root, runtime, setup } from './setup.mjs'

await setup(DEVELOPMENT_SET)
generateClient()
const given = process.argv.slice(2)
const isWhole = given.every((argument) => argument === '--all')
const clean = !isWhole || (await check())
const code = await foreground(runtime(), [join(root, 'test/run.ts'), ...given], { cwd: root })
// The suite also runs after a failed check, so that one run reports everything.
if (!clean) console.error('sandcard: the check of types, lint, format and prose failed, see above.')
process.exitCode = clean ? code : code || 1
