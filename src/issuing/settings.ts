// What a project may set of issuing.

export interface IssuingSettings {
  /** Cards that B may issue in all, 0 to 1,000,000. */
  readonly cardPool: number
}

export const ISSUING_DEFAULTS: IssuingSettings = { cardPool: 20 }

declare module '../kernel/settings.ts' {
  interface Settings extends IssuingSettings {}
}
