// The apis as the reference and the metrics name them, in the order of the reference.

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
    description: 'The sandbox itself: projects, settings, clock, callbacks, reset and the books.',
  },
  operations: { tag: 'Operations', description: 'For whoever runs the service.' },
} as const

export type ApiName = keyof typeof APIS
