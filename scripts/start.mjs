// `npm start`: installs what is missing, then starts the service with the flags it was given. Plain JavaScript, because on a
// fresh machine it runs on the system's Node.js, which may be too old for the service itself.

import { join } from 'node:path'
import { foreground } from './child.mjs'
import { isRuntime, root, RUNNING_SET, runtime, setup } from './setup.mjs'

await setup(RUNNING_SET)
if (isRuntime()) {
  // In the same process, so that signals and exit codes need no help.
  await import('../src/main.ts')
} else {
  const main = join(root, 'src/main.ts')
  process.exitCode = await foreground(runtime(), [main, ...process.argv.slice(2)])
}
