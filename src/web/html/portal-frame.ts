/** The frame of portal pages: navigation rail, top bar with project and clock, and content. */
import { asset, type Asset } from './asset.ts'
import { copyable, copyScript, dialog } from './components.ts'
import { timeInZone } from './display.ts'
import { attributes, html, type Html } from './html.ts'
import { icons } from './icons.ts'
import { mark } from './mark.ts'
import { renderPage } from './page.ts'
import { SHORTCUTS_ID, userMenu } from './user-menu.ts'

interface NavigationLink {
  readonly label: string
  readonly href: string
  readonly current?: boolean
  readonly icon?: Html
  /** The key that opens it after `g`. */
  readonly shortcut?: string
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
    /** The page that advances it. */
    readonly href?: string
    /** True on the page that moves it, which shows its state itself. */
    readonly isHere?: boolean
  }
  /** The page of the active faults; absent if there are none. */
  readonly faults?: { readonly href: string }
  /**
   * Callbacks that are failing; absent if there are none. `count` is a text such as `3` or `99+`.
   */
  readonly failing?: { readonly href: string; readonly count: string }
  /** The event stream of the page, and the version that it shows. */
  readonly live?: { readonly events: string; readonly seen: string }
  readonly navigation: readonly NavigationGroup[]
  /** Email address of the user; absent without sign-in. */
  readonly user?: string
  readonly content: Html
}

interface PortalPage extends PortalFrame {
  readonly title: string
  /** Scripts in addition to the frame's. */
  readonly scripts?: readonly Asset[]
  readonly styles?: readonly Asset[]
}

/** The scripts of every portal page. */
export const portalScripts: readonly Asset[] = [
  copyScript,
  ...['drawer', 'forms', 'shortcuts', 'time-zone'].map((name) => asset(name, 'js')),
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
        ${frame.project ? project(frame.project, frame.projects) : html`<a class="home" href="/">${mark}</a>`}
        ${frame.search && search(frame.search)} ${frame.clock && clock(frame.clock)}
        ${frame.project && bell(frame.failing)} ${frame.live && liveLight(frame.live)}
        ${userMenu(frame.user)}
      </header>
      ${frame.clock && frozenBanner(frame.clock)} ${frame.project && faultBanner(frame.faults)}
      <main class="content" id="content" tabindex="-1">
        ${frame.live && PILL_PLACE}${frame.content}
      </main>
    </div>
    ${shortcutSheet(frame)}
  </div>`
}

/** The keys that `shortcuts.js` and `search.js` handle. */
function shortcutSheet({ navigation, search: hasSearch }: PortalFrame): Html {
  const targets = navigation
    .flatMap(({ links }) => links)
    .flatMap(({ label, shortcut }) => (shortcut === undefined ? [] : [[label, shortcut] as const]))
  const line = (keys: readonly string[], text: string): Html =>
    html`<div>
      <dt>${keys.map((key, index) => html`${index > 0 && ' '}<kbd>${key}</kbd>`)}</dt>
      <dd>${text}</dd>
    </div>`
  return dialog({
    id: SHORTCUTS_ID,
    title: 'Keyboard shortcuts',
    content: html`<dl class="keys">
        ${hasSearch && [line(['/'], 'Search'), line(['Ctrl', 'K'], 'Search')]}
        ${line(['j'], 'Next row of a list')} ${line(['k'], 'Previous row')}
        ${line(['Enter'], 'Open the row')} ${line(['Esc'], 'Close a menu or a dialog')}
        ${line(['?'], 'Show this list')}
      </dl>
      ${
        targets.length > 0 &&
        html`<h3>Go to a page</h3>
          <dl class="keys">${targets.map(([label, key]) => line(['g', key], label))}</dl>`
      }`,
  })
}

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

/** The placeholder contains the keyboard shortcut, which needs JavaScript. */
const search = ({ action, query }: NonNullable<PortalFrame['search']>): Html =>
  html`<form class="lookup" role="search" aria-label="Search the project" action="${action}">
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
  const current = attributes({
    'aria-current': link.current === true && 'page',
    'data-shortcut': link.shortcut,
  })
  return html`<a href="${link.href}" ${current}>${link.icon}${link.label}</a>`
}

/**
 * Shows whether live updates are connected. Without JavaScript there are none, and nothing is
 * shown.
 */
const liveLight = ({ events, seen }: NonNullable<PortalFrame['live']>): Html =>
  html`<span class="live" data-events="${events}" data-seen="${seen}" role="status" hidden></span>`

/** A script announces new rows here, also for screen readers. */
const PILL_PLACE = html`<div class="pill-place" aria-live="polite"></div>`

type ProjectClock = NonNullable<PortalFrame['clock']>

function clock({ now, state, href }: ProjectClock): Html {
  const utc = now.toISOString()
  const { date, time, zone } = timeInZone(now.getTime())
  const shown = html`<time class="number" datetime="${utc}" title="${utc}">
      ${date} ${time.slice(0, 5)} ${zone}
    </time>
    ${
      state !== 'real' &&
      html`<span class="badge neutral" title="${`Clock ${state}`}"
        >${icons.clock}<span>Clock ${state}</span></span
      >`
    }`
  return html`<span class="clock" data-live="clock">
    ${href === undefined ? shown : html`<a href="${href}">${shown}</a>`}
  </span>`
}

/** Always present, so that live updates can fill it. */
const bell = (failing: PortalFrame['failing']): Html =>
  html`<span class="bell" data-live="failing">
    ${
      failing !== undefined &&
      html`<a href="${failing.href}" title="${`Failing callbacks: ${failing.count}`}">
        ${icons.bell}<span class="sr-only">Failing callbacks: </span>${failing.count}
      </a>`
    }
  </span>`

/** Always present, so that live updates can fill it. */
const frozenBanner = ({ state, href, isHere = false }: ProjectClock): Html =>
  html`<div class="banner" data-live="frozen">
    ${
      state === 'frozen' &&
      !isHere &&
      html`<p>
        ${icons.clock} The clock is frozen: nothing expires and no callback is retried.
        ${href !== undefined && html`<a href="${href}">Open the clock</a>`}
      </p>`
    }
  </div>`

const faultBanner = (faults: PortalFrame['faults']): Html =>
  html`<div class="banner" data-live="faults">
    ${
      faults !== undefined &&
      html`<p>
        ${icons.fault} Faults are active: some calls or callbacks fail on purpose.
        <a href="${faults.href}">Open faults</a>
      </p>`
    }
  </div>`
