// The page of an order that cannot be paid: the reason, and a link back to the shop.
import type { Meaning } from '../../web/html/components.ts'
import { html, type Html, linkTarget } from '../../web/html/html.ts'
import { icons } from '../../web/html/icons.ts'
import { lastFour } from '../../web/html/masked-card.ts'
import { renderPage } from '../../web/html/page.ts'
import { declineReason } from './decline-reason.ts'
import { MESSAGES } from './messages.ts'
import type { Messages } from './message-catalogue.ts'
import type { ResultPageModel, ResultState } from './model.ts'
import { brandMark } from './page-fields.ts'
import { backLink, checkout, order, stylesOf } from './page-parts.ts'

const RESULT_LOOKS: Readonly<
  Record<ResultState, { readonly meaning: Meaning; readonly icon: Html }>
> = {
  paid: { meaning: 'approved', icon: icons.check },
  closed: { meaning: 'neutral', icon: icons.back },
  expired: { meaning: 'neutral', icon: icons.clock },
  declined: { meaning: 'declined', icon: icons.cross },
  withdrawn: { meaning: 'neutral', icon: icons.cross },
  unknown: { meaning: 'neutral', icon: icons.warning },
  unavailable: { meaning: 'warning', icon: icons.clock },
}

export function renderResultPage(model: ResultPageModel): string {
  const words = MESSAGES[model.language]
  const { title, text } = words.results[model.state]
  const { meaning, icon } = RESULT_LOOKS[model.state]
  return renderPage({
    title,
    lang: model.language,
    styles: stylesOf(model.look),
    body: checkout({
      words,
      content: html`<div class="result">
        <span class="seal ${meaning}">${icon}</span>
        <h1>${title}</h1>
        <p>${text}</p>
        ${reason(words, model)}
        ${order(words, model, { heading: false, beside: attemptLine(model) })}
        ${backLink(words, linkTarget(model.backUrl ?? ''))}
      </div>`,
    }),
  })
}

/** "Visa •••• 1111" and the time, as on the payer's statement. */
function attemptLine({ attempt, language }: ResultPageModel): Html | null {
  if (attempt === undefined) return null
  const at = new Date(attempt.at)
  const text = at.toLocaleString(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return html`<span class="attempt"
      >${brandMark(attempt.card)}
      <span class="number">${lastFour(attempt.card.maskedPan)}</span></span
    >
    <time datetime="${at.toISOString()}">${text} UTC</time>`
}

function reason(words: Messages, { state, actionCode }: ResultPageModel): Html | null {
  if (state !== 'declined' || actionCode === undefined) return null
  return html`<p class="aside">
    ${words.declineReasons[declineReason(actionCode)][0]} ${words.code(actionCode)}.
  </p>`
}
