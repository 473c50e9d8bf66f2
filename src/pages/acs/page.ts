// The challenge page: the bank's form for the payer and, separately, the controls for the tester.
import type { PageLanguage } from '../../web/http/requests/page-language.ts'
import { asset } from '../../web/html/asset.ts'
import { attributes, html, type Html, type HtmlValue, linkTarget } from '../../web/html/html.ts'
import { icons } from '../../web/html/icons.ts'
import { mark } from '../../web/html/mark.ts'
import { maskedCard } from '../../web/html/masked-card.ts'
import { moneyText } from '../../web/html/money.ts'
import { renderPage } from '../../web/html/page.ts'
import { MESSAGES } from './messages.ts'
import type {
  AuthenticationWay,
  ChallengeOutcome,
  ChallengePageModel,
  Issuer,
  IssuerNotice,
  NothingModel,
} from './model.ts'
import type { Messages } from './message-catalogue.ts'

/** Fills in the code when clicked. */
export const acsScript = asset('acs', 'js')

/** Send it with `securityHeaders({ formAction })` that lists the target of the response. */
export function renderChallengePage(model: ChallengePageModel): string {
  const words = MESSAGES[model.language]
  return renderPage({
    title: `${words.title} – ${words.issuers[model.issuer]}`,
    lang: model.language,
    scripts: [acsScript],
    body: html`<div class="acs">
      <main class="bank">
        ${issuerHead(words, model.issuer, model.version)}
        <div class="bank-body">
          <h1>${words.title}</h1>
          ${facts(words, model)} ${payerForm(words, model)}
        </div>
      </main>
      ${testerStrip(words, model)}
    </div>`,
  })
}

/** The page about a challenge that cannot be completed, with the reason. */
export function renderNothing({ language, reason, issuer, backUrl }: NothingModel): string {
  const words = MESSAGES[language]
  const { title, reasons } = words.nothing
  const target = linkTarget(backUrl ?? '')
  const back = target !== null && html`<p class="ways"><a href="${target}">${words.back}</a></p>`
  return note(language, { title, text: reasons[reason], issuer, back })
}

/** A page of the issuer without a form. */
export function renderIssuerNotice(notice: IssuerNotice, language: PageLanguage): string {
  return note(language, MESSAGES[language][notice])
}

interface Note {
  readonly title: string
  readonly text: string
  readonly issuer?: Issuer | undefined
  readonly back?: HtmlValue
}

function note(lang: PageLanguage, { title, text, issuer, back }: Note): string {
  return renderPage({
    title,
    lang,
    body: html`<div class="acs">
      <main class="bank">
        ${issuer !== undefined && issuerHead(MESSAGES[lang], issuer)}
        <div class="bank-body">
          <h1>${title}</h1>
          <p class="lead">${text}</p>
          ${back}
        </div>
      </main>
    </div>`,
  })
}

function issuerHead(words: Messages, issuer: Issuer, version = ''): Html {
  return html`<header class="issuer">
    ${icons.bank}<bdi>${words.issuers[issuer]}</bdi
    ><span class="scheme">3-D Secure ${version}</span>
  </header>`
}

function facts(words: Messages, model: ChallengePageModel): Html {
  return html`<dl>
    <div>
      <dt>${words.merchant}</dt>
      <dd><bdi>${model.merchantName}</bdi></dd>
    </div>
    <div>
      <dt>${words.amount}</dt>
      <dd class="strong">${moneyText(model.amount, model.language)}</dd>
    </div>
    <div>
      <dt>${words.card}</dt>
      <dd class="number">${maskedCard(model.maskedPan)}</dd>
    </div>
  </dl>`
}

function payerForm(words: Messages, model: ChallengePageModel): Html {
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

/** Version and flow of an authentication, for the tester. */
export const protocolText = (
  language: PageLanguage,
  version: string,
  way: AuthenticationWay,
): string => `3-D Secure ${version}: ${MESSAGES[language].ways[way]}`

const ALL_OUTCOMES: readonly ChallengeOutcome[] = ['Y', 'A', 'N', 'U', 'R']

function testerStrip(words: Messages, model: ChallengePageModel): Html {
  const outcomes = model.outcomes ?? ALL_OUTCOMES
  return html`<aside class="tester" aria-labelledby="tester-title">
    <h2 id="tester-title">${words.testerTitle}</h2>
    <p>${protocolText(model.language, model.version, 'challenge')}</p>
    <p class="code-line">
      <span>${words.testerCode} <code>${model.code}</code></span>
      <button class="button quiet fill-code" type="button" data-code="${model.code}">
        ${words.fillCode}
      </button>
    </p>
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
