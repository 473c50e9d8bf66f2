// `sandcard serve` in the list of commands. `src/main.ts` starts the service before it loads the
// other commands.

import type { Command } from '@commander-js/extra-typings'
import { COMMAND_HELP } from '../command-help.ts'

export function addServe(program: Command): void {
  program
    .command('serve')
    .summary('start the service; the default without a command').helpInformation = () =>
    `${COMMAND_HELP}\n`
}
