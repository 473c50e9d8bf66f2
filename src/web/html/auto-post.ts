/**
 * A page that posts a form to the next server of a 3-D Secure redirect: PaReq and CReq to the
 * access control server, PaRes and CRes back. A script submits it; without JavaScript, there is a
 * button.
 */
import type { PageLanguage } from '../http/requests/page-language.ts'
import { asset } from './asset.ts'
import { html, linkTarget } from './html.ts'
import { icons } from './icons.ts'
import { renderPage } from './page.ts'

export interface AutoPost {
  /** An http(s) URL or a path. Anything else throws a TypeError, because it could run code. */
  readonly action: string
  /** Hidden fields, in this order. */
  readonly fields: Readonly<Record<string, string>>
  readonly title: string
  /** Optional note. */
  readonly note?: string
  readonly lang: PageLanguage
}

const WORDS = {
  en: { text: 'If nothing happens, press Continue.', button: 'Continue' },
  ru: { text: 'Если ничего не происходит, продолжите вручную.', button: 'Продолжить' },
  de: { text: 'Wenn nichts geschieht, bitte auf „Weiter“ drücken.', button: 'Weiter' },
  fr: { text: 'Si rien ne se passe, appuyez sur «\u00A0Continuer\u00A0».', button: 'Continuer' },
  es: { text: 'Si no ocurre nada, pulse «Continuar».', button: 'Continuar' },
  el: { text: 'Αν δεν συμβεί τίποτα, πατήστε «Συνέχεια».', button: 'Συνέχεια' },
} as const satisfies Record<PageLanguage, object>

export const autoPostScript = asset('auto-post', 'js')

/**
 * Send it with `securityHeaders({ formAction: [action] })` and the hosts to which this URL
 * redirects.
 */
export function renderAutoPost({ action, fields, title, note, lang }: AutoPost): string {
  const target = linkTarget(action)
  if (target === null) throw new TypeError('a form may only lead to an http(s) address or a path')
  const words = WORDS[lang]
  return renderPage({
    title,
    lang,
    scripts: [autoPostScript],
    body: html`<main class="redirect">
      <h1>${title}</h1>
      ${note !== undefined && html`<p>${note}</p>`}
      <p>${words.text}</p>
      <form id="auto-post" method="post" action="${target}">
        ${Object.entries(fields).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        <button class="button" type="submit">${words.button}${icons.arrow}</button>
      </form>
    </main>`,
  })
}
