// `sandcard completion`: scripts that complete commands and options in a shell, and the suggestions
// that these scripts request.

import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings'
import { Argument } from 'commander'
import { controlApiRoutes } from '../client/operations.ts'
import { examples } from './help.ts'
import { SCENARIOS } from './scenarios.ts'

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const

/** Argument values by command. */
const ARGUMENT_VALUES: Readonly<Record<string, readonly string[]>> = {
  call: Object.keys(controlApiRoutes),
  trigger: Object.keys(SCENARIOS),
}

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .summary('complete commands and options in your shell')
    .description(
      'Prints a script for your shell that completes commands and options of sandcard. bash also needs the bash-completion package.',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText(
      'after',
      examples(
        ['source <(sandcard completion bash)', 'bash: add this line to ~/.bashrc'],
        ['source <(sandcard completion zsh)', 'zsh: add this line to ~/.zshrc'],
        ['sandcard completion fish > ~/.config/fish/completions/sandcard.fish', 'fish'],
      ),
    )
    .action(async (shell) => {
      const { script } = await import('@bomb.sh/tab')
      script(String(shell), 'sandcard', 'sandcard')
    })
  // The scripts call `sandcard complete -- WORDS`.
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words) => {
      await suggest(program, words)
    })
}

async function suggest(program: Command, words: readonly string[]): Promise<void> {
  const { RootCommand } = await import('@bomb.sh/tab')
  const root = new RootCommand()
  const common = program.options.filter(({ long }) => long !== '--version')
  const add = (command: CommandUnknownOpts, path: string): void => {
    const target = root.command(path, command.summary() || command.description())
    for (const { long, description, required } of [...command.options, ...common]) {
      const name = long?.replace(/^--/, '') ?? ''
      // An option with a value needs a handler, because its values are unknown.
      if (required) target.option(name, description, () => undefined)
      else target.option(name, description)
    }
    for (const argument of command.registeredArguments) {
      const values = argument.argChoices ?? ARGUMENT_VALUES[path] ?? []
      target.argument(argument.name(), (complete) => {
        for (const value of values) complete(value, '')
      })
    }
    for (const each of command.commands) add(each, `${path} ${each.name()}`)
  }
  for (const command of program.commands)
    if (command.name() !== 'complete') add(command, command.name())
  root.parse([...words])
}
