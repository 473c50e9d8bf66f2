// The table of the *Keys* page: every credential and key with its expiry and its times.

import type { listCallbackKeys } from '../../../api/control/callbacks/callback-keys.ts'
import type { listCredentials } from '../../../api/control/projects/credentials.ts'
import type { getProject } from '../../../api/control/projects/projects.ts'
import type { listRsaKeys } from '../../../api/control/projects/rsa-keys.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { secretEnd } from '../../../projects/project.ts'
import type { RsaUse } from '../../../projects/rsa-keys.ts'
import { badge, copyable, copyButton, table } from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { ago, exactTime } from '../../../web/html/when.ts'
import { callOptions } from '../shell/call-options.ts'
import type { PageContext } from '../shell/screen.ts'
import { ROTATION_WORDS, rotateButton } from './rotations.ts'

type Credential = AnswerOf<typeof listCredentials>['items'][number]
type CallbackKey = AnswerOf<typeof listCallbackKeys>['items'][number]
type RsaKeys = AnswerOf<typeof listRsaKeys>['items'][number]
type ShownProject = AnswerOf<typeof getProject>

export interface AllKeys {
  readonly credentials: readonly Credential[]
  readonly callbackKeys: readonly CallbackKey[]
  readonly rsaKeys: readonly RsaKeys[]
  readonly project: ShownProject
}

/** How to show the table. */
interface TableView {
  /** The name of the displayed secret, or `all`; undefined if none is shown. */
  readonly shown: string | undefined
  /** The demo project's credentials do not change. */
  readonly isDemo: boolean
  /** Real time, epoch milliseconds. */
  readonly realNow: number
}

/** The id of the sentence that explains why buttons are disabled. */
export const DEMO_NOTE = 'demo-keys'

// prettier-ignore
const NAMES: Readonly<Record<Credential['interface'], Readonly<Partial<Record<Credential['name'], readonly [title: string, full: string]>>>>> = {
  A: { password: ['Password', 'password of interface A'] },
  B: { apiKey:   ['API key', 'API key'] },
  C: { password: ['Password', 'password of interface C'], token: ['Token', 'token of interface C'] },
}

const INTERFACES: Readonly<Record<Credential['interface'], string>> = {
  A: 'Interface A',
  B: 'Interface B and control API',
  C: 'Interface C',
}

export const nameOf = (of: Credential['interface'], name: Credential['name']): string =>
  NAMES[of][name]?.[1] ?? name

/** The value of a credential. */
export function valueOf(
  { interface: of, name }: Pick<Credential, 'interface' | 'name'>,
  { interfaceA, interfaceB, interfaceC }: ShownProject,
): string {
  if (of === 'A') return interfaceA.password
  if (of === 'B') return interfaceB.apiKey
  return name === 'token' ? interfaceC.token : interfaceC.password
}

export const keyTable = (context: PageContext, keys: AllKeys, view: TableView): Html =>
  table({
    caption: 'Keys',
    stacks: true,
    columns: [
      { header: 'Key' },
      { header: 'Value' },
      { header: 'Created', labelled: true },
      { header: 'Last used', labelled: true },
      { header: 'Actions' },
    ],
    rows: [
      ...keys.credentials.map((each) => credentialRow(context, each, keys, view)),
      ...keys.callbackKeys.toReversed().map((each) => callbackKeyRow(context, each, view)),
      ...keys.rsaKeys.toReversed().flatMap((each) => rsaRows(context, each, view)),
    ],
  })

type Row = readonly HtmlValue[]

function credentialRow(
  context: PageContext,
  credential: Credential,
  { project }: AllKeys,
  { shown, isDemo, realNow }: TableView,
): Row {
  const { interface: of, name, login, end, createdAt, lastUsedAt, oldEndsAt } = credential
  const [title, full] = NAMES[of][name] ?? [name, name]
  return [
    keyName(title, [
      INTERFACES[of],
      login !== null && html`login ${copyable(login, `login of interface ${of}`)}`,
      name === 'token' && 'rotates with the password',
      oldEndsAt !== null && `old one works until ${exactTime(Date.parse(oldEndsAt))}`,
    ]),
    secret(context, { id: `${of}.${name}`, full, end, value: valueOf(credential, project), shown }),
    time(createdAt, realNow),
    lastUsedAt === null ? html`<span class="aside">never</span>` : time(lastUsedAt, realNow),
    isDemo
      ? html`<button
          class="button quiet"
          disabled
          aria-describedby="${DEMO_NOTE}"
          aria-label="Rotate… the ${full}"
        >
          Rotate…
        </button>`
      : // One rotation replaces both secrets of interface C.
        name !== 'token' && rotateButton(of),
  ]
}

function callbackKeyRow(context: PageContext, key: CallbackKey, { shown }: TableView): Row {
  const { alias, key: value, current, createdAt } = key
  return [
    keyName(html`${alias} ${current && badge('approved', 'in use')}`, [
      'Callback key (HMAC-SHA256)',
    ]),
    secret(context, {
      id: `callback.${alias}`,
      full: `callback key ${alias}`,
      end: secretEnd(value),
      value,
      shown,
    }),
    createdAt === null
      ? html`<span class="aside">with the project</span>`
      : ago(Date.parse(createdAt), context.now),
    html`<span class="aside">not tracked</span>`,
    current
      ? rotateButton('callback')
      : html`<form method="post" action="${context.base}/keys/callback/end">
          <input type="hidden" name="alias" value="${alias}" />
          <button class="button quiet danger" type="submit" aria-label="Delete ${alias}">
            Delete
          </button>
        </form>`,
  ]
}

// prettier-ignore
const RSA_TITLES: Readonly<Record<RsaUse, readonly [title: string, use: string]>> = {
  callbacks: ['Callback signing key', 'RSA, signs callbacks with SHA512withRSA'],
  pin:       ['PIN encryption key', 'RSA public key for encrypting PINs at interface B'],
}

/** The newest key for a use, and the previous one during the overlap. */
const rsaRows = ({ base }: PageContext, { use, keys }: RsaKeys, { realNow }: TableView): Row[] =>
  keys.toReversed().map(({ fingerprint, createdAt, endsAt }) => {
    const [title, meaning] = RSA_TITLES[use]
    const [old] = keys.length > 1 ? keys : []
    const until = typeof old?.endsAt === 'string' ? exactTime(Date.parse(old.endsAt)) : ''
    const state = endsAt === null ? NEWEST_STATES[use](until) : OLD_STATES[use](until)
    const query = endsAt === null ? '' : '?key=old'
    const name = `${endsAt === null ? '' : 'old '}${ROTATION_WORDS[use].what}`
    return [
      keyName(endsAt === null ? title : `Old ${ROTATION_WORDS[use].what}`, [meaning, state]),
      html`<span class="fingerprint"
          ><code title="${fingerprint}">${shortened(fingerprint)}</code>${copyButton(
            fingerprint,
            `fingerprint of the ${name}`,
          )}</span
        >
        <a href="${base}/keys/${use}.pem${query}" download aria-label="Download PEM of the ${name}"
          >Download PEM</a
        >`,
      time(createdAt, realNow),
      html`<span class="aside">not tracked</span>`,
      endsAt === null && rotateButton(use),
    ]
  })

/** Enough to compare by eye; the copy button copies all of it. */
const shortened = (fingerprint: string): string =>
  `${fingerprint.slice(0, 13)}…${fingerprint.slice(-4)}`

// prettier-ignore
const NEWEST_STATES: Readonly<Record<RsaUse, (until: string) => string | false>> = {
  callbacks: (until) => until !== '' && `signs from ${until}`,
  pin:       () => false,
}
// prettier-ignore
const OLD_STATES: Readonly<Record<RsaUse, (until: string) => string>> = {
  callbacks: (until) => `signs until ${until}`,
  pin:       (until) => `decrypts until ${until}`,
}

const keyName = (title: HtmlValue, details: readonly HtmlValue[]): Html =>
  html`<span class="key-name">${title}</span>
    <span class="aside key-details"
      >${details.filter((each) => each !== false).map((each) => html`<span>${each}</span>`)}</span
    >`

interface Secret {
  /** Its name in the form that shows it. */
  readonly id: string
  /** Its display name. */
  readonly full: string
  readonly end: string | null
  readonly value: string
  readonly shown: string | undefined
}

const secret = (context: PageContext, { id, full, end, value, shown }: Secret): HtmlValue =>
  shown === 'all' || shown === id
    ? copyable(value, full)
    : html`<span class="number">••••${end}</span> ${
          callOptions(context).mayAct &&
          html`<form method="post" action="${context.base}/keys/show">
            <input type="hidden" name="key" value="${id}" />
            <button class="button-link" type="submit" aria-label="Show the ${full}">Show</button>
          </form>`
        }`

const time = (at: string | null, now: number): HtmlValue =>
  at === null ? html`<span class="aside">unknown</span>` : ago(Date.parse(at), now)
