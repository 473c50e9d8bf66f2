// A URL as a QR code, so that a phone can open it.

import { generate } from 'lean-qr'
import { html, type Html } from './html.ts'

/** Width of the light margin in modules, as ISO/IEC 18004 requires. */
const QUIET_ZONE = 4

/** An SVG of dark squares on light ones. Throws if the URL has more than about 2,900 characters. */
export function qrCode(url: string, label: string): Html {
  const code = generate(url)
  const runs: string[] = []
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) {
      const start = x
      while (code.get(x, y)) x++
      if (x > start) runs.push(`M${start} ${y}h${x - start}v1h-${x - start}z`)
    }
  const side = code.size + 2 * QUIET_ZONE
  return html`<svg
    class="qr-code"
    viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}"
    role="img"
    aria-label="${label}"
  >
    <path d="${runs.join('')}" />
  </svg>`
}
