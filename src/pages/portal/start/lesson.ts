// The start page of an empty project: what to do first, on the portal or with a call.

import { codeBlock, copyable } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { callOptions } from '../shell/call-options.ts'
import { sampleDataButton } from '../parts/sample-data.ts'
import { descriptionList } from '../parts/description-list.ts'
import { firstCalls } from '../main-page/first-calls.ts'
import type { Content } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import type { CommandGroup } from '../main-page/main-page-model.ts'

export function lessonView(context: PageContext, notice: HtmlValue, hasTraffic: boolean): Content {
  const { base } = context
  const { mayAct, secrets } = callOptions(context)
  return {
    title: 'Start',
    // The first calls stay while they are read; an empty page shows what happens.
    isStill: hasTraffic,
    content: html`<header class="heading"><h1>Start</h1></header>
      ${notice}
      <p class="lead" data-live="state">
        ${
          hasTraffic
            ? html`The first steps. <a href="${base}">Back to the dashboard</a>`
            : `Nothing has happened in this project yet. ${
                mayAct
                  ? 'Start with one of these. Results appear here as they happen.'
                  : 'Results appear here as they happen.'
              }`
        }
      </p>
      ${mayAct && ways(base)} ${!hasTraffic && sampleDataButton(context)}
      ${mayAct && credentials(context)}
      ${mayAct && calls(firstCalls({ ...context.project.secrets, ...secrets }, context.origin))}`,
  }
}

const ways = (base: string): Html =>
  html`<ul class="ways-in">
    <li>
      <h2>Try a payment</h2>
      <p>Pay with a test card on the payment page, with 3-D Secure, and see the order’s history.</p>
      <p><a class="button" href="${base}/try">Try a payment</a></p>
    </li>
    <li>
      <h2>Issue a card</h2>
      <p>Create a cardholder with a card that you can top up and pay with.</p>
      <p><a class="button quiet" href="${base}/cards">Issue a card</a></p>
    </li>
    <li>
      <h2>Receive callbacks</h2>
      <p>Set a URL, choose the signature and see every delivery attempt.</p>
      <p><a class="button quiet" href="${base}/callbacks/settings">Set a URL</a></p>
    </li>
  </ul>`

function credentials({ base, origin, project, service }: PageContext): HtmlValue {
  const { interfaceA, interfaceB, interfaceC } = project.secrets
  if (service.config.mode === 'hosted')
    return html`<section>
      <h2>Credentials</h2>
      ${descriptionList([['Base URL', copyable(origin, 'base URL')]])}
      <p class="aside">
        <a href="${base}/keys">Keys</a> shows the credentials, and the commands that set the shell
        variables of the calls below.
      </p>
    </section>`
  return html`<section>
    <h2>Credentials</h2>
    ${descriptionList([
      ['Base URL', copyable(origin, 'base URL')],
      ['A: login', copyable(interfaceA.login, 'login of A')],
      ['A: password', copyable(interfaceA.password, 'password of A')],
      ['B: X-API-KEY', copyable(interfaceB.apiKey, 'X-API-KEY of B')],
      ['C: userName', copyable(interfaceC.userName, 'userName of C')],
      ['C: password', copyable(interfaceC.password, 'password of C')],
    ])}
    <p class="aside"><a href="${base}/keys">All keys and their rotation</a></p>
  </section>`
}

const calls = (groups: readonly CommandGroup[]): Html =>
  html`<section>
    <h2>First calls</h2>
    ${groups.map(
      ({ title, explanation, commands }) =>
        html`<details class="fold">
          <summary>${title}</summary>
          ${explanation && html`<p class="aside">${explanation}</p>`}
          <ol class="calls">
            ${commands.map(
              (each) =>
                html`<li>
                  <h3>${each.title}</h3>
                  <p class="aside">${each.explanation}</p>
                  ${codeBlock({ code: each.command, label: `command: ${each.title}` })}
                </li>`,
            )}
          </ol>
        </details>`,
    )}
  </section>`
