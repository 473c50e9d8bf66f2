// The page of a form action. After a refused form, the browser shows the URL of the action, and
// Enter in its address bar sends a GET request there.

import type { FastifyInstance } from 'fastify'
import { securityHeaders } from '../../../web/html/security-headers.ts'

interface Path {
  readonly path: string
}

interface Paths {
  readonly pages: readonly Path[]
  readonly downloads?: readonly Path[]
}

/**
 * Redirects a GET request to an action to its page. `prefix` is the part of all URLs before the
 * path.
 */
export function redirectActions(
  app: FastifyInstance,
  prefix: string,
  {
    actions = [],
    ...paths
  }: Paths & { readonly actions?: readonly (Path & { readonly operation: string })[] },
): void {
  for (const { path, operation } of actions) {
    const page = pageOfAction({ path }, paths)
    if (page === undefined) continue
    app.get(
      prefix + path,
      { schema: { hide: true }, config: { api: 'portal', operation } },
      (request, reply) =>
        reply
          .headers(securityHeaders())
          .redirect(
            withParams(prefix + page, request.params as Record<string, string>) || '/',
            303,
          ),
    )
  }
}

/**
 * The path of the page to which a GET request to an action redirects, with parameters as in the
 * action's path: the page with the longest path that is a prefix of the action's path. Undefined if
 * a page or download has this path itself.
 */
function pageOfAction({ path }: Path, { pages, downloads = [] }: Paths): string | undefined {
  const parts = path.split('/')
  if ([...pages, ...downloads].some((each) => startsWith(parts, each, parts.length)))
    return undefined
  const lengths = pages.flatMap((each) => {
    const { length } = each.path.split('/')
    return startsWith(parts, each, length) ? [length] : []
  })
  return parts.slice(0, Math.max(1, ...lengths)).join('/')
}

/** Whether the first `length` parts of an action's path equal the page's. */
function startsWith(parts: readonly string[], { path }: Path, length: number): boolean {
  const its = path.split('/')
  return (
    its.length === length &&
    its.every((part, index) =>
      part.startsWith(':') ? parts[index]?.startsWith(':') === true : part === parts[index],
    )
  )
}

/** A path with its parameter values filled in. */
export const withParams = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''))
