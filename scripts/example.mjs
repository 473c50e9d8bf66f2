// `npm run example NAME [URL]`: runs an example against a running service. Without a name it lists
// the examples.

import { readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { foreground } from './child.mjs'
import { generateClient } from './generated.mjs'
import { root, RUNNING_SET, runtime, setup } from './setup.mjs'

const folder = join(root, 'examples')
/** Shared by the examples; not an example. */
const shared = 'project'
const names = readdirSync(folder)
  .map((file) => parse(file).name)
  .filter((name) => name !== shared)
const [name, ...rest] = process.argv.slice(2)

if (names.includes(name)) {
  await setup(RUNNING_SET)
  generateClient()
  process.exitCode = await foreground(runtime(), [join(folder, `${name}.ts`), ...rest])
} else {
  const problem = name === undefined ? '' : `There is no example "${name}". `
  console.error(
    `${problem}npm run example NAME [URL], where NAME is one of:\n  ${names.join('\n  ')}`,
  )
  process.exitCode = 1
}
