// The settings of a project in groups, with the equivalent PATCH call; export, reset and deletion.

import { deleteProject } from '../../../api/control/projects/project-end.ts'
import {
  getProject,
  getStorage,
  resetProject,
  updateProject,
} from '../../../api/control/projects/projects.ts'
import type { AnswerOf } from '../../../api/endpoint/operation.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { doneNotice, form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { callOptions } from '../shell/call-options.ts'
import { action, callOf, page } from '../shell/page.ts'
import type { PageContext, Screen } from '../shell/screen.ts'
import { LOOK_LABELS, paymentLook, saveLook } from './payment-look.ts'
import { type EndForm, exportFile, isDemo, projectEnd } from './project-end.ts'
import { changeOf, fieldGroups, savedAs, SETTING_LABELS } from './setting-fields.ts'

type TypedFields = Readonly<Record<string, string>>

/** A refused form with its input. */
interface Refused {
  readonly form: 'settings' | 'look' | EndForm
  readonly typed: TypedFields
  readonly mistakes: Mistakes
}

const labels: TypedFields = { ...SETTING_LABELS, ...LOOK_LABELS, confirm: 'Project name' }

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
        ${query.get('did') === 'reset' && doneNotice('Project reset', callOf(resetProject), options)}
        ${refused && mistakeSummary(refused.form, refused.mistakes, labels)}
        <p class="lead">
          <a href="${base}/callbacks/settings">Callbacks</a> and <a href="${base}/rules">rules</a>
          have their own pages.
        </p>
        <div class="sheet-of">
          ${form(
            {
              id: 'settings',
              isState: true,
              action: `${base}/settings`,
              groups: fieldGroups(shown, refused?.form === 'settings' ? typed : {}),
              button: 'Save',
              call,
              ...(refused?.form === 'settings' && { mistakes: refused.mistakes }),
            },
            options,
          )}
        </div>
        <div class="sheet-of">
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

/** The number of stored rows and the row limit. */
function storedRows({ rows, limit }: AnswerOf<typeof getStorage>): string {
  const stored = rows.toLocaleString('en')
  if (limit === null) return `The project stores ${stored} ${rows === 1 ? 'row' : 'rows'}.`
  const full = rows >= limit ? ' The limit is reached. Reset or delete the project.' : ''
  return `The project stores ${stored} of ${limit.toLocaleString('en')} rows.${full}`
}

const saveSettings = action(
  updateProject,
  { path: '/settings', operation: 'saveSettings' },
  async (perform, context) => {
    const typed = Object.fromEntries([...context.form].map(([name, value]) => [name, value.trim()]))
    const read = changeOf(typed)
    if ('mistakes' in read)
      return settingsPage.show(context, { form: 'settings', typed, mistakes: read.mistakes })
    await perform({ body: read.change })
    return { location: '/settings?did=saved' }
  },
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
      : `Enter ${project.name}.`,
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
    reset,
    remove,
  ],
  downloads: [{ path: '/export.json', operation: 'exportFile', send: exportFile, needs: 'change' }],
}
