// The start page of a project in which nothing has happened: what to do first, by a press or by a call.

import { codeBlock, copyable } from '../../../web/html/components.ts'
import { html } from '../../../web/html/html.ts'
import type { Html, HtmlValue } from '../../../web/html/html.ts'
import { callOptions } from '../shell/call-options.ts'
import { descriptionList } from '../parts/description-list.ts'
import { firstCalls } from '../main-page/first-calls.ts'
import type { View, PageContext } from '../shell/screen.ts'
import type { CommandGroup } from '../main-page/main-page-model.ts'

export function lessonView(context: PageContext, hasTraffic: boolean): View {
  const { base } = context
  const { mayAct } = callOptions(context)
  return {
    title: 'Start',
    call: { api: 'control', method: 'GET', path: '/project' },
    // Whoever came for the first calls keeps them; whoever waits for something to happen sees that it did.
    ...(!hasTraffic && {
      live: { of: 'project', address: base, kinds: ['order', 'journalEntry'] },
    }),
    content: html`<header class="heading"><h1>Start</h1></header>
      <p class="lead" data-live="state">
        ${
          hasTraffic
            ? html`The first steps. <a href="${base}">Back to what happens</a>`
            : `Nothing has happened in this project yet. ${
                mayAct
                  ? 'Begin with one of these; what comes of it shows here.'
                  : 'What is done in it shows here.'
              }`
        }
      </p>
      ${mayAct && ways(base)} ${mayAct && credentials(context)}
      ${mayAct && calls(firstCalls(context.project.secrets, context.origin))}`,
  }
}

const ways = (base: string): Html =>
  html`<ul class="ways-in">
    <li>
      <h2>Try a payment</h2>
      <p>A payment page, 3-D Secure and the order’s timeline, with a test card.</p>
      <p><a class="button" href="${base}/try">Try a payment</a></p>
    </li>
    <li>
      <h2>Issue a card</h2>
      <p>A person and their card: top it up, and pay with it.</p>
      <p><a class="button quiet" href="${base}/cards">Issue a card</a></p>
    </li>
    <li>
      <h2>Hear callbacks</h2>
      <p>Where they go, how they are signed, and what became of each.</p>
      <p><a class="button quiet" href="${base}/callbacks/settings">Set the address</a></p>
    </li>
  </ul>`

function credentials({ base, origin, project }: PageContext): HtmlValue {
  const { interfaceA, interfaceB, interfaceC } = project.secrets
  return html`<section>
    <h2>Credentials</h2>
    ${descriptionList([
      ['Base address', copyable(origin, 'base address')],
      ['A: login', copyable(interfaceA.login, 'login of A')],
      ['A: password', copyable(interfaceA.password, 'password of A')],
      ['B: X-API-KEY', copyable(interfaceB.apiKey, 'X-API-KEY of B')],
      ['C: userName', copyable(interfaceC.userName, 'userName of C')],
      ['C: password', copyable(interfaceC.password, 'password of C')],
    ])}
    <p class="aside"><a href="${base}/keys">All keys, and their rotation</a></p>
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
