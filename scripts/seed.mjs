// `npm run seed`: fills a project of a running service with sample data.

import { join } from 'node:path'
import { foreground } from './child.mjs'
import { root, RUNNING_SET, runtime, setup } from './setup.mjs'

await setup(RUNNING_SET)
process.exitCode = await foreground(runtime(), [
  join(root, 'scripts/seed/main.ts'),
  ...process.argv.slice(2),
])
