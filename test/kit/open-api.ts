// The document of the reference with every schema written out where it is used.

import type { Sandbox } from './sandbox.ts'
import type { OpenApi } from '../api/reference/examples.ts'

/** The document of `/openapi.json`, with each reference replaced by the schema that it names. */
export async function openApiOf(sandbox: Sandbox): Promise<OpenApi> {
  const document = (await sandbox.call('GET', '/openapi.json')).json as OpenApi
  const { schemas } = document.components
  const writtenOut = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(writtenOut)
    if (typeof part !== 'object' || part === null) return part
    const { $ref, ...members } = part as Readonly<Record<string, unknown>>
    const own = Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, writtenOut(member)]),
    )
    if (typeof $ref !== 'string') return own
    const named = writtenOut(schemas[$ref.replace('#/components/schemas/', '')])
    return { ...(named as object), ...own }
  }
  return { ...document, paths: writtenOut(document.paths) as OpenApi['paths'] }
}
