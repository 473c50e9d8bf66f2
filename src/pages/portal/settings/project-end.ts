// What a project can be left with and how it ends: its data as a file, a new beginning, and its deletion.

import { isDemoCredential } from '../../../projects/project.ts'
import { exportFileName, projectExport } from '../../../web/export/project-export.ts'
import { html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { may } from '../../../users/role.ts'
import { callView } from '../../../web/html/call-view.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import { callOptions } from '../shell/call-options.ts'
import { form, type Mistakes } from '../parts/form-view.ts'
import type { Download, PageContext } from '../shell/screen.ts'

/** Forms that ask for the name of the project before they do anything. */
export type EndForm = 'reset' | 'delete'

interface TypedName {
  readonly confirm: string
  readonly mistakes: Mistakes
}

export const RESET: ApiCall = { api: 'control', method: 'POST', path: '/reset' }
const DELETE: ApiCall = { api: 'control', method: 'DELETE', path: '/project' }
const EXPORT: ApiCall = { api: 'control', method: 'GET', path: '/export' }

/** The demo project is there whenever the service starts: it can only be reset. */
export const isDemo = ({ project }: PageContext): boolean =>
  isDemoCredential('b', project.secrets.interfaceB.apiKey)

export function projectEnd(
  context: PageContext,
  typed: Readonly<Partial<Record<EndForm, TypedName>>>,
): Html | false {
  const options = callOptions(context)
  return (
    options.mayAct &&
    html`<section class="sheet-of">
        <h2>Export</h2>
        <p class="aside">
          All data of the project as JSON. Numbers of cards are masked, and no credential is in it.
        </p>
        <p class="press">
          <a class="button quiet" href="${context.base}/export.json" download>Export all data</a>
        </p>
        ${callView('Same as', EXPORT, options)}
      </section>
      <section class="sheet-of">
        <h2>Start over</h2>
        ${confirmed(context, 'reset', {
          explanation:
            'Cards, orders, callbacks, clock and settings are gone for good; credentials stay.',
          button: 'Reset the project',
          call: RESET,
          typed: typed.reset,
        })}
      </section>
      ${
        may(context.role, 'own') &&
        !isDemo(context) &&
        html`<section class="sheet-of">
          <h2>Delete</h2>
          ${confirmed(context, 'delete', {
            explanation:
              'The project is gone for good, with all of its data; its credentials end at once.',
            button: 'Delete the project',
            // Hosted, the API key alone cannot delete it.
            ...(context.service.accounts === undefined && { call: DELETE }),
            typed: typed.delete,
          })}
        </section>`
      }`
  )
}

interface Confirmation {
  readonly explanation: string
  readonly button: string
  readonly call?: ApiCall
  readonly typed: TypedName | undefined
}

const confirmed = (
  context: PageContext,
  id: EndForm,
  { explanation, button, call, typed }: Confirmation,
): Html =>
  form(
    {
      id,
      action: `${context.base}/settings/${id}`,
      explanation,
      fields: [
        {
          kind: 'text',
          name: 'confirm',
          label: `Type ${context.project.name} to confirm`,
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

export function exportFile(context: PageContext): Promise<Download> {
  return Promise.resolve({
    fileName: exportFileName(context.project),
    contentType: 'application/json; charset=utf-8',
    parts: projectExport(context),
  })
}
