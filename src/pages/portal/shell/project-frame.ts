// The frame of project pages: the navigation rail from the list of screens, the top bar, and the
// equivalent API call under the page.

import { countCallbacks } from '../../../api/control/callbacks/callbacks.ts'
import { DEMO_NAME } from '../../../projects/project.ts'
import { clockResult } from '../../../projects/move-clock.ts'
import { realNow } from '../../../time.ts'
import { asset } from '../../../web/html/asset.ts'
import { callView } from '../../../web/html/call-view.ts'
import { attributes, html, type Html } from '../../../web/html/html.ts'
import { type NavigationGroup, renderPortalPage } from '../../../web/html/portal-frame.ts'
import { may } from '../../../users/role.ts'
import { type ApiCall, callName } from '../../../web/http/calls/api-call.ts'
import { visibleProjects, type VisibleLine } from './access.ts'
import { callOptions } from './call-options.ts'
import { isJsonView, viewLinks, viewTabs } from './json-page.ts'
import { portalStyle } from './portal-style.ts'
import { shortcutOf } from './shortcuts.ts'
import { addressOf, operationAt, referenceOf } from '../reference/reference.ts'
import {
  GROUPS,
  type LiveView,
  type PageContext,
  permissionOfScreen,
  type Screen,
  type View,
} from './screen.ts'

export const searchScript = asset('search', 'js')
export const liveScript = asset('live', 'js')

/** Number of menu entries; the projects page lists all projects. */
const PROJECTS_IN_MENU = 12

/** The display name of a project. */
export const projectName = ({ name }: { readonly name: string }): string =>
  name === DEMO_NAME ? 'Demo project' : name

/** A smaller difference from real time is not shown. */
const CLOCK_TOLERANCE_MS = 1000

/** The project's clock in the top bar. */
export const clockOf = ({ now, frozen, offsetMs }: ReturnType<typeof clockResult>) =>
  ({
    now: new Date(now),
    state: frozen ? 'frozen' : Math.abs(offsetMs) < CLOCK_TOLERANCE_MS ? 'real' : 'shifted',
  }) as const

/** A larger number of failing callbacks is shown as `99+`. */
const FAILING_SHOWN_MAX = 99

/** Data of the frame around the page. */
export interface FrameData {
  /** The number of failing callbacks. */
  readonly failing: number
  /** The projects of the menu. */
  readonly others: readonly VisibleLine[]
}

/** Reads the data of the frame. A page reads its content at the same time. */
export async function frameData({ service, user, perform }: PageContext): Promise<FrameData> {
  const [{ failing }, others] = await Promise.all([
    perform(countCallbacks, { query: { most: String(FAILING_SHOWN_MAX + 1) } }),
    visibleProjects(service, { user }, { limit: PROJECTS_IN_MENU }),
  ])
  return { failing, others }
}

interface Frame extends FrameData {
  readonly screens: readonly Screen[]
  readonly screen?: Screen
  readonly query?: string
}

/** The whole document of a view; `screen` is the one to highlight in the rail. */
export function renderView(
  view: View,
  context: PageContext,
  { screens, screen, query, failing, others }: Frame,
): string {
  const { base, project, dataset, user } = context
  const hasClock = screens.some(({ path }) => path === '/clock')
  return renderPortalPage({
    title: `${view.title} – ${projectName(project)} – sandcard`,
    styles: [portalStyle],
    scripts: [searchScript, liveScript, ...(view.scripts ?? [])],
    project: { id: project.id, name: projectName(project) },
    projects: others.map(({ id, name }) => ({ id, name: projectName({ name }) })),
    search: { action: `${base}/search`, query: query ?? '' },
    clock: {
      ...clockOf(clockResult(dataset, realNow(), 0)),
      ...(hasClock && { href: `${base}/clock`, isHere: screen?.path === '/clock' }),
    },
    ...(project.faults && { faults: { href: `${base}/faults` } }),
    ...(failing > 0 && {
      failing: {
        href: `${base}/callbacks?filter=failing`,
        count: failing > FAILING_SHOWN_MAX ? `${FAILING_SHOWN_MAX}+` : String(failing),
      },
    }),
    live: { events: `${base}/events`, seen: context.version },
    ...(user && { user: user.email }),
    navigation: navigation(context, screens, screen),
    content: framed(view, context),
  })
}

/** Groups with at least one visible screen. */
const navigation = (
  { base, role }: PageContext,
  screens: readonly Screen[],
  current: Screen | undefined,
): NavigationGroup[] =>
  GROUPS.map((group) => ({
    title: group,
    links: [
      ...screens
        .filter((screen) => screen.group === group && may(role, permissionOfScreen(screen)))
        .map((screen) => {
          const shortcut = shortcutOf(screen.path)
          return {
            label: screen.label,
            href: base + screen.path,
            icon: screen.icon,
            current: screen === current,
            ...(shortcut !== undefined && { shortcut }),
          }
        }),
    ],
  })).filter(({ links }) => links.length > 0)

const framed = (view: View, context: PageContext): Html => {
  const { head, content, call, live } = view
  // A page about one object has its JSON view as a tab; other pages have a link in the footer.
  const hasTabs = Object.keys(context.params).length > 1 || isJsonView(context)
  const json = hasTabs ? undefined : viewLinks(view, context)?.json
  return html`<div class="screen" ${live && liveAttributes(live)}>
      ${hasTabs && viewTabs(view, context)} ${head} ${content}
    </div>
    ${call && sameAs(call, json, context)}`
}

/** The page's call, with links to its response and to the reference. */
function sameAs(call: ApiCall, json: string | undefined, context: PageContext): Html {
  const [method = '', path = ''] = callName(call).split(' ')
  const operation = operationAt(referenceOf(context.document), method, path)
  return html`<footer class="same-call">
    ${callView('Same as', call, callOptions(context))}
    <p>
      ${json !== undefined && html`<a href="${json}">JSON</a>`}
      ${operation && html`<a href="${context.base + addressOf(operation)}">In the reference</a>`}
    </p>
  </footer>`
}

const liveAttributes = ({ of, address, kinds }: LiveView) =>
  attributes({
    'data-live-of': of,
    'data-live-address': address,
    'data-live-kinds': kinds.join(' '),
  })
