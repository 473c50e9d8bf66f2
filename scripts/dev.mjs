// `npm run dev`: runs `npm start` and restarts it after every source change. Flags are passed to
// the service; `npm run dev -- --inspect` opens a debugger port. NODE_OPTIONS would not work,
// because npm's own process would take the port.

import { join } from 'node:path'
import { foreground } from './child.mjs'
import { generateClient } from './generated.mjs'
import { root, RUNNING_SET, runtime, setup } from './setup.mjs'

const forDebugger = (flag) => flag.startsWith('--inspect')
const flags = process.argv.slice(2)

await setup(RUNNING_SET)
generateClient()
process.exitCode = await foreground(runtime(), [
  ...flags.filter(forDebugger),
  `--watch-path=${join(root, 'src')}`,
  '--watch-preserve-output',
  join(root, 'src/main.ts'),
  ...flags.filter((flag) => !forDebugger(flag)),
])
