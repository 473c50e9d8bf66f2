// The projects that the visitor can open, newest first, and the form that creates one.

import { COUNTED_MAX, type ProjectPage } from '../../../engine/directory.ts'
import { badge, copyable } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { renderPortalPage } from '../../../web/html/portal-frame.ts'
import { ago } from '../../../web/html/when.ts'
import { realNow } from '../../../time.ts'
import { PROJECT_NAME_LENGTH, type VisibleLine, type Visitor } from './access.ts'
import { form, type Mistakes } from '../parts/form-view.ts'
import { portalStyle } from './portal-style.ts'
import { projectName } from './project-frame.ts'

const PAGE_SIZE = 50

/** The page after the project in the query. */
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
          ...(user ? [] : [{ label: 'Start', href: '/', icon: icons.back }]),
          { label: 'Projects', href: '/p', icon: icons.list, current: true },
          ...(user ? [{ label: 'Your account', href: '/account', icon: icons.person }] : []),
        ],
      },
    ],
    content: html`<div class="screen">
      <header class="heading"><h1>Projects</h1></header>
      <p class="lead">
        Each project has its own cards, orders, clock and credentials.
        ${user === undefined && html`You can also create one with <code>POST /control/v1/projects</code>.`}
      </p>
      ${shown.length === 0 && html`<p class="empty">No projects yet.</p>`}
      <ul class="project-cards">
        ${shown.map(projectCard)}
        <li class="new">
          ${form({
            id: 'new-project',
            action: '/p',
            fields: [
              {
                kind: 'text',
                name: 'name',
                label: 'Name of a new project',
                value: mistaken?.typed ?? '',
                maxLength: PROJECT_NAME_LENGTH,
              },
            ],
            button: 'Create project',
            ...(mistaken && { mistakes: mistaken.mistakes }),
          })}
        </li>
      </ul>
      ${last && html`<p class="more"><a class="button quiet" href="/p?before=${last.number}">Older projects</a></p>`}
    </div>`,
  })
}

const projectCard = (project: VisibleLine): Html =>
  html`<li>
    <p class="project-name">
      <a href="/p/${project.id}"><bdi>${projectName(project)}</bdi></a>
      ${project.role && badge('neutral', project.role)}
    </p>
    <p>${copyable(project.id, 'project id')}</p>
    <p>${counted(project.orders, 'order')} · ${counted(project.cards, 'card')}</p>
    <p class="aside">
      ${
        project.lastChangeAt === null
          ? 'Clock frozen'
          : html`Active ${ago(project.lastChangeAt, realNow())}`
      },
      created ${ago(project.createdAt, realNow())}
    </p>
  </li>`

const counted = (count: number, noun: string): string =>
  count >= COUNTED_MAX
    ? `${COUNTED_MAX} ${noun}s or more`
    : `${count} ${count === 1 ? noun : `${noun}s`}`
