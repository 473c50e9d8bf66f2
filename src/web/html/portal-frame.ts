/** The portal around a page: rail, top bar with the project and its clock, and the content. */
import { asset } from './asset.ts'
import type { Asset } from './asset.ts'
import { badge, copyable, copyScript } from './components.ts'
import { attributes, html } from './html.ts'
import type { Html } from './html.ts'
import { icons } from './icons.ts'
import { mark } from './mark.ts'
import { renderPage } from './page.ts'

export interface NavigationLink {
  readonly label: string
  readonly href: string
  readonly current?: boolean
}

export interface NavigationGroup {
  readonly title?: string
  readonly links: readonly NavigationLink[]
}

export interface PortalFrame {
  /** Left out where the page belongs to no project. */
  readonly project?: { readonly id: string; readonly name: string }
  /** The project's time; it is marked where it has left real time. */
  readonly clock?: { readonly now: Date; readonly state: 'real' | 'shifted' | 'frozen' }
  readonly navigation: readonly NavigationGroup[]
  readonly content: Html
}

export interface PortalPage extends PortalFrame {
  readonly title: string
  /** What the page brings besides the scripts of the frame. */
  readonly scripts?: readonly Asset[]
}

/** The scripts of every page of the portal: its copy buttons, and the drawer that the rail becomes. */
export const portalScripts: readonly Asset[] = [copyScript, asset('drawer', 'js')]

export function renderPortalPage({ title, scripts = [], ...frame }: PortalPage): string {
  return renderPage({
    title,
    lang: 'en',
    scripts: [...portalScripts, ...scripts],
    body: portalFrame(frame),
  })
}

function portalFrame(frame: PortalFrame): Html {
  return html`<div class="portal">
    ${rail(frame.navigation)}
    <div>
      <header class="topbar">
        <details class="drawer">
          <summary aria-label="Menu">${icons.menu}</summary>
          ${rail(frame.navigation)}
        </details>
        ${frame.project && project(frame.project)} ${frame.clock && clock(frame.clock)}
      </header>
      <main class="content">${frame.content}</main>
    </div>
  </div>`
}

const project = ({ id, name }: NonNullable<PortalFrame['project']>): Html =>
  html`<strong><bdi>${name}</bdi></strong> ${copyable(id, 'project id')}`

function rail(groups: readonly NavigationGroup[]): Html {
  return html`<nav class="rail" aria-label="Sandcard">
    <a class="home" href="/">${mark}</a>
    <div class="rail-groups">
      ${groups.map(
        (group) =>
          html`<div>
            ${group.title && html`<h2>${group.title}</h2>`}
            <ul>
              ${group.links.map((link) => html`<li>${navigationLink(link)}</li>`)}
            </ul>
          </div>`,
      )}
    </div>
  </nav>`
}

function navigationLink(link: NavigationLink): Html {
  const current = attributes({ 'aria-current': link.current === true && 'page' })
  return html`<a href="${link.href}" ${current}>${link.label}</a>`
}

const CLOCK_WORDS = { real: null, shifted: 'Clock shifted', frozen: 'Clock frozen' } as const

function clock({ now, state }: NonNullable<PortalFrame['clock']>): Html {
  const utc = now.toISOString()
  const word = CLOCK_WORDS[state]
  return html`<span class="clock">
    <time class="number" datetime="${utc}" title="${utc}">
      ${utc.slice(0, 16).replace('T', ' ')} UTC
    </time>
    ${word && badge('warning', word)}
  </span>`
}
