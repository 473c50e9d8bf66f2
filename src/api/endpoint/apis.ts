// The apis as the reference and the metrics name them, in the order of the reference, and the ways in which they know their callers.

export const APIS = {
  A: {
    tag: 'Interface A',
    description:
      'Card management, version 1: remote calls, each an HTTP POST with Basic authentication.',
  },
  B: {
    tag: 'Interface B',
    description:
      'Card management, version 2: cardholders, cards, top-ups and transfers as resources.',
  },
  C: {
    tag: 'Interface C',
    description:
      'The payment gateway: orders, payments, 3-D Secure, bindings. Forms with login and password among the parameters; `orderId` and `bindingId` of the examples stand for those that calls before have answered.',
  },
  control: {
    tag: 'Control',
    description:
      'The sandbox itself: projects, settings, clock, reset, lists of all that a project holds, the ledger and the callbacks.',
  },
  operations: { tag: 'Operations', description: 'For whoever runs the service.' },
} as const

export type ApiName = keyof typeof APIS

/** As OpenAPI describes them. */
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

export type SecurityScheme = keyof typeof SECURITY_SCHEMES
