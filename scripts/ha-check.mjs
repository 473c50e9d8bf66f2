// `npm run ha-check`: installs the development packages, then kills and pauses the primary of a
// PostgreSQL cluster under load. It needs Debian's haproxy, patroni, etcd-server and postgresql.

import { join } from 'node:path'
import { foreground } from './child.mjs'
import { DEVELOPMENT_SET, root, runtime, setup } from './setup.mjs'

await setup(DEVELOPMENT_SET)
process.exitCode = await foreground(runtime(), [join(root, 'test/ha/check.ts')])
