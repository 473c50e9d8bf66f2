// The part of oidc-provider that the tests use.

declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
    use(
      middleware: (
        context: { readonly path: string; readonly body: { id_token: string } },
        next: () => Promise<void>,
      ) => Promise<void>,
    ): void
  }
}
