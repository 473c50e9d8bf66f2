// A project's credentials and keys: listed with their times, shown on request, rotated with overlap
// in dialogs.

import { Readable } from 'node:stream'
import {
  endCallbackKey,
  listCallbackKeys,
  rotateCallbackKey,
} from '../../../api/control/callbacks/callback-keys.ts'
import { listCredentials, rotateCredentials } from '../../../api/control/projects/credentials.ts'
import { getProject } from '../../../api/control/projects/projects.ts'
import { listRsaKeys, rotateRsaKey } from '../../../api/control/projects/rsa-keys.ts'
import { Problem } from '../../../api/endpoint/problems.ts'
import { Fault } from '../../../kernel/fault.ts'
import { CREDENTIAL_INTERFACES, isDemoCredential } from '../../../projects/project.ts'
import { RSA_USES, type RsaUse } from '../../../projects/rsa-keys.ts'
import { realNow } from '../../../time.ts'
import { codeBlock, copyable, dialog, outcome } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { exactTime } from '../../../web/html/when.ts'
import { variableCommands } from '../../../web/http/calls/api-call.ts'
import { descriptionList } from '../parts/description-list.ts'
import { doneNotice } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { action, callOf, page } from '../shell/page.ts'
import type { Download, DownloadRoute, PageContext, Screen } from '../shell/screen.ts'
import { type AllKeys, DEMO_NOTE, keyTable, nameOf, valueOf } from './key-table.ts'
import { overlapOf } from './overlap.ts'
import {
  type Rotation,
  ROTATION_WORDS,
  rotationCall,
  rotationDialog,
  rotationOf,
} from './rotations.ts'

interface KeysNews {
  /** The name of the secret to show, or `all`. */
  readonly shown?: string
  readonly refused?: string
}

const keysPage = page(
  listCredentials,
  {
    path: '/keys',
    operation: 'keysPage',
    of: 'page',
    beside: [listCallbackKeys, listRsaKeys, getProject],
  },
  async ({ items: credentials }, context, news?: KeysNews) => {
    const { perform, query } = context
    const [{ items: callbackKeys }, { items: rsaKeys }, project] = await Promise.all([
      perform(listCallbackKeys),
      perform(listRsaKeys),
      perform(getProject),
    ])
    const keys: AllKeys = { credentials, callbackKeys, rsaKeys, project }
    const isDemo = isDemoCredential('b', project.interfaceB.apiKey)
    const asked = rotationOf(query.get('rotate'))
    const rotations = rotatable(isDemo)
    const open = rotations.find((each) => each === asked)
    return {
      title: 'Keys',
      ...(news?.refused !== undefined && { status: 422 as const }),
      content: html`<header class="heading">
          <h1>Keys</h1>
          ${showAll(context, news?.shown === 'all')}
        </header>
        ${news?.refused !== undefined && outcome('declined', news.refused)} ${done(context, keys)}
        ${open !== undefined && rotationDialog(context, open, true)}
        <p class="lead">Anyone with these keys can act as the project.</p>
        ${isDemo && DEMO_SENTENCE}
        ${keyTable(context, keys, { shown: news?.shown, isDemo, realNow: realNow() })}
        ${rotations
          .filter((each) => each !== open)
          .map((rotation) => rotationDialog(context, rotation))}
        ${news?.shown === 'all' && shellVariables(context)}`,
    }
  },
)

/** The demo project keeps the credentials that the examples use. */
const rotatable = (isDemo: boolean): readonly Rotation[] => [
  ...(isDemo ? [] : CREDENTIAL_INTERFACES),
  'callback',
  ...RSA_USES,
]

const DEMO_SENTENCE = html`<p class="aside demo-note" id="${DEMO_NOTE}">
  ${icons.warning}
  <span
    >You cannot rotate the demo project’s credentials, because the examples use them. To rotate
    credentials, use <a href="/p">another project</a>.</span
  >
</p>`

const showAll = ({ base }: PageContext, isOpen: boolean): Html =>
  isOpen
    ? html`<a class="button quiet" href="${base}/keys">Hide all</a>`
    : html`<form method="post" action="${base}/keys/show" id="show-keys">
        <button class="button quiet" type="submit">Show all</button>
      </form>`

/** Hosted pages use shell variables in their commands. */
const shellVariables = ({ project, service }: PageContext): Html | false =>
  service.config.mode === 'hosted' &&
  html`<section>
    <h2>Shell variables</h2>
    <p class="aside">Commands on all pages use these variables. Run this once in your shell.</p>
    ${codeBlock({ code: variableCommands(project.secrets), label: 'shell variables' })}
  </section>`

/** The pattern of the control API. */
const ALIAS_PATTERN = /^[A-Za-z0-9._-]{1,64}$/
/** A new value is shown after its rotation, not when the URL is opened later. */
const SHOWN_MS = 10 * 60_000

/** The result of the action before the browser was redirected here. */
function done(context: PageContext, keys: AllKeys): Html | undefined {
  const { query } = context
  const options = callOptions(context)
  const alias = query.get('alias') ?? ''
  if (query.get('did') === 'ended' && ALIAS_PATTERN.test(alias))
    return doneNotice(`${alias} deleted`, callOf(endCallbackKey, { params: { alias } }), options)
  const rotation = query.get('did') === 'rotate' ? rotationOf(query.get('key')) : undefined
  if (rotation === undefined) return undefined
  const { what } = ROTATION_WORDS[rotation]
  return html`${doneNotice(
    `New ${what} created`,
    rotationCall(rotation, overlapOf(query.get('overlap'))),
    options,
  )}
  ${newValues(rotation, keys)}`
}

/** The new values after a rotation, to be copied immediately. */
function newValues(rotation: Rotation, keys: AllKeys): Html | undefined {
  const { credentials, callbackKeys, project } = keys
  const isNew = (createdAt: string | null) =>
    createdAt !== null && realNow() - Date.parse(createdAt) < SHOWN_MS
  const fresh = credentials.filter((each) => each.interface === rotation && isNew(each.createdAt))
  const [current] = callbackKeys.slice(-1)
  const values =
    rotation === 'callback' && current !== undefined
      ? [[`${current.alias} (in use)`, current.key, 'callback key'] as const]
      : fresh.map((each) => {
          const name = nameOf(each.interface, each.name)
          return [name, valueOf(each, project), `new ${name}`] as const
        })
  if (values.length === 0) return undefined
  const [until] = fresh.flatMap(({ oldEndsAt }) => oldEndsAt ?? [])
  return dialog({
    id: 'new-key',
    title: 'Copy the new value',
    isOpen: true,
    content: html`${descriptionList(
        values.map(([label, value, name]) => [label, copyable(value, name)]),
      )}
      <p class="aside">
        ${
          rotation === 'callback'
            ? 'Old keys stay listed until you delete them.'
            : until === undefined
              ? 'The old one no longer works.'
              : `The old one works until ${exactTime(Date.parse(until))} (real time).`
        }
      </p>`,
  })
}

const showKeys = action(
  listCredentials,
  { path: '/keys/show', operation: 'showKeys' },
  (_perform, context) => keysPage.show(context, { shown: context.form.get('key') ?? 'all' }),
)

const rotate = action(
  rotateCredentials,
  { path: '/keys/rotate', operation: 'rotateFromPage' },
  async (perform, context) => {
    const { form: posted } = context
    const which = CREDENTIAL_INTERFACES.find((each) => each === posted.get('interface'))
    if (which === undefined) return undefined
    const overlapSeconds = overlapOf(posted.get('overlap'))
    try {
      await perform({ body: { interface: which, overlapSeconds } })
      return rotated(which, overlapSeconds)
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'demo-credentials')) throw error
      const refused =
        'You cannot rotate the demo project’s credentials, because the examples use them.'
      return keysPage.show(context, { refused })
    }
  },
)

const rotateRsa = action(
  rotateRsaKey,
  { path: '/keys/rsa', operation: 'rotateRsaFromPage' },
  async (perform, { form: posted }) => {
    const use = RSA_USES.find((each) => each === posted.get('use'))
    if (use === undefined) return undefined
    const overlapSeconds = overlapOf(posted.get('overlap'))
    await perform({ body: { use, overlapSeconds } })
    return rotated(use, overlapSeconds)
  },
)

const addKey = action(
  rotateCallbackKey,
  { path: '/keys/callback', operation: 'addCallbackKeyFromPage' },
  (perform, context) =>
    orRefused(context, async () => {
      await perform()
      return rotated('callback')
    }),
)

const endKey = action(
  endCallbackKey,
  { path: '/keys/callback/end', operation: 'endCallbackKeyFromPage' },
  (perform, context) =>
    orRefused(context, async () => {
      const alias = (context.form.get('alias') ?? '').slice(0, 64)
      await perform({ params: { alias } })
      return { location: `/keys?${new URLSearchParams({ did: 'ended', alias }).toString()}` }
    }),
)

const rotated = (key: Rotation, overlapSeconds = 0) => ({
  location: `/keys?did=rotate&key=${key}&overlap=${overlapSeconds}`,
})

/** The page with the reason if a callback key cannot be added or deleted. */
async function orRefused<T>(context: PageContext, change: () => Promise<T>) {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (error.code !== 'parameter-invalid' && error.code !== 'callback-not-found') throw error
    return keysPage.show(context, { refused: error.message })
  }
}

const publicKey = (use: RsaUse): DownloadRoute => ({
  path: `/keys/${use}.pem`,
  operation: use === 'pin' ? 'pinKeyFile' : 'callbackKeyFile',
  needs: 'change',
  async send({ perform, query }): Promise<Download | undefined> {
    const { items } = await perform(listRsaKeys)
    const keys = items.find((each) => each.use === use)?.keys ?? []
    const key = keys.at(query.get('key') === 'old' && keys.length > 1 ? -2 : -1)
    return (
      key && {
        fileName: `${use}-key.pem`,
        contentType: 'application/x-pem-file',
        parts: Readable.from([key.publicKey]),
      }
    )
  },
})

export const keys: Screen = {
  group: 'Project',
  label: 'Keys',
  icon: icons.key,
  path: '/keys',
  pages: [keysPage],
  actions: [showKeys, rotate, rotateRsa, addKey, endKey],
  downloads: RSA_USES.map(publicKey),
}
