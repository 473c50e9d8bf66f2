// The text of `sandcard --help`.

import { COMMAND_USAGE, configOf } from './config.ts'

const { host, port, database, logLevel } = configOf({})
const file = database.kind === 'sqlite' ? database.path : ''

export const COMMAND_HELP = `Usage: ${COMMAND_USAGE}

Starts the sandbox and prints its URLs and, in local mode, the demo credentials. Ctrl-C stops it.

  --host <host>         host name or IP address to listen on; default ${host}
  --port <port>         port to listen on (0 picks a free port); default ${port}
  --database <url>      sqlite:PATH, sqlite::memory: or postgres://...;
                        default sqlite:${file}
  --public-url <url>    origin of links such as formUrl; required in hosted mode
  --mode <mode>         local (demo project, no sign-in) or hosted (accounts); default local
  --log-level <level>   fatal, error, warn, info, debug, trace or silent; default ${logLevel}
  --config <file>       fixtures to load into the demo project if it has no records;
                        default ./sandcard.config.json if it exists
  --threads <count>     number of threads that receive requests; default 1
  -h, --help            print this text

Each flag overrides an environment variable: HOST, PORT, DATABASE_URL, PUBLIC_URL, SANDCARD_MODE,
LOG_LEVEL, SANDCARD_CONFIG, THREADS. Other settings, such as SANDCARD_SECRET and SMTP_URL, are
environment variables only. The README lists them.

To list the commands for a running service, run: sandcard help

Examples:
  sandcard --port 9000 --database sqlite::memory:
  DATABASE_URL=postgres://user:password@host/sandcard sandcard`
