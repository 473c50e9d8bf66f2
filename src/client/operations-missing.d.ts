// `operations.ts` is generated, not committed. Until `npm run client` has run, the compiler and the
// editor read this file instead, and check nothing that a client accepts or returns.

declare module '*/operations.ts' {
  import type { Route } from './route.ts'

  type UncheckedType = ReturnType<typeof JSON.parse>

  export type InterfaceA = UncheckedType
  export type InterfaceB = UncheckedType
  export type InterfaceC = UncheckedType
  export type ControlApi = UncheckedType
  export type ProjectDescription = UncheckedType
  export const interfaceARoutes: Readonly<Record<string, Route>>
  export const interfaceBRoutes: Readonly<Record<string, Route>>
  export const interfaceCRoutes: Readonly<Record<string, Route>>
  export const controlApiRoutes: Readonly<Record<string, Route>>
}
