// The audit log of a project, newest first.

import { listAuditLog } from '../../../api/control/members.ts'
import { html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { exactly } from '../../../web/html/when.ts'
import { realNow } from '../../../time.ts'
import { listPage } from '../shell/list-page.ts'
import type { Screen } from '../shell/screen.ts'

export const auditLog: Screen = {
  group: 'Project',
  label: 'Audit log',
  icon: icons.order,
  path: '/audit',
  isHosted: true,
  needs: 'change',
  pages: [
    listPage(listAuditLog, {
      path: '/audit',
      operation: 'auditPage',
      needs: 'change',
      title: 'Audit log',
      above: () =>
        html`<header class="heading"><h1>Audit log</h1></header>
          <p class="lead">
            Changes that members made in the portal, and changes of the project by its API key. The
            newest 10,000 entries are kept.
          </p>`,
      columns: [{ header: 'When' }, { header: 'Who' }, { header: 'Action' }, { header: 'Details' }],
      row: ({ at, actor, action, details }) => [
        exactly(Date.parse(at), realNow()),
        html`<bdi>${actor}</bdi>`,
        actionLabel(action),
        Object.entries(details).map(
          ([name, value]) => html`<span>${name}: <bdi>${value}</bdi></span> `,
        ),
      ],
      empty: 'No entries yet.',
    }),
  ],
}

/** An operation's name as a label: `rotateFromPage` is "rotate". */
export const actionLabel = (operation: string): string =>
  operation.replace(/FromPage$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
