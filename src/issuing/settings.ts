// The settings of issuing.

interface IssuingSettings {
  /** How many cards can be issued through B in total, 0 to 1,000,000. */
  readonly cardPool: number
}

export const ISSUING_DEFAULTS: IssuingSettings = { cardPool: 20 }

declare module '../kernel/settings.ts' {
  interface Settings extends IssuingSettings {}
}
