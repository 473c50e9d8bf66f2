// The audit log of a project, newest first.

import { auditEntries, type AuditEntry } from '../../../users/audit.ts'
import { table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { HtmlValue } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { realNow } from '../../../time.ts'
import { exactly } from '../../../web/html/when.ts'
import { pageAndRest, pageLinks } from '../parts/list-view.ts'
import type { Screen, View, PageContext } from '../shell/screen.ts'
import { accountsOf } from './accounts-of.ts'

const PAGE_SIZE = 50
const ENTRY_ID = /^[a-z\d]{14,40}$/

export const auditLog: Screen = {
  group: 'Project',
  label: 'Audit log',
  icon: icons.order,
  path: '/audit',
  isHosted: true,
  needs: 'change',
  pages: [{ path: '/audit', operation: 'auditPage', needs: 'change', show: auditView }],
}

async function auditView(context: PageContext): Promise<View> {
  const { project, query, base } = context
  const before = ENTRY_ID.exec(query.get('before') ?? '')?.[0]
  const found = await auditEntries(accountsOf(context), project.number, {
    ...(before !== undefined && { before }),
    limit: PAGE_SIZE + 1,
  })
  const { shown, last } = pageAndRest(found, PAGE_SIZE)
  const url = `${base}/audit`
  return {
    title: 'Audit log',
    call: { api: 'control', method: 'GET', path: '/project' },
    content: html`<header class="heading"><h1>Audit log</h1></header>
      <p class="lead">
        Changes that members made in the portal, and changes of the project by its API key. The
        newest 10,000 entries are kept.
      </p>
      ${table({
        caption: 'Audit log',
        stacks: true,
        columns: [
          { header: 'When' },
          { header: 'Who' },
          { header: 'Action' },
          { header: 'Details' },
        ],
        rows: shown.map(line),
        empty: html`<p>No entries yet.</p>`,
      })}
      ${pageLinks(before === undefined ? undefined : url, last && `${url}?before=${last.id}`)}`,
  }
}

const line = ({ at, actor, action, details }: AuditEntry): readonly HtmlValue[] => [
  exactly(at, realNow()),
  html`<bdi>${actor}</bdi>`,
  actionLabel(action),
  Object.entries(details).map(([name, value]) => html`<span>${name}: <bdi>${value}</bdi></span> `),
]

/** An operation's name as a label: `rotateFromPage` is "rotate". */
export const actionLabel = (operation: string): string =>
  operation.replace(/FromPage$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
