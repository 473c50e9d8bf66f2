// `npm run check`: types, lint, imports, unused code, format, prose and workflows, in parallel.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateClient } from './generated.mjs'
import { DEVELOPMENT_SET, root, runtime, setup } from './setup.mjs'

const tools = [
  // Types and lint over one program; the pages' scripts have a separate tsconfig.json.
  { name: 'types and lint', args: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'] },
  {
    name: 'style sheets',
    args: ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '.'],
  },
  {
    name: 'imports',
    args: ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', 'src'],
  },
  { name: 'unused code', args: ['node_modules/knip/bin/knip.js'] },
  { name: 'format', args: ['scripts/format-check.mjs'] },
  { name: 'prose', args: ['scripts/prose.ts'] },
  { name: 'workflows', args: ['scripts/check-workflows.mjs'] },
]

/** Runs all tools and resolves to true when every one of them succeeds. */
export async function check() {
  const results = await Promise.all(tools.map(run))
  return results.every((ok) => ok)
}

function run({ name, args: [script, ...args] }) {
  const started = performance.now()
  return new Promise((resolve) => {
    const child = spawn(runtime(), [join(root, script), ...args], { cwd: root })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => (output += error.message))
    child.once('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`${code === 0 ? '✔' : '✖'} ${name} (${seconds} s)`)
      if (code !== 0) console.log(output.trimEnd())
      resolve(code === 0)
    })
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await setup(DEVELOPMENT_SET)
  generateClient()
  process.exitCode = (await check()) ? 0 : 1
}
