// `npm run build`: compiles `src` to `dist` for the package and copies all other files.

import { spawnSync } from 'node:child_process'
import { cpSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { generateClient } from './generated.mjs'
import { DEVELOPMENT_SET, root, runtime, setup } from './setup.mjs'

await setup(DEVELOPMENT_SET)
generateClient()
const dist = join(root, 'dist')
rmSync(dist, { recursive: true, force: true })
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const { status } = spawnSync(runtime(), [compiler, '-p', join(root, 'tsconfig.build.json')], {
  cwd: root,
  stdio: 'inherit',
})
if (status === 0) {
  cpSync(join(root, 'src'), dist, {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || !/(\.ts|tsconfig\.json)$/.test(path),
  })
}
process.exitCode = status ?? 1
