// `npm run dev`: as `npm start`, and anew after every change of the sources. Flags go to the service; `npm run dev -- --inspect` lets a
// debugger in. It is no matter of NODE_OPTIONS: npm's own process would be the first to take the port.

import { join } from 'node:path'
import { foreground } from './child.mjs'
import { root, RUNNING_SET, runtime, setup } from './setup.mjs'

const forDebugger = (flag) => flag.startsWith('--inspect')
const flags = process.argv.slice(2)

await setup(RUNNING_SET)
process.exitCode = await foreground(runtime(), [
  ...flags.filter(forDebugger),
  `--watch-path=${join(root, 'src')}`,
  '--watch-preserve-output',
  join(root, 'src/main.ts'),
  ...flags.filter((flag) => !forDebugger(flag)),
])
