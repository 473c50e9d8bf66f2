// Export, reset and deletion of a project.

import { exportProject } from '../../../api/control/projects/project-end.ts'
import { streamOf } from '../../../api/endpoint/in-process.ts'
import { isDemoCredential } from '../../../projects/project.ts'
import { exportFileName } from '../../../web/export/project-export.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { may } from '../../../users/role.ts'
import { callView } from '../../../web/html/call-view.ts'
import type { ApiCall } from '../../../web/http/calls/api-call.ts'
import { callOptions } from '../shell/call-options.ts'
import { form, type Mistakes } from '../parts/form-view.ts'
import type { Download, PageContext } from '../shell/screen.ts'

/** Forms that require the project name as confirmation. */
export type EndForm = 'reset' | 'delete'

interface TypedName {
  readonly confirm: string
  readonly mistakes: Mistakes
}

const RESET: ApiCall = { api: 'control', method: 'POST', path: '/reset' }
const DELETE: ApiCall = { api: 'control', method: 'DELETE', path: '/project' }
const EXPORT: ApiCall = { api: 'control', method: 'GET', path: '/export' }

/** The demo project can only be reset, because every start of the service requires it. */
export const isDemo = ({ project }: PageContext): boolean =>
  isDemoCredential('b', project.secrets.interfaceB.apiKey)

export function projectEnd(
  context: PageContext,
  {
    storage,
    typed,
  }: {
    /** A sentence about the number of stored rows. */
    readonly storage: string
    readonly typed: Readonly<Partial<Record<EndForm, TypedName>>>
  },
): Html | false {
  const options = callOptions(context)
  return (
    options.mayAct &&
    html`<div class="project-end">
      <section class="sheet-of">
        <h2 id="export">Export</h2>
        <p class="aside">
          ${storage} Download all data of the project as JSON. Card numbers are masked; credentials
          are not included.
        </p>
        <p class="press">
          <a class="button quiet" href="${context.base}/export.json" download>Export all data</a>
        </p>
        ${callView('Same as', EXPORT, options)}
      </section>
      <section class="sheet-of danger-zone" aria-labelledby="danger-zone">
        <h2 id="danger-zone">Danger zone</h2>
        ${confirmed(context, 'reset', {
          title: 'Reset',
          explanation:
            'Permanently deletes all cardholders, cards, orders, journal entries and callbacks, and restores the default settings, rules and clock. Credentials and members are kept. There is no backup: export the data first if you need it.',
          button: 'Reset the project',
          call: RESET,
          typed: typed.reset,
        })}
        ${
          may(context.role, 'own') &&
          !isDemo(context) &&
          html`${confirmed(context, 'delete', {
            title: 'Delete',
            explanation:
              'Permanently deletes the project with all its data, members and audit log. Its credentials stop working immediately, and nothing can be restored.',
            button: 'Delete the project',
            // In hosted mode, the API key alone cannot delete a project.
            ...(context.service.accounts === undefined && { call: DELETE }),
            typed: typed.delete,
          })}`
        }
      </section>
    </div>`
  )
}

interface Confirmation {
  readonly title: string
  readonly explanation: string
  readonly button: string
  readonly call?: ApiCall
  readonly typed: TypedName | undefined
}

const confirmed = (
  context: PageContext,
  id: EndForm,
  { title, explanation, button, call, typed }: Confirmation,
): Html =>
  form(
    {
      id,
      action: `${context.base}/settings/${id}`,
      title,
      explanation,
      fields: [
        {
          kind: 'text',
          name: 'confirm',
          label: `Enter “${context.project.name}” to confirm`,
          value: typed?.confirm ?? '',
        },
      ],
      button,
      look: 'danger',
      ...(call && { call }),
      ...(typed && { mistakes: typed.mistakes }),
    },
    callOptions(context),
  )

export async function exportFile({ project, perform }: PageContext): Promise<Download> {
  return {
    fileName: exportFileName(project),
    contentType: 'application/json; charset=utf-8',
    parts: await streamOf(perform(exportProject)),
  }
}
