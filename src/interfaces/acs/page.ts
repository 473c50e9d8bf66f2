/** The challenge page: a bank's question to the payer and, clearly apart, the tester's own controls. */
import { attributes, html, linkTarget } from '../html/html.ts'
import type { Html, HtmlValue } from '../html/html.ts'
import { icons } from '../html/icons.ts'
import { mark } from '../html/mark.ts'
import { maskedCard } from '../html/masked-card.ts'
import { moneyText } from '../html/money.ts'
import { renderPage } from '../html/page.ts'
import { challengeMessages } from './messages.ts'
import type { ChallengeMessages } from './messages.ts'
import type {
  ChallengeGoneModel,
  ChallengeOutcome,
  ChallengePageModel,
  IssuerNotice,
} from './model.ts'

/** Send it with `securityHeaders({ formAction })`, naming where the answer is carried. */
export function renderChallengePage(model: ChallengePageModel): string {
  const words = challengeMessages(model.language)
  return renderPage({
    title: `${words.title} – ${model.issuerName}`,
    lang: words.lang,
    body: html`<div class="acs">
      <main class="bank">
        ${issuer(model.issuerName)}
        <div class="bank-body">
          <h1>${words.title}</h1>
          ${facts(words, model)} ${payerForm(words, model)}
        </div>
      </main>
      ${testerStrip(words, model)}
    </div>`,
  })
}

/** The page of a challenge that is over. */
export function renderChallengeGone({ language, issuerName, backUrl }: ChallengeGoneModel): string {
  const words = challengeMessages(language)
  const target = linkTarget(backUrl ?? '')
  const back = target !== null && html`<p class="ways"><a href="${target}">${words.back}</a></p>`
  return note(words, { title: words.goneTitle, text: words.goneText, issuerName, back })
}

/** A page of the issuer that asks for nothing. */
export function renderIssuerNotice(notice: IssuerNotice, language: string): string {
  const words = challengeMessages(language)
  return notice === 'failed'
    ? note(words, { title: words.failedTitle, text: words.failedText })
    : note(words, { title: words.methodTitle, text: words.methodText })
}

interface Note {
  readonly title: string
  readonly text: string
  readonly issuerName?: string | undefined
  readonly back?: HtmlValue
}

function note({ lang }: ChallengeMessages, { title, text, issuerName, back }: Note): string {
  return renderPage({
    title,
    lang,
    body: html`<div class="acs">
      <main class="bank">
        ${issuerName !== undefined && issuer(issuerName)}
        <div class="bank-body">
          <h1>${title}</h1>
          <p class="lead">${text}</p>
          ${back}
        </div>
      </main>
    </div>`,
  })
}

function issuer(name: string): Html {
  return html`<header class="issuer">
    ${icons.bank}<bdi>${name}</bdi><span class="scheme">3-D Secure</span>
  </header>`
}

function facts(words: ChallengeMessages, model: ChallengePageModel): Html {
  return html`<dl>
    <div>
      <dt>${words.merchant}</dt>
      <dd><bdi>${model.merchantName}</bdi></dd>
    </div>
    <div>
      <dt>${words.amount}</dt>
      <dd class="strong">${moneyText(model.amount, words.lang)}</dd>
    </div>
    <div>
      <dt>${words.card}</dt>
      <dd class="number">${maskedCard(model.maskedPan)}</dd>
    </div>
  </dl>`
}

function payerForm(words: ChallengeMessages, model: ChallengePageModel): Html {
  const { notice } = model
  const isWrong = notice === 'codeWrong' || notice === 'codeMissing'
  return html`<form class="challenge" method="post" action="${model.actionUrl}">
    ${hiddenFields(model)}
    <p class="lead" id="code-explanation">${words.explanation}</p>
    <div class="field">
      <label for="code">${words.codeLabel}</label>
      <input
        class="number"
        type="text"
        inputmode="numeric"
        autocomplete="one-time-code"
        spellcheck="false"
        maxlength="12"
        autofocus
        ${attributes({
          id: 'code',
          name: 'code',
          'aria-invalid': String(isWrong),
          'aria-describedby': 'code-message code-explanation',
        })}
      />
      <p class="message" id="code-message" role="${isWrong ? 'alert' : 'status'}">
        ${notice && html`<strong>${words.notices[notice]}</strong>`}
        <span>${words.triesLeft(model.triesLeft)}</span>
      </p>
    </div>
    <button class="button" type="submit" name="action" value="confirm">${words.confirm}</button>
    <p class="ways">
      <button class="button-link" type="submit" name="action" value="resend">
        ${words.resend}
      </button>
      <button class="button-link" type="submit" name="action" value="cancel">
        ${words.cancel}
      </button>
    </p>
  </form>`
}

const ALL_OUTCOMES: readonly ChallengeOutcome[] = ['Y', 'A', 'N', 'U', 'R']

function testerStrip(words: ChallengeMessages, model: ChallengePageModel): Html {
  const outcomes = model.outcomes ?? ALL_OUTCOMES
  return html`<aside class="tester" aria-labelledby="tester-title">
    <h2 id="tester-title">${words.testerTitle}</h2>
    <p>${words.testerCode} <code>${model.code}</code></p>
    <form method="post" action="${model.actionUrl}">
      ${hiddenFields(model)}
      <p>${words.testerExplanation}</p>
      <div class="outcomes">
        ${outcomes.map(
          (outcome) =>
            html`<button type="submit" name="outcome" value="${outcome}">
              <span class="number">${outcome}</span>${words.outcomes[outcome]}
            </button>`,
        )}
      </div>
    </form>
    <p class="made-by">${mark}</p>
  </aside>`
}

function hiddenFields({ fields }: ChallengePageModel): Html[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
}
