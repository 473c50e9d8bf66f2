// `npm run pictures`: takes a screenshot of every page. Look at them after changing a style sheet.

import { join } from 'node:path'
import { foreground } from './child.mjs'
import { generateClient } from './generated.mjs'
import { DEVELOPMENT_SET, root, runtime, setup } from './setup.mjs'

await setup(DEVELOPMENT_SET)
generateClient()
process.exitCode = await foreground(runtime(), [
  join(root, 'scripts/pictures/main.ts'),
  ...process.argv.slice(2),
])
