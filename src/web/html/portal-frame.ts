/** The frame of portal pages: navigation rail, top bar with project and clock, and content. */
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
  readonly icon?: Html
}

export interface NavigationGroup {
  readonly title?: string
  readonly links: readonly NavigationLink[]
}

export interface PortalFrame {
  /** Absent on pages without a project. */
  readonly project?: { readonly id: string; readonly name: string }
  /** Other projects to switch to. */
  readonly projects?: readonly { readonly id: string; readonly name: string }[]
  /** The target of the search form, and the current query. */
  readonly search?: { readonly action: string; readonly query: string }
  /** The project's time; marked if it differs from real time. */
  readonly clock?: {
    readonly now: Date
    readonly state: 'real' | 'shifted' | 'frozen'
    /** The page that moves it. */
    readonly href?: string
  }
  /** The event stream of the page, and the version that it shows. */
  readonly live?: { readonly events: string; readonly seen: string }
  readonly navigation: readonly NavigationGroup[]
  /** Email address of the user; absent without log-in. */
  readonly user?: string
  readonly content: Html
}

export interface PortalPage extends PortalFrame {
  readonly title: string
  /** Scripts besides those of the frame. */
  readonly scripts?: readonly Asset[]
  readonly styles?: readonly Asset[]
}

/** The scripts of every portal page: copy buttons, the collapsible rail and forms. */
export const portalScripts: readonly Asset[] = [
  copyScript,
  asset('drawer', 'js'),
  asset('forms', 'js'),
]

export function renderPortalPage(page: PortalPage): string {
  const { title, scripts = [], styles = [], ...frame } = page
  return renderPage({
    title,
    lang: 'en',
    scripts: [...portalScripts, ...scripts],
    styles,
    body: portalFrame(frame),
  })
}

function portalFrame(frame: PortalFrame): Html {
  return html`<div class="portal">
    <a class="skip" href="#content">Skip to the content</a>
    ${rail(frame.navigation)}
    <div>
      <header class="topbar">
        <details class="drawer">
          <summary aria-label="Menu">${icons.menu}</summary>
          ${rail(frame.navigation)}
        </details>
        ${frame.project && project(frame.project, frame.projects)}
        ${frame.search && search(frame.search)} ${frame.clock && clock(frame.clock)}
        ${frame.live && liveLight(frame.live)} ${frame.user !== undefined && account(frame.user)}
      </header>
      <main class="content" id="content" tabindex="-1">
        ${frame.live && PILL_PLACE}${frame.content}
      </main>
    </div>
  </div>`
}

const account = (user: string): Html =>
  html`<details class="menu account-menu">
    <summary aria-label="Account">${icons.person}</summary>
    <div>
      <p><bdi>${user}</bdi></p>
      <ul>
        <li><a href="/account">Account</a></li>
        <li><a href="/p">Projects</a></li>
      </ul>
      <form method="post" action="/account/log-out">
        <button class="button quiet" type="submit">Log out</button>
      </form>
    </div>
  </details>`

type ProjectName = NonNullable<PortalFrame['project']>

const project = ({ id, name }: ProjectName, others?: PortalFrame['projects']): Html =>
  others === undefined
    ? html`<strong><bdi>${name}</bdi></strong> ${copyable(id, 'project id')}`
    : html`<details class="menu">
        <summary>
          <strong><bdi>${name}</bdi></strong
          >${icons.down}
        </summary>
        <div>
          ${copyable(id, 'project id')}
          <ul>
            ${others.map(
              (other) =>
                html`<li>
                  <a href="/p/${other.id}" ${attributes({ 'aria-current': other.id === id })}
                    ><bdi>${other.name}</bdi></a
                  >
                </li>`,
            )}
            <li><a class="all" href="/p">All projects</a></li>
          </ul>
        </div>
      </details>`

/** The placeholder names the keyboard shortcut, which needs script. */
const search = ({ action, query }: NonNullable<PortalFrame['search']>): Html =>
  html`<form class="lookup" role="search" action="${action}">
    ${icons.search}
    <input
      type="search"
      name="q"
      value="${query}"
      maxlength="100"
      autocomplete="off"
      placeholder="Search"
      aria-label="Search orders, cards and people"
      aria-keyshortcuts="/ Control+K Meta+K"
    />
  </form>`

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
  return html`<a href="${link.href}" ${current}>${link.icon}${link.label}</a>`
}

/**
 * Shows whether live updates are connected. Without script there are none, and nothing is shown.
 */
const liveLight = ({ events, seen }: NonNullable<PortalFrame['live']>): Html =>
  html`<span class="live" data-events="${events}" data-seen="${seen}" role="status" hidden></span>`

/** Script announces new rows here, for screen readers too. */
const PILL_PLACE = html`<div class="pill-place" aria-live="polite"></div>`

const CLOCK_WORDS = { real: null, shifted: 'Clock shifted', frozen: 'Clock frozen' } as const

function clock({ now, state, href }: NonNullable<PortalFrame['clock']>): Html {
  const utc = now.toISOString()
  const word = CLOCK_WORDS[state]
  const time = html`<time class="number" datetime="${utc}" title="${utc}">
    ${utc.slice(0, 16).replace('T', ' ')} UTC
  </time>`
  return html`<span class="clock" data-live="clock">
    ${href === undefined ? time : html`<a href="${href}">${time}</a>`}
    ${word && badge('warning', word)}
  </span>`
}
