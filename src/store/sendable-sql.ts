// Translates the conditions of sending to SQL. Parameter 2 is the project's time, 3 real time.

import type { Conditions } from '../callbacks/sendable.ts'

const PARAMETERS: Readonly<Record<string, string>> = { now: '$2', realNow: '$3' }

const columnOf = (member: string): string =>
  member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const valueOf = (value: string | number): string =>
  PARAMETERS[value] ?? (typeof value === 'number' ? String(value) : `'${value}'`)

/** The conditions for the row with this alias. */
export const sqlOf = (alias: string, conditions: Conditions): string =>
  conditions
    .map((line) => {
      const tests = line.map(([member, is, value]) => {
        const column = `${alias}.${columnOf(member)}`
        return is === 'null' ? `${column} is null` : `${column} ${is} ${valueOf(value)}`
      })
      return `(${tests.join(' or ')})`
    })
    .join(' and ')
