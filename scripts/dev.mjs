// `npm run dev`: as `npm start`, and anew after every change of the sources. Flags go to the service; `NODE_OPTIONS=--inspect npm run dev`
// lets a debugger in.

import { join } from 'node:path'
import { foreground } from './child.mjs'
import { root, RUNNING_SET, runtime, setup } from './setup.mjs'

await setup(RUNNING_SET)
process.exitCode = await foreground(runtime(), [
  `--watch-path=${join(root, 'src')}`,
  '--watch-preserve-output',
  join(root, 'src/main.ts'),
  ...process.argv.slice(2),
])
