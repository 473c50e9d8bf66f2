// Compares every response of interface C with the schemas of its operation. Objects are closed for
// the comparison, so a field that the reference does not know is also a failure.

import assert from 'node:assert/strict'
import Type, { type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { ENDPOINTS } from '../../src/api/gateway/plugin.ts'
import type { Answer } from './http.ts'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schema with the fields of objects limited to those that it names. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (!isObject(schema)) return schema
  const members = Object.entries(schema).map(([name, part]) => [name, closed(part)] as const)
  const isOpen = schema['type'] !== 'object' || schema['additionalProperties'] !== undefined
  return { ...Object.fromEntries(members), ...(!isOpen && { additionalProperties: false }) }
}

/** Whether a value is one of these, without nested fields. */
export const checkOf = (schemas: readonly TSchema[]) =>
  Compile(Type.Unsafe<unknown>({ anyOf: schemas.map(closed) }))

type Check = ReturnType<typeof checkOf>

const CHECKS: ReadonlyMap<string, () => Check> = new Map(
  ENDPOINTS.map(({ name, answers, form }) => {
    let check: Check | undefined
    return [name.toLowerCase(), () => (check ??= checkOf([...answers, form.schema]))]
  }),
)

/** Throws for a response that the operation does not declare. */
export function assertDeclaredAnswer(path: string, { status, json, text }: Answer): void {
  const name = /^\/+payment\/+(?:rest\/+)?([^?]+)/i.exec(path)?.[1]?.toLowerCase() ?? ''
  const check = CHECKS.get(name)?.()
  if (check === undefined || !isObject(json)) return
  if (status === 200 || status === 429 || status >= 500)
    assert.ok(check.Check(json), `${name} does not declare that it answers ${status} ${text}`)
}
