// The button that fills a project with sample data, for Start and for empty lists.

import { html, type HtmlValue } from '../../../web/html/html.ts'
import { callOptions } from '../shell/call-options.ts'
import type { PageContext } from '../shell/screen.ts'

/** Nothing for viewers. The button posts and redirects to Start with a notice. */
export const sampleDataButton = (context: PageContext): HtmlValue =>
  callOptions(context).mayAct &&
  html`<form class="sample-data" method="post" action="${context.base}/seed">
    <button class="button quiet" type="submit">Fill with sample data</button>
    <p class="aside">
      Adds a week of cardholders, cards, orders and callbacks. Advances the clock by 7 days.
    </p>
  </form>`
