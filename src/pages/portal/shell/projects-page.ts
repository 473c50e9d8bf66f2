// All projects of a local service, the newest first.

import type { ProjectPage } from '../../../store/reads/projects.ts'
import { copyable, table } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import { renderPortalPage } from '../../../web/html/portal-frame.ts'
import { ago } from '../../../web/html/when.ts'
import { realNow } from '../../../time.ts'
import { PROJECT_NAME_LENGTH, type VisibleLine, type Visitor } from './access.ts'
import { form, type Mistakes, mistakeSummary } from '../parts/form-view.ts'
import { portalStyle } from './portal-style.ts'
import { projectName } from './project-frame.ts'

const PAGE_SIZE = 50

/** The page after the project that the query names. */
export async function projectsPage(
  query: URLSearchParams,
  { user }: Visitor,
  read: (page: ProjectPage) => Promise<readonly VisibleLine[]>,
  mistaken?: { readonly typed: string; readonly mistakes: Mistakes },
): Promise<string> {
  const before = /^\d{1,10}$/.exec(query.get('before') ?? '')?.[0]
  const found = await read({
    before: before === undefined ? undefined : Number(before),
    limit: PAGE_SIZE + 1,
  })
  const shown = found.slice(0, PAGE_SIZE)
  const last = found.length > shown.length ? shown.at(-1) : undefined
  return renderPortalPage({
    title: 'Projects – sandcard',
    styles: [portalStyle],
    ...(user && { user: user.email }),
    navigation: [
      {
        links: [
          { label: 'Start', href: '/' },
          { label: 'Projects', href: '/p', current: true },
        ],
      },
    ],
    content: html`<div class="screen">
      <header class="heading"><h1>Projects</h1></header>
      <p class="lead">
        Each project has its own cards, orders, clock and credentials.
        ${user === undefined && html`<code>POST /control/v1/projects</code> also creates one.`}
      </p>
      ${mistaken && mistakeSummary('new-project', mistaken.mistakes, { name: 'Name' })}
      <div class="sheet-of">
        ${form({
          id: 'new-project',
          action: '/p',
          fields: [
            {
              kind: 'text',
              name: 'name',
              label: 'Name',
              value: mistaken?.typed ?? '',
              maxLength: PROJECT_NAME_LENGTH,
            },
          ],
          button: 'Create project',
          ...(mistaken && { mistakes: mistaken.mistakes }),
        })}
      </div>
      ${table({
        caption: 'Projects',
        stacks: true,
        columns: [
          { header: 'Name' },
          { header: 'Id' },
          ...(user ? [{ header: 'Your role' }] : []),
          { header: 'Created' },
        ],
        rows: shown.map((project) => [
          html`<a href="/p/${project.id}"><bdi>${projectName(project)}</bdi></a>`,
          html`<span class="whole">${copyable(project.id, 'project id')}</span>`,
          ...(user ? [project.role] : []),
          ago(project.createdAt, realNow()),
        ]),
        empty: 'No projects yet.',
      })}
      ${last && html`<p class="more"><a class="button quiet" href="/p?before=${last.number}">Older projects</a></p>`}
    </div>`,
  })
}
