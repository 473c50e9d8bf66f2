// `npm run bench`: installs the development packages and builds the package, which one of the
// benchmarks imports like its users, then runs the benchmarks.

import { join } from 'node:path'
import { foreground } from './child.mjs'
import { DEVELOPMENT_SET, root, runtime, setup } from './setup.mjs'

const given = process.argv.slice(2)
await setup(DEVELOPMENT_SET)
// The figures of a quick run have no meaning, so it measures the sources.
if (given.length === 0) await import('./build.mjs')
process.exitCode = await foreground(runtime(), [join(root, 'bench/main.ts'), ...given])
