// `npm start`: installs what is missing, then starts the service with the flags it was given. Plain JavaScript, because on a
// fresh machine it runs on the system's Node.js, which may be too old for the service itself.

import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { foreground } from './child.mjs'
import { isRuntime, RUNNING_SET, runtime, setup } from './setup.mjs'

await setup(RUNNING_SET)
if (isRuntime()) {
  // Before the first TypeScript file is read, so that none has to be stripped of its types again: what does that is 15 MB in memory.
  module.enableCompileCache()
  // In the same process, so that signals and exit codes need no help.
  await import('../src/main.ts')
} else {
  const script = fileURLToPath(import.meta.url)
  process.exitCode = await foreground(runtime(), [script, ...process.argv.slice(2)])
}
