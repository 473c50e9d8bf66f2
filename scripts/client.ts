// `npm run client`: generates `src/client/operations.ts`, the types and routes of the clients. With
// `--if-stale`, only if a source is newer: `npm test`, `npm run check`, `npm run dev`, the build
// and the commands of `npm start` use this option.

import { existsSync, globSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OpenApi } from './client/operations.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const OPERATIONS_FILE = join(root, 'src/client/operations.ts')

async function generate(): Promise<void> {
  // Loaded here, so that checking whether the file is up to date takes no time.
  const [{ configOf }, { startService }, { operationsFile }] = await Promise.all([
    import('../src/config.ts'),
    import('../src/start.ts'),
    import('./client/operations.ts'),
  ])
  const settings = { database: 'sqlite::memory:', port: 0, logLevel: 'silent' } as const
  const service = await startService(configOf(settings))
  try {
    const response = await fetch(`${service.url}/openapi.json`)
    const text = operationsFile((await response.json()) as OpenApi)
    const now = new Date()
    if (existsSync(OPERATIONS_FILE) && readFileSync(OPERATIONS_FILE, 'utf8') === text)
      utimesSync(OPERATIONS_FILE, now, now)
    else writeFileSync(OPERATIONS_FILE, text)
  } finally {
    await service.close()
  }
}

function isStale(): boolean {
  if (!existsSync(OPERATIONS_FILE)) return true
  const generatedAt = statSync(OPERATIONS_FILE).mtimeMs
  return globSync(['src/**/*.ts', 'scripts/client/*.ts', 'scripts/client.ts', 'package.json'], {
    cwd: root,
  }).some((path) => statSync(join(root, path)).mtimeMs > generatedAt)
}

if (!process.argv.includes('--if-stale') || isStale()) await generate()
