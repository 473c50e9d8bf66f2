// The forms next to the snapshots list: take, upload and download a snapshot.

import { createSnapshot, type listSnapshots } from '../../../api/control/snapshots/snapshots.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import type { Html } from '../../../web/html/html.ts'
import { type Field, form, type Mistakes } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { callOf } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'

export type Snapshots = AnswerOf<typeof listSnapshots>
export type Snapshot = Snapshots['items'][number]

export interface Mistaken {
  readonly of: 'take' | 'upload' | 'download'
  readonly typed: string
  readonly mistakes: Mistakes
}

export const FIELDS = { name: 'Name', file: 'File', passphrase: 'Passphrase' }
export const NAME_LENGTH = 64
export const PASSPHRASE_MIN_LENGTH = 8
export const PASSPHRASE_LENGTH = 200

export const takeForm = (context: PageContext, mistaken: Mistaken | undefined): Html => {
  const own = mistaken?.of === 'take' ? mistaken : undefined
  return form(
    {
      id: 'take',
      action: `${context.base}/snapshots`,
      explanation: 'Requests to this project wait until the snapshot is saved.',
      fields: [
        {
          kind: 'text',
          name: 'name',
          label: 'Name',
          hint: 'Such as before-refunds',
          value: own?.typed ?? '',
          maxLength: NAME_LENGTH,
        },
      ],
      button: 'Take snapshot',
      call: callOf(createSnapshot, { body: { name: own?.typed ?? 'before-refunds' } }),
      ...(own && { mistakes: own.mistakes }),
    },
    callOptions(context),
  )
}

export const uploadForm = (context: PageContext, mistaken: Mistaken | undefined): Html => {
  const own = mistaken?.of === 'upload' ? mistaken : undefined
  return form(
    {
      id: 'upload',
      action: `${context.base}/snapshots/upload`,
      explanation: 'A snapshot or a project’s export from this or another service, up to 16 MB.',
      fields: [
        {
          kind: 'file',
          name: 'file',
          label: 'Snapshot or export',
          accept: '.sandcard-snapshot,.json',
        },
        {
          kind: 'text',
          name: 'name',
          label: 'New name',
          optional: true,
          value: own?.typed ?? '',
          maxLength: NAME_LENGTH,
        },
        { ...passphraseField('Only if the file was downloaded with one'), optional: true },
      ],
      button: 'Upload snapshot',
      look: 'quiet',
      ...(own && { mistakes: own.mistakes }),
    },
    callOptions(context),
  )
}

const passphraseField = (hint: string): Extract<Field, { kind: 'text' }> => ({
  kind: 'text',
  name: 'passphrase',
  label: 'Passphrase',
  hint,
  value: '',
  type: 'password',
  autocomplete: 'off',
  maxLength: PASSPHRASE_LENGTH,
})

export const downloadForm = (
  items: Snapshots['items'],
  context: PageContext,
  mistaken: Mistaken | undefined,
): Html => {
  const own = mistaken?.of === 'download' ? mistaken : undefined
  const names = items.map(({ name }) => ({ value: name, label: name }))
  return form(
    {
      id: 'download',
      action: `${context.base}/snapshots/download`,
      explanation: 'The passphrase encrypts the key of the card numbers. You need it to upload.',
      fields: [
        {
          kind: 'choice',
          name: 'snapshot',
          label: 'Snapshot',
          options: names,
          value: own?.typed ?? names[0]?.value ?? '',
        },
        passphraseField(`At least ${PASSPHRASE_MIN_LENGTH} characters`),
      ],
      button: 'Download snapshot',
      look: 'quiet',
      ...(own && { mistakes: own.mistakes }),
    },
    callOptions(context),
  )
}
