// The subcommands of `sandcard`: their common options, and the handling of failures.

import {
  Command as UntypedCommand,
  CommanderError,
  Help,
  InvalidArgumentError,
  Option,
} from 'commander'
import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings'
import { DEFAULT_KEY, DEFAULT_URL, unsetEmptyVariables } from '../config.ts'
import { failureLine, sentenceOf } from '../failure-line.ts'
import { VERSION } from '../version.ts'
import { addCall } from './call.ts'
import { addClock } from './clock.ts'
import { addCompletion } from './completion.ts'
import { addDatabase } from './database.ts'
import { addDecisionServer } from './decision-server.ts'
import { addDoctor } from './doctor.ts'
import { EXIT } from './exit-codes.ts'
import { addExpect } from './expect.ts'
import { addExplain } from './explain.ts'
import { addFaults } from './faults.ts'
import { reportOf } from './failure.ts'
import { addListen } from './listen.ts'
import { addLogs } from './logs.ts'
import { addMcp } from './mcp.ts'
import { addProject } from './project.ts'
import { addReceivers } from './receivers.ts'
import { addRules } from './rules.ts'
import { addSeed } from './seed.ts'
import { addServe } from './serve.ts'
import { Session } from './session.ts'
import { addSimulate } from './simulate.ts'
import { addSnapshot } from './snapshot.ts'
import { addTrigger } from './trigger.ts'
import { typedName } from './typed-names.ts'
import { addWebhooks } from './webhooks.ts'

/** In the order of `--help`. */
const COMMANDS = [
  addServe,
  addDoctor,
  addProject,
  addLogs,
  addExplain,
  addListen,
  addExpect,
  addTrigger,
  addSimulate,
  addClock,
  addRules,
  addFaults,
  addReceivers,
  addWebhooks,
  addDecisionServer,
  addSnapshot,
  addSeed,
  addCall,
  addDatabase,
  addMcp,
  addCompletion,
]

/** The program with all subcommands; `docs/command-line.md` shows its help texts. */
export function buildProgram(): { readonly program: Command; readonly session: Session } {
  const program = new UntypedCommand('sandcard') as Command
  const options = program
    .usage('[command] [options]')
    .description('A self-hosted sandbox for card issuing and card payments.')
    .version(VERSION, '--version', 'print the version')
    .helpOption('-h, --help', 'explain the command')
    .helpCommand('help [command]', 'explain a command')
    .addOption(
      new Option('--url <url>', 'the service')
        .env('SANDCARD_URL')
        .default(DEFAULT_URL)
        .argParser(originOf),
    )
    .addOption(
      new Option('--key <key>', 'API key of the project').env('SANDCARD_KEY').default(DEFAULT_KEY),
    )
    .addOption(new Option('--json', 'print JSON'))
    .configureHelp({ showGlobalOptions: true, helpWidth: HELP_WIDTH, optionDescription })
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
  const session = new Session(() => options.opts())
  for (const add of COMMANDS) add(program, session)
  return { program, session }
}

const HELP_WIDTH = 90

/** The parser quotes default values like JSON, even numbers. */
const optionDescription = (option: Option): string =>
  new Help().optionDescription(option).replace(/\(default: "([^"]*)"/, '(default: $1')

/** Runs a subcommand and sets the exit code. */
export async function runCommand(args: readonly string[]): Promise<void> {
  endQuietlyOnBrokenPipe()
  unsetEmptyVariables()
  const { program, session } = buildProgram()
  const named = commandNamed(args)
  if (named.isHelp) {
    showHelp(named, args)
    return
  }
  let command: CommandUnknownOpts = program
  program.hook('preAction', (_, called) => {
    command = called
  })
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) failToParse(error, args)
    else fail(error, session, (pointer) => typedName(pointer, command))
  }
}

function fail(error: unknown, session: Session, nameOf: (pointer: string) => string): void {
  const { sentence, document, exitCode } = reportOf(error, session.url, nameOf)
  if (session.isJson) session.print(JSON.stringify(document, null, 2))
  session.remark(`sandcard: ${sentence}`)
  process.exitCode = exitCode
}

const WRONG_CHOICE =
  /^command-argument value (.+) is invalid for argument (.+)\. Allowed choices are (.+)\.$/

/** The version is also an "error" of the parser. */
function failToParse({ message, exitCode, code }: CommanderError, args: readonly string[]): void {
  if (exitCode === 0) return
  const named = commandNamed(args)
  failAsUsage(
    named,
    (code === 'commander.excessArguments' ? unknownCommandIn(named) : undefined) ??
      message
        .replace(/^error: /, '')
        .replaceAll(/\s+/g, ' ')
        .replace(WRONG_CHOICE, 'argument $2 must be one of $3, not $1.'),
    args,
  )
}

/** The parser would show the help of the parent for a command that does not exist. */
function showHelp(named: NamedCommand, args: readonly string[]): void {
  const unknown = unknownCommandIn(named)
  if (unknown === undefined) named.command.outputHelp()
  else failAsUsage(named, unknown, args)
}

function failAsUsage({ path }: NamedCommand, what: string, args: readonly string[]): void {
  process.exitCode = EXIT.usage
  const detail = `${sentenceOf(what)} See "${path} --help".`
  if (args.includes('--json'))
    process.stdout.write(`${JSON.stringify({ code: 'usage', detail }, null, 2)}\n`)
  process.stderr.write(`${failureLine(detail)}\n`)
}

interface NamedCommand {
  readonly path: string
  readonly command: Pick<Command, 'commands' | 'outputHelp'>
  /** The first argument that is not the name of a command. */
  readonly operand: string | undefined
  /** True if the arguments contain `--help`, or `help` in place of a command. */
  readonly isHelp: boolean
}

/** The reason if the arguments name a command that does not exist. A long list is in the help. */
function unknownCommandIn({ command, operand }: NamedCommand): string | undefined {
  const names = command.commands.map((each) => each.name())
  if (operand === undefined || names.length === 0) return undefined
  const list = names.length > LISTED_MAX ? '' : `; the commands are ${names.join(', ')}`
  return `unknown command '${operand}'${list}`
}

const LISTED_MAX = 10

/** The innermost command that the arguments name. */
function commandNamed(args: readonly string[]): NamedCommand {
  let command: Pick<Command, 'commands' | 'outputHelp'> = buildProgram().program
  let path = 'sandcard'
  let operand: string | undefined
  let isHelp = false
  const own = args.slice(0, [...args, '--'].indexOf('--'))
  for (const [index, argument] of own.entries()) {
    if (['--url', '--key'].includes(own[index - 1] ?? '')) continue
    const isFlag = argument.startsWith('-')
    const next = command.commands.find((each) => each.name() === argument)
    if (['-h', '--help'].includes(argument)) isHelp = true
    else if (isFlag) continue
    else if (next !== undefined && operand === undefined) {
      command = next
      path += ` ${argument}`
    } else if (argument === 'help' && operand === undefined && command.commands.length > 0)
      isHelp = true
    else operand ??= argument
  }
  return { path, command, operand, isHelp }
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:\/\/[^@?#]+$/.test(url.href))
    throw new InvalidArgumentError(
      `It must be an http(s) URL such as ${DEFAULT_URL}, without user, query or fragment.`,
    )
  return url.href.replace(/\/$/, '')
}

/** `sandcard logs | head` closes the pipe early, which is not a failure; a full disk is one. */
function endQuietlyOnBrokenPipe(): void {
  // Without a reader of messages, the exit code still shows the result.
  process.stderr.on('error', () => undefined)
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    process.stderr.write(`${failureLine(`cannot write the output: ${error.message}`)}\n`)
    process.exit(EXIT.failed)
  })
}
