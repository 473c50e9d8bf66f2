#!/usr/bin/env node
// The entry point of the `sandcard` command, and of the front threads of a service.

import module from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import { failureLine } from './failure-line.ts'
import { runtimeProblem } from './runtime-version.ts'

if (runtimeProblem !== undefined) {
  process.stderr.write(`${failureLine(runtimeProblem)}\n`)
  process.exit(1)
}
if (isMainThread) await runCommandLine()
else await (await import('./start.ts')).serveAsFront()

async function runCommandLine(): Promise<void> {
  // Caches compiled modules, which halves the time of the second start.
  module.enableCompileCache()
  const args = process.argv.slice(2)
  const [first = ''] = args
  if (/^(?!-)(?!serve$)./.test(first) || /^--(url|key|json|version)\b/.test(first)) {
    const { runCommand } = await import('./cli/program.ts')
    await runCommand(args)
  } else {
    // During startup, a small young generation saves 25 MB of idle memory and no optimised code
    // saves 15 MB. Both grow with requests. Other commands do not change the flags, because Node.js
    // would then compile its own modules again, a quarter of their time.
    for (const flag of ['--semi-space-growth-factor=1', '--no-maglev', '--no-opt'])
      setFlagsFromString(flag)
    const { run } = await import('./command.ts')
    await run(first === 'serve' ? args.slice(1) : args, () => import('./start.ts'))
    for (const flag of ['--semi-space-growth-factor=16', '--maglev', '--opt'])
      setFlagsFromString(flag)
    // Some requests wait in memory for the request log. In most processes, V8 would conclude that
    // the objects of every request live long, and collecting them would take a fifth of the time.
    setFlagsFromString('--no-allocation-site-pretenuring')
  }
}
