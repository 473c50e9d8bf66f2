#!/usr/bin/env node
// The `sandcard` command: flags → config → service; prints addresses and credentials; closes on a signal.

import { enableCompileCache } from 'node:module'

// Keeps compiled modules between starts: the second start takes half the time of the first.
enableCompileCache()
const { run } = await import('./command.ts')
await run()
