// The audit log of a project, newest first.

import { listAuditLog } from '../../../api/control/projects/members.ts'
import type { AnswerOf, QueryOf } from '../../../api/endpoint/operation.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { exactly } from '../../../web/html/when.ts'
import { realNow } from '../../../time.ts'
import { periodFields, textField } from '../parts/list-fields.ts'
import type { FileColumn } from '../shell/list-file.ts'
import { listPage } from '../shell/list-page.ts'
import type { Screen } from '../shell/screen.ts'

type AuditEntry = AnswerOf<typeof listAuditLog>['items'][number]

// prettier-ignore
const FILE_COLUMNS: readonly FileColumn<AuditEntry>[] = [
  { header: 'at',      value: ({ at }) => at },
  { header: 'actor',   value: ({ actor }) => actor },
  { header: 'action',  value: ({ action }) => action },
  { header: 'details', value: ({ details }) => Object.entries(details).map(([name, value]) => `${name} ${value}`).join(' ') },
]

const auditPage = listPage(listAuditLog, {
  path: '/audit',
  operation: 'auditPage',
  title: 'Audit log',
  above: ({ base }) =>
    html`<header class="heading"><h1>Audit log</h1></header>
      <p class="lead">
        Changes to members, credentials, settings, rules, faults and snapshots, by members and with
        the project’s API key. The newest 10,000 entries are kept.
        <a href="${base}/activity">Activity</a> shows all requests.
      </p>`,
  fields: [
    textField<QueryOf<typeof listAuditLog>>(
      { name: 'q', label: 'Text', hint: 'Part of a name, an action or a detail' },
      'q',
    ),
    ...periodFields<QueryOf<typeof listAuditLog>>('from', 'until'),
  ],
  file: { operation: 'auditFile', columns: FILE_COLUMNS },
  columns: [{ header: 'When' }, { header: 'Who' }, { header: 'Action' }, { header: 'Details' }],
  row: ({ at, actor, action, details }, { base }) => [
    exactly(Date.parse(at), realNow()),
    html`<bdi>${actor}</bdi>`,
    actionLabel(action),
    Object.entries(details).map(([name, value]) => detail(base, name, value)),
  ],
  drawing: 'ledger',
  empty: 'Changes to members, credentials and settings appear here.',
})

export const auditLog: Screen = {
  group: 'Project',
  label: 'Audit log',
  icon: icons.order,
  path: '/audit',
  isHosted: true,
  pages: [auditPage],
  downloads: auditPage.downloads,
}

/** Pages of the records that an entry names, by the name of the detail. */
const PAGES: Readonly<Record<string, string>> = {
  order: '/orders/',
  card: '/cards/',
  cardholder: '/cardholders/',
  account: '/ledger/',
  callback: '/callbacks/',
}
const PEOPLE: ReadonlySet<string> = new Set(['member', 'email', 'owner'])

/** The name in an entry: a link to its page, a member, or a value. */
function detail(base: string, name: string, value: string): Html {
  const path = PAGES[name]
  if (path !== undefined)
    return html`<span
      >${name} <a href="${base}${path}${encodeURIComponent(value)}">${value}</a></span
    > `
  if (PEOPLE.has(name)) return html`<a href="${base}/members"><bdi>${value}</bdi></a> `
  if (name === 'role') return html`<span>as ${value}</span> `
  return html`<span>${name} <bdi>${value}</bdi></span> `
}

/** An operation's name as a label: `rotateFromPage` is "Rotate". */
export function actionLabel(operation: string): string {
  const words = operation
    .replace(/FromPage$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
