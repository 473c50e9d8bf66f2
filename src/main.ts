#!/usr/bin/env node
// The `sandcard` command: flags → config → service; prints addresses and credentials; closes on a signal.

import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// Keeps compiled modules between starts: the second start takes half the time of the first.
enableCompileCache()
// What a start allocates stays, so the space for what does not is left to grow with the requests: 25 MB less when idle.
setFlagsFromString('--semi-space-growth-factor=1')
const { run } = await import('./command.ts')
await run(() => import('./start.ts'))
// From here on it may take its full size at once.
setFlagsFromString('--semi-space-growth-factor=16')
