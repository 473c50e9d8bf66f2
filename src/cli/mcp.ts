// `sandcard mcp`: serves the sandbox to coding assistants (Model Context Protocol) on standard
// input and output.

import type { Command } from '@commander-js/extra-typings'
import { CommandFailure } from './failure.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'

const PACKAGE = '@modelcontextprotocol/server'

export function addMcp(program: Command, session: Session): void {
  program
    .command('mcp')
    .summary('serve the sandbox to a coding assistant (MCP)')
    .description(
      `Runs a Model Context Protocol server on standard input and output, with tools to create a project, issue a card, pay, simulate, advance the clock, and read what happened. It needs the package ${PACKAGE}.`,
    )
    .addHelpText(
      'after',
      examples(
        [`npm install --save-dev ${PACKAGE}`, 'install the package'],
        ['claude mcp add sandcard -- npx sandcard mcp', 'add it to an assistant'],
      ),
    )
    .action(async () => {
      const { serveMcp } = await import('./mcp/server.ts').catch((error: unknown) => {
        throw isMissingPackage(error)
          ? new CommandFailure(
              'package-missing',
              `the package ${PACKAGE} is missing: run "npm install ${PACKAGE}".`,
            )
          : error
      })
      await serveMcp(session)
    })
}

const isMissingPackage = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes(PACKAGE)
