// Names the fields of a request as the user typed them. The service names them by JSON pointers.

import type { CommandUnknownOpts } from '@commander-js/extra-typings'

/** An option or argument of a command. */
interface Input {
  readonly label: string
  /** The fields that it may set, from its name and its placeholder; the most likely first. */
  readonly fields: readonly string[]
  /** True for `name=value` texts, which set fields with any name. */
  readonly isPairs: boolean
  readonly isGiven: boolean
}

/**
 * `/amount` as `--amount`, and `/advance` as the argument of `clock advance`. Fields from a file
 * keep their pointers.
 */
export function typedName(pointer: string, command: CommandUnknownOpts): string {
  const path = pointer.split('/').filter((segment) => !/^\d*$/.test(segment))
  if (path.length === 0) return pointer
  const inputs = inputsOf(command)
  const given = inputs.filter(({ isGiven }) => isGiven)
  const readsFile = given.some(({ fields }) => fields.includes('file'))
  for (const candidates of readsFile ? [given] : [given, inputs])
    for (const [index, segment] of path.entries()) {
      const [input] = candidates
        .filter(({ fields }) => fields.includes(segment))
        .toSorted((a, b) => a.fields.indexOf(segment) - b.fields.indexOf(segment))
      if (input !== undefined) return named(input, path.slice(index + 1))
    }
  const [pairs, ...others] = inputs.filter(({ isPairs }) => isPairs)
  return pairs === undefined || others.length > 0 || readsFile ? pointer : named(pairs, path)
}

const named = ({ label }: Input, path: readonly string[]): string =>
  `${label} ${path.join('.')}`.trim()

function inputsOf(command: CommandUnknownOpts): readonly Input[] {
  const options = command.options.map((option): Input => {
    const name = option.attributeName()
    const [, placeholder = ''] = option.flags.split(/[<>]/)
    const suffix = placeholder.charAt(0).toUpperCase() + placeholder.slice(1)
    return {
      label: option.long ?? option.flags,
      fields: [name, `${name}${suffix}`, `${name}s`, placeholder],
      isPairs: placeholder === 'name=value',
      isGiven: command.getOptionValueSource(name) === 'cli',
    }
  })
  const positions = command.registeredArguments.map((argument, index): Input => {
    const name = argument.name()
    return {
      label: argument.variadic ? name : `argument '${name}'`,
      fields: [name, command.name()],
      isPairs: argument.variadic,
      isGiven: command.args.length > index,
    }
  })
  return [...options, ...positions]
}
