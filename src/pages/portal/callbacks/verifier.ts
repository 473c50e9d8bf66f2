// The verifier of callbacks: what a server received is pasted, and the page shows step by step what is signed and where the checksum differs.

import { RECEIVED_LENGTH } from '../../../callbacks/received-callback.ts'
import { type Verification, verifyCallback } from '../../../web/callbacks/verify-callback.ts'
import { badge, codeBlock, notice } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { callOptions } from '../shell/call-options.ts'
import { descriptionList } from '../parts/description-list.ts'
import { type Field, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import type { View, PageContext } from '../shell/screen.ts'

/** As long as a signature of RSA, and then some. */
const CHECKSUM_LENGTH = 2000
const CALLBACK_EXAMPLE = 'mdOrder=0196…&orderNumber=A-1&operation=deposited&status=1&checksum=9F3C…'

interface VerifierInput {
  readonly received: string
  readonly checksum: string
}

/** A page and no action: nothing is changed or kept, and a colleague can be sent the address. */
export async function verifierPage(context: PageContext): Promise<View> {
  const { base, query } = context
  const pasted = { received: query.get('received') ?? '', checksum: query.get('checksum') ?? '' }
  const { verification, mistakes } = await verified(pasted, context)
  const labels = { received: 'Received', checksum: 'Your checksum' }
  return {
    title: 'Verifier of callbacks',
    ...(Object.keys(mistakes).length > 0 && { status: 422 as const }),
    call: verifyCall(pasted),
    content: html`<p class="trail"><a href="${base}/callbacks">${icons.back}Callbacks</a></p>
      <header class="heading"><h1>Verifier</h1></header>
      ${mistakeSummary('verifier', mistakes, labels)} ${verification && verdict(verification, base)}
      <div class="sheet-of">
        ${form(
          {
            id: 'verifier',
            action: `${base}/callbacks/verifier`,
            method: 'get',
            explanation: 'Why does the checksum not match? Paste what your server received.',
            fields: fieldsOf(pasted),
            button: 'Verify',
            mistakes,
          },
          callOptions(context),
        )}
      </div>
      ${verification && steps(verification)}`,
  }
}

const verifyCall = ({ received, checksum }: VerifierInput): ApiCall => ({
  api: 'control',
  method: 'POST',
  path: '/callbacks/verify',
  body: {
    received: received === '' ? CALLBACK_EXAMPLE : received,
    ...(checksum !== '' && { checksum }),
  },
})

const fieldsOf = ({ received, checksum }: VerifierInput): readonly Field[] => [
  {
    kind: 'area',
    name: 'received',
    label: 'Received',
    hint: 'The address with its query, the form, the parameters as JSON, or the text that you sign.',
    value: received,
    maxLength: RECEIVED_LENGTH,
  },
  {
    kind: 'text',
    name: 'checksum',
    label: 'The checksum that your code makes of it',
    hint: 'Left out, the received one is judged.',
    value: checksum,
    maxLength: CHECKSUM_LENGTH,
    optional: true,
  },
]

async function verified(
  { received, checksum }: VerifierInput,
  context: PageContext,
): Promise<{ readonly verification: Verification | undefined; readonly mistakes: Mistakes }> {
  if (received.trim() === '') return { verification: undefined, mistakes: {} }
  const mistakes: Mistakes = {
    ...(received.length > RECEIVED_LENGTH && {
      received: `Paste at most ${RECEIVED_LENGTH} characters.`,
    }),
    ...(checksum.length > CHECKSUM_LENGTH && {
      checksum: `Paste at most ${CHECKSUM_LENGTH} characters.`,
    }),
  }
  if (Object.keys(mistakes).length > 0) return { verification: undefined, mistakes }
  const verification = await verifyCallback(received, checksum.trim(), context)
  return verification === undefined
    ? {
        verification,
        mistakes: { received: 'This is no query, no form, no JSON and no signed text.' },
      }
    : { verification, mistakes }
}

function verdict({ judgement, causes, callback, keyName }: Verification, base: string): Html {
  const which =
    callback && html`It is <a href="${base}/callbacks/${callback.id}">this callback</a>.`
  if (judgement === undefined)
    return notice(
      'neutral',
      html`There is no checksum to judge. Below stands the right one. ${which}`,
    )
  const list = html`<ul>
    ${causes.map((cause) => html`<li>${cause}</li>`)}
  </ul>`
  if (judgement.kind === 'right' && causes.length === 0)
    return notice(
      'approved',
      html`<strong>The checksum is right.</strong> It is made with the key <code>${keyName}</code>.
        ${which}`,
    )
  if (causes.length > 0)
    return notice('declined', html`<strong>The checksum is wrong.</strong> ${which} ${list}`)
  return notice(
    'declined',
    html`<strong>The checksum is another one.</strong> ${which} No usual mistake explains it:
      probably the key is a different one. This project signs with <code>${keyName}</code>.`,
  )
}

function steps({ parameters, differences, text, keyName, checksum, judged }: Verification): Html {
  const changed = new Map(differences.changed.map(({ name, received }) => [name, received]))
  const missing = new Set(differences.missing.map(([name]) => name))
  const mark = (name: string) => {
    if (missing.has(name)) return badge('declined', 'not received')
    const received = changed.get(name)
    return received !== undefined && badge('declined', `received: ${received}`)
  }
  return html`<section>
    <h2>As it is signed, step by step</h2>
    <ol class="proof">
      <li>
        <h3>The parameters without <code>checksum</code> and <code>sign_alias</code>, sorted</h3>
        ${descriptionList([
          ...parameters.map(
            ([name, value]) =>
              [name, html`<span class="value">${value}</span> ${mark(name)}`] as const,
          ),
          ...differences.extra.map(
            ([name, value]) =>
              [
                name,
                html`<span class="value">${value}</span> ${badge('warning', 'was not sent')}`,
              ] as const,
          ),
        ])}
      </li>
      <li>
        <h3>Joined as <code>name;value;</code></h3>
        ${codeBlock({ code: text, label: 'signed text' })}
      </li>
      <li>
        <h3>Signed with <code>${keyName}</code>, in upper-case hex</h3>
        ${codeBlock({ code: checksum, label: 'checksum' })}
        ${judged !== undefined && judged !== checksum && difference(judged, checksum)}
      </li>
    </ol>
  </section>`
}

/** The other checksum, with the place where it begins to differ. */
function difference(judged: string, right: string): Html {
  const at = [...judged].findIndex((character, index) => character !== right[index])
  const same = at < 0 ? judged.length : at
  return html`<p class="differs">
    Yours: <code class="value">${judged.slice(0, same)}<mark>${judged.slice(same)}</mark></code>
  </p>`
}
