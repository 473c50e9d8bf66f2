// The rotations of the *Keys* page: the dialog and the call of each.

import { rotateCallbackKey } from '../../../api/control/callbacks/callback-keys.ts'
import { rotateCredentials } from '../../../api/control/projects/credentials.ts'
import { rotateRsaKey } from '../../../api/control/projects/rsa-keys.ts'
import { CREDENTIAL_INTERFACES, type CredentialInterface } from '../../../projects/project.ts'
import { RSA_USES, type RsaUse } from '../../../projects/rsa-keys.ts'
import { dialog } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import { form } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { callOf } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import { overlapField, overlapOf } from './overlap.ts'

/** The keys of one rotation. */
export type Rotation = CredentialInterface | RsaUse | 'callback'

const ROTATIONS: readonly Rotation[] = [...CREDENTIAL_INTERFACES, 'callback', ...RSA_USES]

export const rotationOf = (text: string | null): Rotation | undefined =>
  ROTATIONS.find((each) => each === text)

interface RotationWords {
  /** The key, as part of a sentence. */
  readonly what: string
  readonly explanation: string
  /** Label of the overlap; absent if old keys stay valid until they are deleted. */
  readonly overlap?: string
  /** The last part of the URL of its action. */
  readonly action: 'rotate' | 'rsa' | 'callback'
}

// prettier-ignore
export const ROTATION_WORDS: Readonly<Record<Rotation, RotationWords>> = {
  A:         { what: 'password of interface A', action: 'rotate', overlap: 'Keep the old password for',
               explanation: 'Creates a new password for interface A. The login stays the same.' },
  B:         { what: 'API key', action: 'rotate', overlap: 'Keep the old API key for',
               explanation: 'Creates a new API key for interface B and the control API.' },
  C:         { what: 'password and token of interface C', action: 'rotate', overlap: 'Keep the old password and token for',
               explanation: 'Creates a new password and a new token for interface C. The userName and the callback key stay the same.' },
  callback:  { what: 'callback key', action: 'callback',
               explanation: 'The new key signs immediately, and each callback names its key in sign_alias. Old keys stay listed until you delete them.' },
  callbacks: { what: 'callback signing key', action: 'rsa', overlap: 'Keep signing with the old key for',
               explanation: 'Creates a new key pair. Add the new public key to your server before the old key expires.' },
  pin:       { what: 'PIN encryption key', action: 'rsa', overlap: 'Accept the old key for',
               explanation: 'Creates a new key pair for encrypted PINs of interface B.' },
}

/** The id of the dialog that rotates a key. */
const dialogOf = (rotation: Rotation): string => `dialog-${rotation}`

/** The dialog that asks for confirmation before a rotation; rendered inline if it is `isOpen`. */
export function rotationDialog(context: PageContext, rotation: Rotation, isOpen = false): Html {
  const { what, explanation, overlap, action } = ROTATION_WORDS[rotation]
  return dialog({
    id: dialogOf(rotation),
    title: `Rotate the ${what}`,
    isOpen,
    content: form(
      {
        id: `rotate-${rotation}`,
        action: `${context.base}/keys/${action}`,
        hidden: hiddenOf(rotation),
        explanation,
        ...(overlap !== undefined && { fields: [overlapField(overlap)] }),
        button: `Rotate ${what}`,
        call: rotationCall(rotation),
      },
      callOptions(context),
    ),
  })
}

const hiddenOf = (rotation: Rotation): Readonly<Record<string, string>> =>
  ({ rotate: { interface: rotation }, rsa: { use: rotation }, callback: {} })[
    ROTATION_WORDS[rotation].action
  ]

/** The button that opens the dialog. */
export const rotateButton = (rotation: Rotation): Html =>
  html`<button
    class="button quiet"
    type="button"
    popovertarget="${dialogOf(rotation)}"
    aria-label="Rotate… the ${ROTATION_WORDS[rotation].what}"
  >
    Rotate…
  </button>`

/** The call of a rotation. */
export function rotationCall(rotation: Rotation, overlapSeconds = overlapOf(null)): ApiCall {
  const which = CREDENTIAL_INTERFACES.find((each) => each === rotation)
  if (which !== undefined)
    return callOf(rotateCredentials, { body: { interface: which, overlapSeconds } })
  const use = RSA_USES.find((each) => each === rotation)
  return use === undefined
    ? callOf(rotateCallbackKey)
    : callOf(rotateRsaKey, { body: { use, overlapSeconds } })
}
