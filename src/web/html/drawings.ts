/** Our own drawings for empty lists, on a 96 by 64 grid: lines in the text colour, one in sand. */
import { html, type Html } from './html.ts'

function drawing(lines: Html): Html {
  return html`<svg class="drawing" viewBox="0 0 96 64" width="96" height="64" aria-hidden="true">
    <path class="dune" d="M4 58c14-7 24-7 38-2s28 4 50-2" />
    ${lines}
  </svg>`
}

export const drawings = {
  orders: drawing(
    html`<path d="M32 8h32v42l-5.4-3.6L53.3 50 48 46.4 42.7 50l-5.3-3.6L32 50z" /><path
        class="faint"
        d="M39 18h18M39 26h18"
      /><path class="sand" d="M39 35h9" />`,
  ),
  cards: drawing(
    html`<path
        d="M24 18h44a4 4 0 0 1 4 4v24a4 4 0 0 1-4 4H24a4 4 0 0 1-4-4V22a4 4 0 0 1 4-4z"
      /><path class="sand" d="M20 28c9-5 17 5 26 0s17-5 26 0" /><path
        class="faint"
        d="M27 42h14"
      /><path class="faint" d="M32 12h40a6 6 0 0 1 6 6v20" />`,
  ),
  people: drawing(
    html`<path d="M40 20a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM16 50c1-11 7-17 16-17s15 6 16 17" /><path
        class="sand"
        d="M70 24a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0z"
      /><path class="faint" d="M56 38c2-2 4.6-3 7.5-3 7 0 11.5 5 12.5 13" />`,
  ),
  callbacks: drawing(
    html`<path
        d="M14 18h30a3 3 0 0 1 3 3v18a3 3 0 0 1-3 3H14a3 3 0 0 1-3-3V21a3 3 0 0 1 3-3z"
      /><path class="faint" d="M12 20l17 13 17-13" /><path
        class="sand"
        d="M56 30h22M71 22.5l8 7.5-8 7.5"
      />`,
  ),
  rules: drawing(
    html`<path d="M16 30h20M36 30c8 0 8-14 16-14h22M36 30c8 0 8 14 16 14h8" /><path
        class="faint"
        d="M68 11l6 5-6 5"
      /><path class="sand" d="M64 39l10 10M74 39L64 49" />`,
  ),
  ledger: drawing(
    html`<path d="M22 12h52v38H22z" /><path class="faint" d="M48 12v38M22 21h52" /><path
        class="sand"
        d="M29 29h12M55 37h12"
      /><path class="faint" d="M29 37h8M59 29h8" />`,
  ),
  search: drawing(
    html`<path d="M58 27a15 15 0 1 1-30 0 15 15 0 0 1 30 0zM54 38l14 13" /><path
        class="sand"
        d="M37 27h12"
      />`,
  ),
  keys: drawing(
    html`<path d="M40 30a10 10 0 1 1-20 0 10 10 0 0 1 20 0z" /><path d="M40 30h34v9M62 30v7" /><path
        class="sand"
        d="M30 29.9v.2"
      />`,
  ),
  clock: drawing(
    html`<path d="M66 29a18 18 0 1 1-36 0 18 18 0 0 1 36 0z" /><path
        class="sand"
        d="M48 18v11l8 5"
      />`,
  ),
  snapshots: drawing(
    html`<path
        d="M22 20h12l4-6h20l4 6h12a3 3 0 0 1 3 3v24a3 3 0 0 1-3 3H22a3 3 0 0 1-3-3V23a3 3 0 0 1 3-3z"
      /><path class="sand" d="M58 34a10 10 0 1 1-20 0 10 10 0 0 1 20 0z" /><path
        class="faint"
        d="M67 27h4"
      />`,
  ),
  done: drawing(
    html`<path d="M66 29a18 18 0 1 1-36 0 18 18 0 0 1 36 0z" /><path
        class="sand"
        d="M39 30l6.5 6.5L58 23"
      />`,
  ),
} as const

export type Drawing = keyof typeof drawings
