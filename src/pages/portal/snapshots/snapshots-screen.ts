// Snapshots: the list, forms that take and upload a snapshot, dialogs that restore, copy and delete
// one.

import {
  createSnapshot,
  deleteSnapshot,
  forkSnapshot,
  listSnapshots,
  restoreSnapshot,
} from '../../../api/control/snapshots/snapshots.ts'
import { exportSnapshot, importSnapshot } from '../../../api/control/snapshots/snapshot-files.ts'
import { streamOf } from '../../../api/endpoint/in-process.ts'
import { Problem } from '../../../api/endpoint/problems.ts'
import { SNAPSHOT_NAME_LENGTH } from '../../../projects/snapshot.ts'
import { may } from '../../../users/role.ts'
import { isExport } from '../../../web/export/read-export.ts'
import {
  badge,
  dialog,
  dialogButton,
  emptyState,
  outcome,
  panel,
  table,
} from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { ago, exactTime } from '../../../web/html/when.ts'
import { realNow } from '../../../time.ts'
import { form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import {
  downloadForm,
  FIELDS,
  type Mistaken,
  NAME_LENGTH,
  PASSPHRASE_LENGTH,
  PASSPHRASE_MIN_LENGTH,
  type Snapshot,
  type Snapshots,
  takeForm,
  uploadForm,
} from './snapshot-forms.ts'
import { callOptions } from '../shell/call-options.ts'
import { resultOrMistakes } from '../shell/mistakes.ts'
import { answerFile, csvLink } from '../shell/list-file.ts'
import { action, callOf, type Content, page } from '../shell/page.ts'
import type { Download, Onward, PageContext, Screen, View } from '../shell/screen.ts'

/** Larger files are imported through the API. */
const UPLOAD_MAX_BYTES = 16 * 1024 * 1024

const snapshotsPage = page(
  listSnapshots,
  { path: '/snapshots', operation: 'snapshotsPage', of: 'list' },
  snapshotsView,
)

function snapshotsView({ items }: Snapshots, context: PageContext, mistaken?: Mistaken): Content {
  const { base, query } = context
  const options = callOptions(context)
  return {
    title: 'Snapshots',
    ...(mistaken && { status: 422 as const }),
    content: html`<header class="heading">
        <h1>Snapshots</h1>
        <p class="tools">${csvLink(`${base}/snapshots.csv`)}</p>
      </header>
      ${news(query.get('did'), query.get('name'))}
      ${mistaken && mistakeSummary(mistaken.of, mistaken.mistakes, FIELDS)}
      <p class="lead">
        A snapshot saves the state of this project: data, settings and clock. Restore it to go back,
        or copy it to a new project. <a href="${base}/guides/snapshots">How snapshots work</a>
      </p>
      ${panel({ title: 'Saved states', content: snapshotTable(items, context) })}
      ${
        options.mayAct &&
        html`<div class="columns">
          <div class="main">
            ${panel({ title: 'Take a snapshot', content: takeForm(context, mistaken) })}
          </div>
          <aside>
            ${panel({ title: 'Upload a file', content: uploadForm(context, mistaken) })}
            ${
              // In local mode each row has a link.
              context.service.config.mode === 'hosted' &&
              items.length > 0 &&
              panel({
                title: 'Download a file',
                content: downloadForm(items, context, mistaken),
              })
            }
          </aside>
        </div>`
      }
      ${options.mayAct && items.map((snapshot, index) => dialogsOf(snapshot, index, context))}`,
  }
}

function snapshotTable(items: readonly Snapshot[], context: PageContext): Html {
  return table({
    caption: 'Saved states',
    stacks: true,
    columns: [
      { header: 'Name' },
      { header: 'Project time', labelled: true },
      { header: 'Taken', labelled: true },
      { header: 'Contents', labelled: true },
      { header: 'Actions' },
    ],
    rows: items.map((snapshot, index) => [
      html`<bdi>${snapshot.name}</bdi>`,
      html`${exactTime(Date.parse(snapshot.clock.now))}
      ${snapshot.clock.frozen && badge('neutral', 'frozen')}`,
      ago(Date.parse(snapshot.createdAt), realNow()),
      contentsOf(snapshot),
      actionsOf(snapshot, index, context),
    ]),
    empty: emptyState(
      'snapshots',
      may(context.role, 'change')
        ? 'No snapshots. Take one before a test, and restore it afterwards.'
        : 'No snapshots.',
    ),
  })
}

function contentsOf({ cards, orders, callbacks }: Snapshot): Html {
  const counted = (count: number, noun: string): string =>
    `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
  return html`${counted(cards, 'card')}, ${counted(orders, 'order')},
  ${counted(callbacks, 'callback')}`
}

function actionsOf({ name }: Snapshot, index: number, context: PageContext): Html | false {
  const { base, role, service } = context
  if (!callOptions(context).mayAct) return false
  return html`<div class="snapshot-actions">
    ${dialogButton(`restore-${index}`, 'Restore', 'button quiet', name)}
    ${may(role, 'own') && dialogButton(`copy-${index}`, 'Copy', 'button quiet', name)}
    ${
      // A file from hosted mode needs a passphrase, which a link cannot send.
      service.config.mode === 'local' &&
      html`<a
        href="${base}/snapshots/${encodeURIComponent(name)}/file"
        aria-label="Download ${name}"
        download
        >Download</a
      >`
    }
    ${dialogButton(`delete-${index}`, 'Delete', 'button quiet danger', name)}
  </div>`
}

function dialogsOf({ name }: Snapshot, index: number, context: PageContext): Html {
  const { base, role } = context
  const options = callOptions(context)
  const sent = { params: { name } }
  const hidden = { snapshot: name }
  return html`${dialog({
    id: `restore-${index}`,
    title: `Restore ${name}`,
    content: form(
      {
        id: `restore-form-${index}`,
        action: `${base}/snapshots/restore`,
        hidden,
        explanation:
          'Replaces all data, settings and the clock of this project. To keep the current state, take a snapshot first. Credentials are kept.',
        button: 'Restore snapshot',
        call: callOf(restoreSnapshot, sent),
      },
      options,
    ),
  })}
  ${
    may(role, 'own') &&
    dialog({
      id: `copy-${index}`,
      title: `Copy ${name}`,
      content: form(
        {
          id: `copy-form-${index}`,
          action: `${base}/snapshots/copy`,
          hidden,
          explanation: 'Creates a project with the same data and new credentials.',
          fields: [
            {
              kind: 'text',
              name: 'name',
              label: 'Name of the new project',
              value: name,
              maxLength: NAME_LENGTH,
            },
          ],
          button: 'Create project',
          ...(context.service.accounts === undefined && { call: callOf(forkSnapshot, sent) }),
        },
        options,
      ),
    })
  }
  ${dialog({
    id: `delete-${index}`,
    title: `Delete ${name}`,
    content: form(
      {
        id: `delete-form-${index}`,
        action: `${base}/snapshots/delete`,
        hidden,
        explanation: 'This cannot be undone. The project and copies of the snapshot are kept.',
        button: 'Delete snapshot',
        look: 'danger',
        call: callOf(deleteSnapshot, sent),
      },
      options,
    ),
  })}`
}

const NEWS: Readonly<Record<string, string>> = {
  taken: 'Snapshot taken',
  restored: 'Snapshot restored',
  deleted: 'Snapshot deleted',
  uploaded: 'Snapshot uploaded',
  imported: 'Export uploaded. Card numbers, CVCs and signing secrets are new. PINs are not set',
}

function news(did: string | null, name: string | null): Html | undefined {
  const text = NEWS[did ?? '']
  return text === undefined
    ? undefined
    : outcome(
        'approved',
        html`<strong>${text}</strong>${name !== null && html`: <bdi>${name}</bdi>`}`,
      )
}

const done = (did: string, name: string): Onward => ({
  location: `/snapshots?${new URLSearchParams({ did, name }).toString()}`,
})

/** Problems that belong to a field of the form. */
const FIELD_OF_PROBLEM: Readonly<Record<string, keyof typeof FIELDS>> = {
  'snapshot-exists': 'name',
  'too-many-snapshots': 'name',
  'quota-exceeded': 'name',
  'snapshot-file-invalid': 'file',
  'passphrase-required': 'passphrase',
}

const WORDINGS = {
  name: `Enter up to ${SNAPSHOT_NAME_LENGTH} letters, digits, spaces, dots, hyphens and underscores. Start with a letter or a digit.`,
}

/** The result, or the page with a form's mistakes. */
async function stored(
  work: Promise<Snapshot>,
  { of, typed, did }: Pick<Mistaken, 'of' | 'typed'> & { readonly did: string },
  context: PageContext,
): Promise<View | Onward | undefined> {
  const mistaken = (mistakes: Mistakes) => snapshotsPage.show(context, { of, typed, mistakes })
  try {
    const outcome = await resultOrMistakes(work, ['name'], WORDINGS)
    return 'mistakes' in outcome ? await mistaken(outcome.mistakes) : done(did, outcome.result.name)
  } catch (error) {
    const field = error instanceof Problem ? FIELD_OF_PROBLEM[error.code] : undefined
    if (field === undefined) throw error
    return mistaken({ [field]: (error as Problem).message })
  }
}

const takeAction = action(
  createSnapshot,
  { path: '/snapshots', operation: 'takeSnapshotFromPage' },
  (perform, context) => {
    const typed = (context.form.get('name') ?? '').trim()
    return stored(perform({ body: { name: typed } }), { of: 'take', typed, did: 'taken' }, context)
  },
)

const uploadAction = action(
  importSnapshot,
  { path: '/snapshots/upload', operation: 'uploadSnapshotFromPage', formLimit: UPLOAD_MAX_BYTES },
  (perform, context) => {
    const typed = (context.form.get('name') ?? '').trim()
    const file = context.form.get('file') ?? ''
    const refused = (mistakes: Readonly<Record<string, string>>) =>
      snapshotsPage.show(context, { of: 'upload', typed, mistakes })
    if (file === '') return refused({ file: 'Select a file.' })
    const { mistake, headers } = passphraseOf(context)
    if (mistake !== undefined) return refused({ passphrase: mistake })
    const query = typed === '' ? {} : { name: typed }
    const did = isExport(file) ? 'imported' : 'uploaded'
    return stored(perform({ body: file, query }, headers), { of: 'upload', typed, did }, context)
  },
)

/** The header for a typed passphrase, or the mistake in it. */
function passphraseOf({ form: fields }: PageContext): {
  readonly mistake?: string
  readonly headers: Readonly<Record<string, string>>
} {
  const typed = fields.get('passphrase') ?? ''
  if (typed === '') return { headers: {} }
  const headers = { 'snapshot-passphrase': typed }
  const isLong = typed.length >= PASSPHRASE_MIN_LENGTH && typed.length <= PASSPHRASE_LENGTH
  return isLong
    ? { headers }
    : { headers, mistake: `Use ${PASSPHRASE_MIN_LENGTH} to ${PASSPHRASE_LENGTH} characters.` }
}

const downloadAction = action(
  exportSnapshot,
  { path: '/snapshots/download', operation: 'downloadSnapshotFromPage', isHosted: true },
  async (perform, context) => {
    const name = nameOf(context)
    const { mistake, headers } = passphraseOf(context)
    const isMissing = headers['snapshot-passphrase'] === undefined
    if (isMissing || mistake !== undefined)
      return snapshotsPage.show(context, {
        of: 'download',
        typed: name,
        mistakes: { passphrase: mistake ?? 'Enter a passphrase.' },
      })
    return fileOf(name, streamOf(perform({ params: { name } }, headers)))
  },
)

const nameOf = ({ form: fields }: PageContext): string => fields.get('snapshot') ?? ''

const restoreAction = action(
  restoreSnapshot,
  { path: '/snapshots/restore', operation: 'restoreSnapshotFromPage' },
  async (perform, context) => {
    const { name } = await perform({ params: { name: nameOf(context) } })
    return done('restored', name)
  },
)

const copyAction = action(
  forkSnapshot,
  { path: '/snapshots/copy', operation: 'copySnapshotFromPage' },
  async (perform, context) => {
    const typed = (context.form.get('name') ?? '').trim()
    const body = typed === '' ? {} : { name: typed }
    const { id } = await perform({ params: { name: nameOf(context) }, body })
    return { location: `/p/${id}`, isBeyond: true }
  },
)

const deleteAction = action(
  deleteSnapshot,
  { path: '/snapshots/delete', operation: 'deleteSnapshotFromPage' },
  async (perform, context) => {
    const { name } = await perform({ params: { name: nameOf(context) } })
    return done('deleted', name)
  },
)

/**
 * Hosted mode has a form instead, because its files need a passphrase, which a link cannot send.
 */
async function snapshotFile({
  params,
  perform,
  service,
}: PageContext): Promise<Download | undefined> {
  if (service.config.mode === 'hosted') return undefined
  const name = params['name'] ?? ''
  return fileOf(name, streamOf(perform(exportSnapshot, { params: { name } })))
}

const fileOf = async (name: string, parts: ReturnType<typeof streamOf>): Promise<Download> => ({
  fileName: `${name.replaceAll(/[^\w.-]/g, '_')}.sandcard-snapshot`,
  contentType: 'application/octet-stream',
  parts: await parts,
})

export const snapshots: Screen = {
  group: 'Make it happen',
  label: 'Snapshots',
  icon: icons.snapshot,
  path: '/snapshots',
  pages: [snapshotsPage],
  actions: [takeAction, uploadAction, downloadAction, restoreAction, copyAction, deleteAction],
  downloads: [
    answerFile(listSnapshots, { path: '/snapshots.csv', operation: 'snapshotsFile' }),
    {
      path: '/snapshots/:name/file',
      operation: 'downloadSnapshot',
      needs: 'change',
      // A link cannot send the passphrase that hosted mode requires.
      isLocal: true,
      send: snapshotFile,
    },
  ],
}
