// Parses options and files: settings, numbers, and `name=value` texts with the types that a schema
// declares.

import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { getSystemErrorMessage } from 'node:util'
import { InvalidArgumentError } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { CommandFailure, wrongArgument } from './failure.ts'
import { EXIT } from './exit-codes.ts'

/** The settings of this machine, with the database of `--database` if it is given. */
export function settingsWith(database: string | undefined): Config {
  const config = readConfig(database === undefined ? [] : ['--database', database])
  if (config === undefined) throw new Error('the settings ask for help')
  return config
}

/** Collects a repeatable option. */
export const collected = (value: string, previous: readonly string[] = []): string[] => [
  ...previous,
  value,
]

/** Parses an option with a number; the service checks its range. */
export function numberOf(text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(number)) throw new InvalidArgumentError('It must be a number.')
  return number
}

/** An object from `name=value` texts, with numbers and booleans where the schema has them. */
export function objectOf(
  option: string,
  pairs: readonly string[],
  schemaOfObject: object,
): Record<string, unknown> {
  const properties = propertiesOf(schemaOfObject)
  const names = Object.keys(properties)
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name = '', text = ''] = /^(\w+)=(.*)$/s.exec(pair) ?? []
      if (name === '') throw wrongArgument(`${option} needs name=value, not "${pair}".`)
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (schema === undefined)
        throw wrongArgument(
          names.length === 0
            ? `${option} has no fields.`
            : `${option} does not support "${name}"; valid names are ${names.join(', ')}.`,
        )
      return [name, valueOf(text, schema)]
    }),
  )
}

const propertiesOf = (schema: object): Readonly<Record<string, unknown>> =>
  'properties' in schema && typeof schema.properties === 'object' && schema.properties !== null
    ? { ...schema.properties }
    : {}

/** Only the JSON type is chosen here; the service validates the value. */
function valueOf(text: string, schema: unknown): unknown {
  if (admits(schema, 'string')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function admits(schema: unknown, type: string): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if ('type' in schema) return [schema.type].flat().includes(type)
  if ('enum' in schema && Array.isArray(schema.enum))
    return schema.enum.some((value) => typeof value === type)
  return 'anyOf' in schema && Array.isArray(schema.anyOf)
    ? schema.anyOf.some((each) => admits(each, type))
    : false
}

/** The text of a file, or of standard input for `-`, without a byte order mark. */
export async function textOfFile(path: string): Promise<string> {
  const bytes = path === '-' ? await buffer(process.stdin) : bytesOfFile(path)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandFailure('file-invalid', `${path} is not UTF-8 text`, EXIT.usage)
  }
}

function bytesOfFile(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const reason = systemReason(error)
    const name = path === '' ? 'a file without a name' : path
    throw new CommandFailure('file-unreadable', `cannot read ${name}: ${reason}`, EXIT.usage)
  }
}

/** The reason without the code and the path, which the message of the system repeats. */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const errno = 'errno' in error ? error.errno : undefined
  return typeof errno === 'number' ? getSystemErrorMessage(errno) : error.message
}

export async function jsonOfFile(path: string): Promise<unknown> {
  const text = await textOfFile(path)
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailure('file-invalid', `${path} is not JSON: ${reason}`, EXIT.usage)
  }
}
