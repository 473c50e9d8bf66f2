// `npm run seed`: fills a project of a running service with sample data.

import { join } from 'node:path'
import { foreground } from './child.mjs'
import { generateClient } from './generated.mjs'
import { root, RUNNING_SET, runtime, setup } from './setup.mjs'

await setup(RUNNING_SET)
generateClient()
process.exitCode = await foreground(runtime(), [
  join(root, 'scripts/seed/main.ts'),
  ...process.argv.slice(2),
])
