/** The logo: a small card whose stripe is a wave of sand, and the lower-case name next to it. */
import { asset } from './asset.ts'
import { html, type Html } from './html.ts'

/** One colour (`currentColor`), on the 16 px grid so that the wave is visible in the favicon. */
export const glyph: Html = html`<svg
  class="glyph"
  viewBox="0 0 16 16"
  width="16"
  height="16"
  fill="currentColor"
  aria-hidden="true"
>
  <path d="M3 2.5h10a2 2 0 0 1 2 2v1.2c-2.3 1.9-4.7 1.9-7 0s-4.7-1.9-7 0V4.5a2 2 0 0 1 2-2z" />
  <path d="M15 8.2v3.3a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V8.2c2.3-1.9 4.7-1.9 7 0s4.7 1.9 7 0z" />
</svg>`

export const mark: Html = html`<span class="mark">${glyph}<span>sandcard</span></span>`

export const BRAND_TAGLINE = 'A sandbox for card issuing and card payments. No real money moves.'

/**
 * The favicon cannot inherit a colour, so it uses a sand tone that is visible on light and dark
 * tabs.
 */
export const favicon = asset('sandcard', 'svg')
