// The callback verifier: shows step by step how a received callback is signed, and where its
// checksum differs.

import { RECEIVED_LENGTH } from '../../../callbacks/received-callback.ts'
import { verifyCallback } from '../../../api/control/callbacks/callback-trials.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { badge, codeBlock, outcome } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { callOptions } from '../shell/call-options.ts'
import { backLink } from '../parts/back-link.ts'
import { descriptionList } from '../parts/description-list.ts'
import { type Field, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { resultOrMistakes } from '../shell/mistakes.ts'
import { callOf } from '../shell/page.ts'
import type { PageContext, PageRoute, View } from '../shell/screen.ts'

type Verification = AnswerOf<typeof verifyCallback>

/** Longer than any RSA signature. */
const CHECKSUM_LENGTH = 2000
const CALLBACK_EXAMPLE = 'mdOrder=0196…&orderNumber=A-1&operation=deposited&status=1&checksum=9F3C…'

interface VerifierInput {
  readonly received: string
  readonly checksum: string
}

/** A page, not an action, because it changes and stores nothing, and its URL can be shared. */
export const verifierPage: PageRoute = {
  path: '/callbacks/verifier',
  operation: 'callbackVerifierPage',
  // The page shows the checksum of any pasted text, which only users who may see the key may get.
  needs: 'change',
  shows: verifyCallback,
  show: verifierView,
}

async function verifierView(context: PageContext): Promise<View> {
  const { base, query } = context
  const pasted = { received: query.get('received') ?? '', checksum: query.get('checksum') ?? '' }
  const { verification, mistakes } = await verified(pasted, context)
  const labels = { received: 'Received', checksum: 'Your checksum' }
  return {
    title: 'Callback verifier',
    ...(Object.keys(mistakes).length > 0 && { status: 422 as const }),
    call: callOf(verifyCallback, {
      body: {
        received: pasted.received === '' ? CALLBACK_EXAMPLE : pasted.received,
        ...(pasted.checksum !== '' && { checksum: pasted.checksum }),
      },
    }),
    content: html`${backLink(`${base}/callbacks`, 'Callbacks')}
      <header class="heading"><h1>Callback verifier</h1></header>
      ${mistakeSummary('verifier', mistakes, labels)}
      ${verification && verdictNotice(verification, base)}
      <div class="columns even">
        <section>
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
        </section>
        ${verification === undefined ? howSigned(base) : steps(verification)}
      </div>`,
  }
}

const fieldsOf = ({ received, checksum }: VerifierInput): readonly Field[] => [
  {
    kind: 'area',
    name: 'received',
    label: 'Received',
    hint: 'The URL with its query, a form body, the parameters as JSON, or the text that you hash.',
    value: received,
    maxLength: RECEIVED_LENGTH,
  },
  {
    kind: 'text',
    name: 'checksum',
    label: 'Checksum computed by your code',
    hint: 'Optional. If empty, the checksum in the pasted text is checked.',
    value: checksum,
    maxLength: CHECKSUM_LENGTH,
    optional: true,
  },
]

async function verified(
  { received, checksum }: VerifierInput,
  context: PageContext,
): Promise<{ readonly verification?: Verification; readonly mistakes: Mistakes }> {
  if (received.trim() === '')
    return {
      mistakes: context.query.has('received')
        ? { received: 'Paste what your server received.' }
        : {},
    }
  const own = checksum.trim()
  const body = { received, ...(own !== '' && { checksum: own }) }
  const verification = await resultOrMistakes(
    context.perform(verifyCallback, { body }),
    ['received', 'checksum'],
    {
      received:
        received.length > RECEIVED_LENGTH
          ? `Paste at most ${RECEIVED_LENGTH} characters.`
          : 'We could not read this. Paste a URL, a form body, JSON or the signed string.',
      checksum: `Paste at most ${CHECKSUM_LENGTH} characters.`,
    },
  )
  return 'mistakes' in verification
    ? verification
    : { verification: verification.result, mistakes: {} }
}

function verdictNotice(verification: Verification, base: string): Html {
  const { verdict, causes, callbackId } = verification
  const key = keyNamed(verification)
  const which =
    callbackId !== null && html`It is <a href="${base}/callbacks/${callbackId}">this callback</a>.`
  if (verdict === 'none')
    return outcome(
      'neutral',
      html`There is no checksum to verify. The correct one is below. ${which}`,
    )
  if (verdict === 'right')
    return outcome(
      'approved',
      html`<strong>The checksum is correct.</strong> It is signed with ${key}. ${which}`,
    )
  if (causes.length > 0)
    return outcome(
      'declined',
      html`<strong>Checksum mismatch.</strong> ${which}
        <ul>
          ${causes.map((cause) => html`<li>${cause}</li>`)}
        </ul>`,
    )
  return outcome(
    'declined',
    html`<strong>Checksum mismatch.</strong> ${which} It is not one of the common mistakes. Check
      that you sign with ${key}.`,
  )
}

/** The key, recognisable by its last characters, such as `callbackKey ••••a1b2`. */
const keyNamed = ({ key, keyEnd }: Pick<Verification, 'key' | 'keyEnd'>): Html =>
  html`<code>${key}${keyEnd !== null && ` ••••${keyEnd}`}</code>`

const howSigned = (base: string): Html =>
  html`<section>
    <h2>How a callback is signed</h2>
    <ol class="will">
      <li>
        The parameters are sorted by name, without <code>checksum</code> and
        <code>sign_alias</code>.
      </li>
      <li>They are joined as <code>name;value;</code>, one after the other.</li>
      <li>
        The text is signed with a key: HMAC-SHA256 or SHA512withRSA, as the
        <a href="${base}/callbacks/settings">settings</a> say.
      </li>
      <li>The signature in upper-case hex is the parameter <code>checksum</code>.</li>
    </ol>
    <p class="aside">
      The result shows each step with your values.
      <a href="${base}/guides/missing-callbacks">My callback does not arrive</a>
    </p>
  </section>`

function steps({ parameters, text, checksum, ...compared }: Verification): Html {
  const changed = new Map(compared.changed.map(({ name, received }) => [name, received]))
  const missing = new Set(compared.missing.map(({ name }) => name))
  const mark = (name: string) => {
    if (missing.has(name)) return badge('declined', 'you do not have it')
    const received = changed.get(name)
    return received !== undefined && badge('declined', `you have ${received}`)
  }
  return html`<section>
    <h2>How it is signed, step by step</h2>
    <ol class="proof">
      <li>
        <h3>The parameters without <code>checksum</code> and <code>sign_alias</code>, sorted</h3>
        ${descriptionList([
          ...parameters.map(
            ({ name, value }) =>
              [name, html`<span class="value">${value}</span> ${mark(name)}`] as const,
          ),
          ...compared.extra.map(
            ({ name, value }) =>
              [
                name,
                html`<span class="value">${value}</span> ${badge('warning', 'not signed')}`,
              ] as const,
          ),
        ])}
      </li>
      <li>
        <h3>Joined as <code>name;value;</code></h3>
        ${codeBlock({ code: text, label: 'signed text' })}
      </li>
      <li>
        <h3>Signed with ${keyNamed(compared)}, in upper-case hex</h3>
        ${codeBlock({ code: checksum, label: 'checksum' })}
        ${
          compared.received !== null &&
          compared.received !== checksum &&
          difference(compared.received, checksum)
        }
      </li>
    </ol>
  </section>`
}

/** The received checksum, marked where it starts to differ. */
function difference(judged: string, right: string): Html {
  const at = [...judged].findIndex((character, index) => character !== right[index])
  const same = at < 0 ? judged.length : at
  return html`<p class="differs">
    Yours: <code class="value">${judged.slice(0, same)}<mark>${judged.slice(same)}</mark></code>
  </p>`
}
