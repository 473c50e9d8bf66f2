// The methods of each path. The router responds with 404 to a wrong method; with this list, the
// response is 405 with the allowed methods.

import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** The paths of all routes of the server. */
    readonly allowedMethods: AllowedMethods
  }
}

interface KnownPath {
  readonly pattern: RegExp
  readonly methods: Set<string>
}

export class AllowedMethods {
  readonly #paths = new Map<string, KnownPath>()
  readonly #spellings = new Map<string, string>()

  /**
   * Every path as the router writes it, `/v2/cards/:id`, with its methods in order of
   * registration.
   */
  get all(): readonly (readonly [path: string, methods: readonly string[]])[] {
    return [...this.#paths].map(([path, { methods }]) => [path, [...methods]])
  }

  /** Adds a route as the router writes it: `/v2/cards/:id`. */
  add(url: string, method: string | readonly string[]): void {
    // A HEAD route only exists because of a GET route. For the root of a plugin, the framework
    // reports one of them for each spelling of the path.
    const methods = [method].flat().flatMap((each) => (each === 'HEAD' ? ['GET', each] : [each]))
    const known = this.#paths.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() }
    for (const each of methods) known.methods.add(each)
    this.#paths.set(url, known)
    if (!this.#spellings.has(url.toLowerCase())) this.#spellings.set(url.toLowerCase(), url)
  }

  /** The registered spelling of a path that only differs in case; any other path unchanged. */
  spelling(path: string): string {
    return this.#spellings.get(path.toLowerCase()) ?? path
  }

  /** The methods of a requested URL in order of registration; none for an unknown path. */
  allowed(url: string): readonly string[] {
    const path = url.split('?', 1)[0] ?? ''
    const fitting = [...this.#paths.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(fitting.flatMap(({ methods }) => [...methods]))]
  }
}

/** Records all routes that the app adds from now on. */
export function followRoutes(app: FastifyInstance, paths: AllowedMethods): void {
  app.decorate('allowedMethods', paths)
  app.addHook('onRoute', ({ url, method }) => {
    paths.add(url, method)
  })
}

/** The URL for the router: double slashes become one, and gateway operations match in any case. */
export function routedUrl(paths: AllowedMethods, url: string): string {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  const single = path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path
  const routed = /\.do$/i.test(single) ? paths.spelling(single) : single
  return routed === path ? url : routed + url.slice(path.length)
}

function patternOf(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) =>
      part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    )
  return new RegExp(`^${parts.join('/')}$`)
}
