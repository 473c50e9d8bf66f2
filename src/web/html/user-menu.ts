// The menu at the end of the top bar: account, display settings, shortcuts, sign out. Other parts
// of a page press its buttons through the ids of its forms.

import { type Display, display } from './display.ts'
import { attributes, html, type Html } from './html.ts'
import { icons } from './icons.ts'

export const DISPLAY_FORM = 'display'
export const SIGN_OUT_FORM = 'sign-out'
/** The list of keyboard shortcuts, which the menu opens. */
export const SHORTCUTS_ID = 'shortcuts'

/** A button elsewhere on the page that submits a form of the menu. */
export interface MenuButton {
  readonly form: string
  readonly name?: string
  readonly value?: string
}

/** The user, if there is a sign-in, and the display settings, which work without one. */
export const userMenu = (user: string | undefined): Html =>
  html`<details class="menu menu-end user-menu">
    <summary aria-label="${user === undefined ? 'Display settings' : 'Account'}">
      ${icons.person}
    </summary>
    <div>
      ${
        user !== undefined &&
        html`<p><bdi>${user}</bdi></p>
          <ul>
            <li><a href="/account">Account</a></li>
            <li><a href="/p">Projects</a></li>
          </ul>`
      }
      ${displayForm(display())}
      <ul>
        <li>
          <button type="button" popovertarget="${SHORTCUTS_ID}">
            Keyboard shortcuts <kbd>?</kbd>
          </button>
        </li>
        ${
          user !== undefined &&
          html`<li>
            <form id="${SIGN_OUT_FORM}" method="post" action="/account/log-out">
              <button type="submit">Sign out</button>
            </form>
          </li>`
        }
      </ul>
    </div>
  </details>`

const displayForm = ({ theme, timeZone, density, browserZone, address }: Display): Html =>
  html`<form id="${DISPLAY_FORM}" method="post" action="/display">
    <input type="hidden" name="back" value="${address}" />
    ${choice('Theme', 'theme', theme, [
      ['light', 'Light'],
      ['dark', 'Dark'],
      ['system', 'System'],
    ])}
    ${choice('Times', 'timeZone', timeZone, [
      ['utc', 'UTC'],
      ['local', 'Local', browserZone],
    ])}
    ${choice('Rows', 'density', density, [
      ['comfortable', 'Comfortable'],
      ['compact', 'Compact'],
    ])}
  </form>`

/** Buttons that choose one value and submit it. */
const choice = (
  legend: string,
  name: string,
  chosen: string,
  options: readonly (readonly [value: string, label: string, title?: string | undefined])[],
): Html =>
  html`<fieldset>
    <legend>${legend}</legend>
    <div class="segments">
      ${options.map(
        ([value, label, title]) =>
          html`<button
            type="submit"
            name="${name}"
            value="${value}"
            aria-pressed="${value === chosen ? 'true' : 'false'}"
            ${attributes({ title })}
          >
            ${label}
          </button>`,
      )}
    </div>
  </fieldset>`
