// `npm start`: installs missing packages, then starts the service with the given flags, or runs
// another command of `sandcard`. It is plain JavaScript, because the system's Node.js may be too
// old for the service.

import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { foreground } from './child.mjs'
import { generateClient } from './generated.mjs'
import { isRuntime, RUNNING_SET, runtime, setup } from './setup.mjs'

await setup(RUNNING_SET)
if (isRuntime()) {
  // The other commands call the service through the client. The service needs none.
  const [first = 'serve'] = process.argv.slice(2)
  if (first !== 'serve' && !/^--(?!url|key|json|version)/.test(first)) generateClient()
  // Before the first TypeScript file is loaded, because the type stripper takes 15 MB of memory.
  module.enableCompileCache()
  // In the same process, so that signals and exit codes need no forwarding.
  await import('../src/main.ts')
} else {
  const script = fileURLToPath(import.meta.url)
  process.exitCode = await foreground(runtime(), [script, ...process.argv.slice(2)])
}
