// `sandcard doctor`: checks the preconditions of startup and of a running service, and suggests a
// fix for each problem.

import type { Command } from '@commander-js/extra-typings'
import { EXIT } from './exit-codes.ts'
import { CHECKS, type CheckState, type DoctorContext, type Finding } from './doctor-checks.ts'
import { examples } from './help.ts'
import type { Session } from './session.ts'
import { coloured, printable } from './terminal.ts'

export function addDoctor(program: Command, session: Session): void {
  program
    .command('doctor')
    .summary('diagnose why the service does not start or respond')
    .description(
      'Checks Node.js, the settings, the port, the database, the master key, the service, its clock and PUBLIC_URL. For each problem, it says what to do. It reads the settings of "sandcard" from the environment and changes nothing.',
    )
    .option('--database <url>', 'the database; default: DATABASE_URL')
    .addHelpText(
      'after',
      examples(
        ['sandcard doctor', 'check this machine and the service on it'],
        ['sandcard doctor --url https://sandcard.example.com --key KEY', 'check a hosted service'],
      ),
    )
    .action(async ({ database }) => {
      const context: DoctorContext = {
        url: session.url,
        key: session.key,
        isUrlGiven: program.getOptionValueSource('url') !== 'default',
        databaseFlag: database,
        control: session.control,
      }
      const findings: (Finding & { readonly name: string })[] = []
      for (const { name, check } of CHECKS) {
        const finding = { name, ...(await check(context)) }
        findings.push(finding)
        if (!session.isJson) session.print(lineOf(finding))
      }
      const failed = findings.filter(({ state }) => state === 'failed').length
      session.show({ healthy: failed === 0, checks: findings }, () =>
        failed === 0 ? '\nNo problems found.' : `\nProblems found: ${failed}.`,
      )
      if (failed > 0) process.exitCode = EXIT.failed
    })
}

const MARKS = {
  ok: ['green', 'ok     '],
  warning: ['yellow', 'warning'],
  failed: ['red', 'failed '],
  skipped: ['dim', 'skipped'],
} as const satisfies Record<CheckState, readonly [string, string]>

const NAME_WIDTH = Math.max(...CHECKS.map(({ name }) => name.length))

function lineOf({ name, state, detail, fix }: Finding & { readonly name: string }): string {
  const [colour, mark] = MARKS[state]
  const line = `${coloured(colour, mark)}  ${name.padEnd(NAME_WIDTH)}  ${printable(detail)}`
  return fix === undefined ? line : `${line}\n${' '.repeat(NAME_WIDTH + 11)}Fix: ${printable(fix)}`
}
