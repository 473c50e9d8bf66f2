/** The data of the main page, meant to be copied into settings. */

export interface StartPageModel {
  readonly project: { readonly id: string; readonly name: string }
  readonly mode: 'local' | 'hosted'
  readonly version: string
  /** The project's time; if omitted, the top bar shows no clock. */
  readonly clock?: { readonly now: Date; readonly state: 'real' | 'shifted' | 'frozen' }
  /** The origin of every URL, without a trailing slash. */
  readonly baseUrl: string
  /** The interfaces by their letters, then the control API. */
  readonly interfaces: readonly InterfaceView[]
  readonly product: readonly ProductFact[]
  /** The project's public key for PIN blocks of interface B. */
  readonly pinKey: { readonly kid: string; readonly algorithm: string; readonly pem: string }
  /** The first calls, one group per interface. */
  readonly commandGroups: readonly CommandGroup[]
}

export interface InterfaceView {
  /** The control API has none. */
  readonly letter: 'A' | 'B' | 'C' | null
  readonly name: string
  readonly purpose: string
  readonly url: string
  readonly credentials: readonly { readonly label: string; readonly value: string }[]
}

export interface ProductFact {
  readonly label: string
  /** The field names for this value, as the interfaces spell them. */
  readonly fields?: string
  readonly value: string
}

export interface CommandGroup {
  readonly title: string
  readonly explanation?: string
  readonly commands: readonly Command[]
}

export interface Command {
  readonly title: string
  readonly explanation: string
  /** Ready to paste into a shell. */
  readonly command: string
}
