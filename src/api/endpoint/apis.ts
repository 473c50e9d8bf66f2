// The names of the APIs in the reference and the metrics, in the order of the reference, and their
// security schemes.

export const APIS = {
  A: {
    tag: 'Interface A',
    description: 'Card management, version 1. Each call is an HTTP POST with Basic authentication.',
  },
  B: {
    tag: 'Interface B',
    description:
      'Card management, version 2: cardholders, cards, top-ups and transfers as resources.',
  },
  C: {
    tag: 'Interface C',
    description:
      'The payment gateway: orders, payments, 3-D Secure, bindings. Requests are forms with login and password among the parameters. Replace `orderId` and `bindingId` in the examples with ids from earlier responses.',
  },
  control: {
    tag: 'Control',
    description:
      'The sandbox itself: projects, settings, clock, reset, lists of all data of a project, the ledger and the callbacks.',
  },
  operations: { tag: 'Operations', description: 'For operators of the service.' },
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
    description: 'Administration in hosted mode: SANDCARD_ADMIN_TOKEN',
  },
} as const

export type SecurityScheme = keyof typeof SECURITY_SCHEMES
