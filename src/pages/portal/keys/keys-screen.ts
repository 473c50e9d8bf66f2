// The credentials of a project: shown on request, rotated with overlap; and the callback keys.

import { randomBytes } from 'node:crypto'
import { keyText } from '../../../delivery/signing.ts'
import { Fault } from '../../../kernel/fault.ts'
import {
  base32,
  CREDENTIAL_INTERFACES,
  type CredentialInterface,
  isDemoCredential,
  type ProjectSecrets,
} from '../../../projects/project.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { badge, codeBlock, copyable } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { exactTime } from '../../../web/html/when.ts'
import { type ApiCall, variableCommands } from '../../../web/http/api-call.ts'
import { callOptions } from '../shell/call-options.ts'
import { descriptionList } from '../parts/description-list.ts'
import { doneNotice, form } from '../parts/form-view.ts'
import type { Onward, Screen, View, PageContext } from '../shell/screen.ts'
import { overlapField, overlapOf } from './overlap.ts'
import { rotateRsa, rsaNotice, rsaSections } from './rsa-keys.ts'

export const keys: Screen = {
  group: 'Project',
  label: 'Keys',
  icon: icons.key,
  path: '/keys',
  needs: 'change',
  pages: [
    {
      path: '/keys',
      needs: 'change',
      operation: 'keysPage',
      show: (context) => keysView(context, {}),
    },
  ],
  actions: [
    {
      path: '/keys/show',
      operation: 'showKeys',
      act: (context) => keysView(context, { isOpen: true }),
    },
    { path: '/keys/rotate', operation: 'rotateFromPage', act: rotate },
    { path: '/keys/rsa', operation: 'rotateRsaFromPage', act: rotateRsa },
    { path: '/keys/callback', operation: 'addCallbackKeyFromPage', act: addKey },
    { path: '/keys/callback/end', operation: 'endCallbackKeyFromPage', act: endKey },
  ],
}

interface KeysNews {
  readonly isOpen?: boolean
  readonly said?: {
    readonly meaning: 'approved' | 'declined'
    readonly text: string
    /** The API call that makes the same change. */
    readonly call?: ApiCall
  }
}

type Line = readonly [label: string, value: (secrets: ProjectSecrets) => string, isSecret: boolean]

// prettier-ignore
const CREDENTIAL_LINES: Readonly<Record<CredentialInterface, readonly Line[]>> = {
  A: [
    ['Login',     ({ interfaceA }) => interfaceA.login,    false],
    ['Password',  ({ interfaceA }) => interfaceA.password, true],
  ],
  B: [
    ['X-API-KEY', ({ interfaceB }) => interfaceB.apiKey,   true],
  ],
  C: [
    ['userName',  ({ interfaceC }) => interfaceC.userName, false],
    ['password',  ({ interfaceC }) => interfaceC.password, true],
    ['token',     ({ interfaceC }) => interfaceC.token,    true],
  ],
}

const TITLES: Readonly<Record<CredentialInterface, string>> = {
  A: 'Interface A',
  B: 'Interface B and the control API',
  C: 'Interface C',
}

const HIDDEN_SECRET = '••••••••••••'

async function keysView(context: PageContext, { isOpen = false, said }: KeysNews): Promise<View> {
  const { base, project } = context
  // Read again: this request may have added or deleted a key.
  const { callbackKeys } = (await context.read(datasetById)).settings
  return {
    title: 'Keys',
    ...(said?.meaning === 'declined' && { status: 422 as const }),
    call: { api: 'control', method: 'GET', path: '/project' },
    content: html`<header class="heading">
        <h1>Keys</h1>
        ${
          isOpen
            ? html`<a class="button quiet" href="${base}/keys">Hide all</a>`
            : html`<form method="post" action="${base}/keys/show" id="show-keys">
                <button class="button quiet" type="submit">Show all</button>
              </form>`
        }
      </header>
      ${said && notice(said, context)} ${doneToKey(context)} ${rsaNotice(context)}
      <p class="lead">Anyone with these keys can act as the project.</p>
      <div class="cells">
        ${CREDENTIAL_INTERFACES.map((which) => credentials(context, which, isOpen))}
        <section>
          <h2>Callbacks</h2>
          ${descriptionList(
            callbackKeys.map((key, index) => [
              html`${key.alias} ${index === callbackKeys.length - 1 && badge('approved', 'signs')}`,
              html`${secret(keyText(key, project), key.alias, isOpen)}
              ${index < callbackKeys.length - 1 && endForm(context, key.alias)}`,
            ]),
          )}
          ${form(
            {
              id: 'callback-key',
              action: `${base}/keys/callback`,
              explanation:
                'A new key signs immediately. Old keys stay listed until you delete them.',
              button: 'Add key',
              look: 'quiet',
              call: makeCall(),
            },
            callOptions(context),
          )}
        </section>
        ${await rsaSections(context)}
      </div>
      ${
        isOpen &&
        context.service.config.mode === 'hosted' &&
        html`<section>
          <h2>Shell variables</h2>
          <p class="aside">
            Commands on all pages use these variables. Run this once in your shell.
          </p>
          ${codeBlock({ code: variableCommands(project.secrets), label: 'shell variables' })}
        </section>`
      }`,
  }
}

const secret = (value: string, label: string, isOpen: boolean): HtmlValue =>
  isOpen ? copyable(value, label) : html`<span aria-label="hidden">${HIDDEN_SECRET}</span>`

const notice = (
  { meaning, text, call }: NonNullable<KeysNews['said']>,
  context: PageContext,
): Html =>
  call !== undefined
    ? doneNotice(text, call, callOptions(context))
    : html`<div class="notice ${meaning}" role="${meaning === 'declined' ? 'alert' : 'status'}">
        ${meaning === 'declined' ? icons.warning : icons.check}
        <div>${text}</div>
      </div>`

const rotateCall = (which: CredentialInterface, overlapSeconds = overlapOf(null)): ApiCall => ({
  api: 'control',
  method: 'POST',
  path: '/credentials',
  body: { interface: which, overlapSeconds },
})

const makeCall = (alias?: string): ApiCall => ({
  api: 'control',
  method: 'POST',
  path: '/callback-keys',
  ...(alias !== undefined && { body: { alias } }),
})
const endCall = (alias: string): ApiCall => ({
  api: 'control',
  method: 'DELETE',
  path: `/callback-keys/${alias}`,
})

/** The notice after a callback key was created or deleted. */
function doneToKey(context: PageContext): Html | undefined {
  const { query } = context
  const alias = query.get('alias') ?? ''
  if (!ALIAS_PATTERN.test(alias)) return undefined
  const options = callOptions(context)
  if (query.get('did') === 'made')
    return doneNotice(`${alias} signs callbacks now`, makeCall(alias), options)
  return query.get('did') === 'ended'
    ? doneNotice(`${alias} deleted`, endCall(alias), options)
    : undefined
}

/** The same pattern as in the control API. */
const ALIAS_PATTERN = /^[A-Za-z0-9._-]{1,64}$/

const credentials = (context: PageContext, which: CredentialInterface, isOpen: boolean): Html =>
  html`<section>
    <h2>${TITLES[which]}</h2>
    ${descriptionList(
      CREDENTIAL_LINES[which].map(([label, value, isSecret]) => [
        label,
        isSecret
          ? secret(value(context.project.secrets), label, isOpen)
          : copyable(value(context.project.secrets), label),
      ]),
    )}
    ${form(
      {
        id: `rotate-${which}`,
        action: `${context.base}/keys/rotate`,
        hidden: { interface: which },
        fields: [overlapField('Keep the old key for')],
        button: 'Rotate',
        look: 'quiet',
        call: rotateCall(which),
      },
      callOptions(context),
    )}
  </section>`

const endForm = ({ base }: PageContext, alias: string): Html =>
  html`<form method="post" action="${base}/keys/callback/end">
    <input type="hidden" name="alias" value="${alias}" />
    <button class="button-link" type="submit" aria-label="Delete ${alias}">Delete</button>
  </form>`

async function rotate(context: PageContext): Promise<View | undefined> {
  const which = CREDENTIAL_INTERFACES.find((each) => each === context.form.get('interface'))
  if (which === undefined) return undefined
  const { project, service } = context
  if (isDemoCredential('b', project.secrets.interfaceB.apiKey))
    return keysView(context, {
      said: {
        meaning: 'declined',
        text: 'The credentials of the demo project cannot be rotated because the examples use them.',
      },
    })
  const overlap = overlapOf(context.form.get('overlap'))
  const rotated = await service.directory.rotate(project.number, which, overlap * 1000)
  return keysView(
    { ...context, project: rotated.project },
    {
      said: {
        meaning: 'approved',
        text: `New key created. The old one works until ${exactTime(rotated.oldEndsAt)} (real time).`,
        call: rotateCall(which, overlap),
      },
    },
  )
}

async function addKey(context: PageContext): Promise<View | Onward> {
  const alias = `key-${base32(randomBytes(5))}`
  const sealed = context.project.vault.seal(base32(randomBytes(20)))
  return keyChange(context, { did: 'made', alias }, () =>
    context.execute('addCallbackKey', { alias, sealed }),
  )
}

function endKey(context: PageContext): Promise<View | Onward> {
  const alias = (context.form.get('alias') ?? '').slice(0, 64)
  return keyChange(context, { did: 'ended', alias }, () =>
    context.execute('endCallbackKey', { alias }),
  )
}

async function keyChange(
  context: PageContext,
  done: Readonly<Record<'did' | 'alias', string>>,
  change: () => Promise<unknown>,
): Promise<View | Onward> {
  try {
    await change()
    return { location: `/keys?${new URLSearchParams(done).toString()}` }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (error.code !== 'parameter-invalid' && error.code !== 'callback-not-found') throw error
    return keysView(context, { said: { meaning: 'declined', text: error.message } })
  }
}
