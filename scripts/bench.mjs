// `npm run bench`: installs the development packages, then runs the benchmarks.

import { join } from 'node:path'
import { foreground } from './child.mjs'
import { DEVELOPMENT_SET, root, runtime, setup } from './setup.mjs'

await setup(DEVELOPMENT_SET)
process.exitCode = await foreground(runtime(), [
  join(root, 'bench/main.ts'),
  ...process.argv.slice(2),
])
