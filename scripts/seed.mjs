// `npm run seed`: runs `sandcard seed` for a new project of a running service or, with `--key`, for
// an existing one.

import { join } from 'node:path'
import { foreground } from './child.mjs'
import { generateClient } from './generated.mjs'
import { root, RUNNING_SET, runtime, setup } from './setup.mjs'

await setup(RUNNING_SET)
generateClient()
const args = process.argv.slice(2)
const hasProject = args.some((argument) => /^(--key|--help|-h)\b/.test(argument))
process.exitCode = await foreground(runtime(), [
  join(root, 'src/main.ts'),
  'seed',
  ...(hasProject ? [] : ['--new']),
  ...args,
])
