// The settings of a project in groups, with the equivalent PATCH call; export, reset and deletion.

import { deleteProject } from '../../../api/control/projects/project-end.ts'
import {
  getProject,
  getStorage,
  renameProject,
  resetProject,
  updateProject,
} from '../../../api/control/projects/projects.ts'
import type { SettingsChange } from '../../../api/control/projects/project-view.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { RETENTION_SETTINGS } from '../../../projects/retention.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { doneNotice, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { action, callOf, page } from '../shell/page.ts'
import type { PageContext, Screen } from '../shell/screen.ts'
import { LOOK_LABELS, paymentLook, saveLook } from './payment-look.ts'
import { type EndForm, exportFile, isDemo, projectEnd } from './project-end.ts'
import { NAME_LABEL, nameForm, saveName } from './project-name.ts'
import { changeOf, fieldGroups, savedAs, SETTING_LABELS } from './setting-fields.ts'

type TypedFields = Readonly<Record<string, string>>

/** A refused form with its input. */
interface Refused {
  readonly form: 'settings' | 'look' | 'name' | EndForm
  readonly typed: TypedFields
  readonly mistakes: Mistakes
}

const labels: TypedFields = {
  ...SETTING_LABELS,
  ...LOOK_LABELS,
  name: NAME_LABEL,
  confirm: 'Project name',
}

const settingsPage = page(
  getProject,
  { path: '/settings', operation: 'settingsPage', of: 'page', beside: [getStorage] },
  async ({ settings: shown }, context, refused?: Refused) => {
    const { base, query } = context
    const storage = await context.perform(getStorage)
    const options = callOptions(context)
    const typed = refused?.typed ?? {}
    const call = callOf(updateProject, { body: savedAs(shown) })
    const { merchantLogo = '', merchantColour = '', confirm = '' } = typed
    return {
      title: 'Settings',
      isStill: true,
      ...(refused && { status: 422 as const }),
      content: html`<header class="heading"><h1>Settings</h1></header>
        ${query.get('did') === 'saved' && doneNotice('Saved', call, options)}
        ${
          query.get('did') === 'renamed' &&
          doneNotice(
            'Renamed',
            callOf(renameProject, { body: { name: context.project.name } }),
            options,
          )
        }
        ${query.get('did') === 'reset' && doneNotice('Project reset', callOf(resetProject), options)}
        ${refused && mistakeSummary(refused.form, refused.mistakes, labels)}
        <p class="lead">
          <a href="${base}/callbacks/settings">Callbacks</a> and <a href="${base}/rules">rules</a>
          have their own pages.
        </p>
        <div class="setting-groups">
          ${nameForm(
            context,
            refused?.form === 'name'
              ? { typed: typed['name'] ?? '', mistakes: refused.mistakes }
              : undefined,
          )}
        </div>
        <div class="setting-groups">
          ${form(
            {
              id: 'settings',
              isState: true,
              action: `${base}/settings`,
              groups: fieldGroups(shown, refused?.form === 'settings' ? typed : {}),
              button: 'Save settings',
              call,
              ...(refused?.form === 'settings' && { mistakes: refused.mistakes }),
            },
            options,
          )}
        </div>
        <div class="setting-groups">
          ${paymentLook(
            context,
            shown,
            refused?.form === 'look'
              ? { typed: { merchantLogo, merchantColour }, mistakes: refused.mistakes }
              : undefined,
          )}
        </div>
        ${projectEnd(context, {
          storage: storedRows(storage),
          typed: refused ? { [refused.form]: { confirm, mistakes: refused.mistakes } } : {},
        })}`,
    }
  },
)

/** The stored rows and bytes, their limits, and which of them expire. */
function storedRows(storage: AnswerOf<typeof getStorage>): string {
  const { rows, limit, bytes, byteLimit, retention } = storage
  const stored = rows.toLocaleString('en')
  const ofRows =
    limit === null ? (rows === 1 ? ' row' : ' rows') : ` of ${limit.toLocaleString('en')} rows`
  const ofBytes = byteLimit === null ? '' : ` of ${sizeOf(byteLimit)}`
  const isFull = (limit !== null && rows >= limit) || (byteLimit !== null && bytes >= byteLimit)
  const full = isFull ? ' The limit is reached. Reset or delete the project.' : ''
  const kept = [
    ...(retention.orders === null ? [] : [`completed orders for ${days(retention.orders)}`]),
    ...(retention.callbacks === null ? [] : [`callbacks for ${days(retention.callbacks)}`]),
    ...(retention.requestLog === null ? [] : [`requests for ${days(retention.requestLog)}`]),
  ]
  const expires = kept.length === 0 ? '' : ` It keeps ${kept.join(', ')}.`
  return `The project stores ${stored}${ofRows} (${sizeOf(bytes)}${ofBytes}).${full}${expires}`
}

function sizeOf(bytes: number): string {
  const [unit, name] = bytes < 1e6 ? [1e3, 'kB'] : bytes < 1e9 ? [1e6, 'MB'] : [1e9, 'GB']
  return `${(bytes / unit).toLocaleString('en', { maximumFractionDigits: 1 })} ${name}`
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

const saveSettings = action(
  updateProject,
  { path: '/settings', operation: 'saveSettings' },
  async (perform, context) => {
    const typed = Object.fromEntries([...context.form].map(([name, value]) => [name, value.trim()]))
    const read = changeOf(typed)
    if ('mistakes' in read)
      return settingsPage.show(context, { form: 'settings', typed, mistakes: read.mistakes })
    const mistakes = tooLong(read.change, context.service.config.retentionDays)
    if (Object.keys(mistakes).length > 0)
      return settingsPage.show(context, { form: 'settings', typed, mistakes })
    await perform({ body: read.change })
    return { location: '/settings?did=saved' }
  },
)

/** Errors of periods that are longer than the service allows. */
const tooLong = (change: SettingsChange, serviceMax: number): Mistakes =>
  Object.fromEntries(
    Object.values(RETENTION_SETTINGS)
      .filter((name) => serviceMax > 0 && (change[name] ?? 0) > serviceMax)
      .map((name) => [
        name,
        `Enter at most ${serviceMax}. The service does not keep data longer than that.`,
      ]),
  )

const reset = action(
  resetProject,
  { path: '/settings/reset', operation: 'resetFromPage' },
  async (perform, context) => {
    const refused = unconfirmed('reset', context)
    if (refused !== undefined) return settingsPage.show(context, refused)
    await perform()
    return { location: '/settings?did=reset' }
  },
)

const remove = action(
  deleteProject,
  // The audit log is deleted with the project, so there is no log to write to.
  { path: '/settings/delete', operation: 'deleteFromPage', needs: 'own', auditsItself: true },
  async (perform, context) => {
    const refused = unconfirmed('delete', context)
    if (refused !== undefined) return settingsPage.show(context, refused)
    await perform()
    return { location: '/p', isBeyond: true }
  },
)

/** The error if the entered text is not the project name. */
function unconfirmed(form: EndForm, context: PageContext): Refused | undefined {
  const { project, form: posted } = context
  const confirm = (posted.get('confirm') ?? '').trim().slice(0, 100)
  const isKept = form === 'delete' && isDemo(context)
  if (confirm === project.name && !isKept) return undefined
  const mistakes = {
    confirm: isKept
      ? 'The demo project cannot be deleted. Reset it instead.'
      : `Enter “${project.name}” to confirm.`,
  }
  return { form, typed: { confirm }, mistakes }
}

export const settings: Screen = {
  group: 'Project',
  label: 'Settings',
  icon: icons.gear,
  path: '/settings',
  pages: [settingsPage],
  actions: [
    saveSettings,
    saveLook((context, { ...typed }, mistakes) =>
      settingsPage.show(context, { form: 'look', typed, mistakes }),
    ),
    saveName((context, name, mistakes) =>
      settingsPage.show(context, { form: 'name', typed: { name }, mistakes }),
    ),
    reset,
    remove,
  ],
  downloads: [{ path: '/export.json', operation: 'exportFile', send: exportFile, needs: 'change' }],
}
