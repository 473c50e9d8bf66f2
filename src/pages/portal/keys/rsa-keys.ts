// The RSA keys of a project: the public keys in use, and rotation with overlap.

import { publicKeyOf } from '../../../delivery/signing.ts'
import { keysInUse, RSA_USES, type RsaKeys, type RsaUse } from '../../../projects/rsa-keys.ts'
import { realNow } from '../../../time.ts'
import { badge, codeBlock } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { exactTime } from '../../../web/html/when.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { callOptions } from '../shell/call-options.ts'
import { doneNotice, form } from '../parts/form-view.ts'
import type { Onward, PageContext } from '../shell/screen.ts'
import { overlapField, overlapOf } from './overlap.ts'

interface UseWords {
  readonly title: string
  readonly overlap: string
  /** Status of the newest key; `oldEndsAt` is set while an older key is still in use. */
  readonly newest: (oldEndsAt: string | undefined) => Html
  readonly old: (endsAt: string) => Html
  readonly rotated: string
}

const WORDS_OF_USE: Readonly<Record<RsaUse, UseWords>> = {
  callbacks: {
    title: 'RSA key for callbacks',
    overlap: 'Keep signing with the old key for',
    newest: (from) =>
      from === undefined ? badge('approved', 'signs') : badge('neutral', `signs from ${from}`),
    old: (endsAt) => badge('approved', `signs until ${endsAt}`),
    rotated: 'New RSA key for callbacks created',
  },
  pin: {
    title: 'RSA key for PINs',
    overlap: 'Accept the old key for',
    newest: () => badge('approved', 'published'),
    old: (endsAt) => badge('neutral', `decrypts until ${endsAt}`),
    rotated: 'New RSA key for PINs created',
  },
}

/** A section for each use. */
export const rsaSections = async (context: PageContext): Promise<readonly Html[]> =>
  Promise.all(
    RSA_USES.toReversed().map(async (use) =>
      section(context, use, await context.service.directory.rsaKeys(context.project.number, use)),
    ),
  )

function section(context: PageContext, use: RsaUse, all: RsaKeys): Html {
  const { title, overlap, newest, old } = WORDS_OF_USE[use]
  const keys = keysInUse(all, realNow())
  const [oldEndsAt] = keys.flatMap(({ endsAt }) => (endsAt === null ? [] : [exactTime(endsAt)]))
  return html`<section class="whole">
    <h2>${title}</h2>
    ${keys.map(
      ({ pem, endsAt }) =>
        html`<p>${endsAt === null ? newest(oldEndsAt) : old(exactTime(endsAt))}</p>
          ${codeBlock({ code: publicKeyOf(pem).trim(), label: endsAt === null ? `public key: ${title}` : `old public key: ${title}` })}`,
    )}
    <div class="sheet-of">
      ${form(
        {
          id: `rotate-${use}`,
          action: `${context.base}/keys/rsa`,
          hidden: { use },
          fields: [overlapField(overlap)],
          button: 'Rotate',
          look: 'quiet',
          call: rotateCall(use),
        },
        callOptions(context),
      )}
    </div>
  </section>`
}

const rotateCall = (use: RsaUse, overlapSeconds = overlapOf(null)): ApiCall => ({
  api: 'control',
  method: 'POST',
  path: '/rsa-keys',
  body: { use, overlapSeconds },
})

const useOf = (text: string | null): RsaUse | undefined => RSA_USES.find((use) => use === text)

/** The notice after a key was rotated. */
export function rsaNotice(context: PageContext): Html | undefined {
  const { query } = context
  const use = useOf(query.get('rotated'))
  if (use === undefined) return undefined
  const call = rotateCall(use, overlapOf(query.get('overlap')))
  return doneNotice(WORDS_OF_USE[use].rotated, call, callOptions(context))
}

export async function rotateRsa({
  form: posted,
  service,
  project,
}: PageContext): Promise<Onward | undefined> {
  const use = useOf(posted.get('use'))
  if (use === undefined) return undefined
  const overlap = overlapOf(posted.get('overlap'))
  await service.directory.rotateRsaKey(project.number, use, overlap * 1000)
  return { location: `/keys?rotated=${use}&overlap=${overlap}` }
}
