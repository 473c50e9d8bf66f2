// The interfaces as the reference presents them: their names, and how each knows who is asking.

export const TAGS = [
  {
    name: 'Interface A',
    description:
      'Card management, version 1: remote calls, each an HTTP POST with Basic authentication.',
  },
  {
    name: 'Interface B',
    description:
      'Card management, version 2: cardholders, cards, top-ups and transfers as resources.',
  },
  {
    name: 'Interface C',
    description:
      'The payment gateway: orders, payments, 3-D Secure, bindings. Forms with login and password among the parameters; `orderId` and `bindingId` of the examples stand for those that calls before have answered.',
  },
  {
    name: 'Control',
    description: 'The sandbox itself: projects, settings, clock, callbacks, reset and the books.',
  },
  { name: 'Operations', description: 'For whoever runs the service.' },
]

export const SECURITY_SCHEMES = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'Interface A: login and password of the project',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-KEY',
    description: 'Interface B and control API: API key of the project',
  },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Making projects in hosted mode: SANDCARD_ADMIN_TOKEN',
  },
} as const

interface Api {
  readonly tags: string[]
  readonly security: Record<string, string[]>[]
}

/** What a route of an interface carries unless it says otherwise. */
export const APIS: Readonly<Record<string, Api | undefined>> = {
  A: { tags: ['Interface A'], security: [{ basic: [] }] },
  B: { tags: ['Interface B'], security: [{ apiKey: [] }] },
  // Login and password are parameters of the form.
  C: { tags: ['Interface C'], security: [] },
  control: { tags: ['Control'], security: [{ apiKey: [] }] },
}
