// `npm run client`: writes the types and routes of the clients anew after an operation has changed.

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { startSandcard } from '../src/index.ts'
import { type OpenApi, operationsFile } from './client/operations.ts'

export const OPERATIONS_FILE = fileURLToPath(
  new URL('../src/client/operations.ts', import.meta.url),
)

/** The file as it should be, from the reference of a service of this version. */
export async function currentOperations(): Promise<string> {
  const sandcard = await startSandcard({ database: 'sqlite::memory:', port: 0, logLevel: 'silent' })
  try {
    const document = (await (await fetch(`${sandcard.url}/openapi.json`)).json()) as OpenApi
    const style = await resolveConfig(OPERATIONS_FILE)
    return await format(operationsFile(document), { ...style, filepath: OPERATIONS_FILE })
  } finally {
    await sandcard.close()
  }
}

if (import.meta.main) writeFileSync(OPERATIONS_FILE, await currentOperations())
