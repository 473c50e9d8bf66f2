// The start page of an empty project: the first steps, on the portal or with a call.

import {
  codeBlock,
  copyable,
  emptyState,
  hiddenValue,
  panel,
} from '../../../web/html/components.ts'
import { html, type Html, type HtmlValue } from '../../../web/html/html.ts'
import { callOptions } from '../shell/call-options.ts'
import { sampleDataButton } from '../parts/sample-data.ts'
import { descriptionList } from '../parts/description-list.ts'
import { firstCalls } from '../main-page/first-calls.ts'
import type { Content } from '../shell/page.ts'
import type { PageContext } from '../shell/screen.ts'
import type { Command, CommandGroup } from '../main-page/main-page-model.ts'
import { checklist } from './checklist.ts'
import type { Overview } from './overview-figures.ts'

const NOTHING_YET = 'Nothing has happened in this project yet.'

export function lessonView(
  { activity, firstSteps }: Overview,
  { notice, ...context }: PageContext & { readonly notice: HtmlValue },
): Content {
  const { base } = context
  const { mayAct, secrets } = callOptions(context)
  const hasTraffic = activity.length > 0
  const { mode } = context.service.config
  const groups = firstCalls({ ...context.project.secrets, ...secrets }, context.origin, mode)
  return {
    title: 'Start',
    // The first calls stay visible while they are read; an empty page shows what happens.
    isStill: hasTraffic,
    content: html`<header class="heading">
        <h1>${hasTraffic ? 'First calls' : 'Start'}</h1>
        ${!hasTraffic && sampleDataButton(context)}
      </header>
      ${notice}
      ${
        hasTraffic || mayAct
          ? html`<p class="lead" data-live="state">
              ${
                hasTraffic
                  ? html`Commands for a shell, with this project’s credentials.
                      <a href="${base}">Back to Start</a>`
                  : `${NOTHING_YET} Start with one of these. Results appear here as they happen.`
              }
            </p>`
          : panel({
              live: 'state',
              content: emptyState('orders', `${NOTHING_YET} Results appear here as they happen.`),
            })
      }
      ${!hasTraffic && checklist(firstSteps, context, { mayHide: false })}
      ${
        mayAct &&
        html`<div class="columns">
          <div class="main">${!hasTraffic && firstCall(groups)} ${calls(groups)}</div>
          <aside>${credentials(context)}</aside>
        </div>`
      }`,
  }
}

/** One command that works immediately: the registration of an order. */
function firstCall(groups: readonly CommandGroup[]): HtmlValue {
  const command = groups.flatMap(({ commands }) => commands).find(isRegistration)
  return (
    command &&
    html`<section>
      <h2>Your first call</h2>
      <p class="aside">Registers an order. ${command.explanation}</p>
      ${codeBlock({ code: command.command, label: 'your first command' })}
    </section>`
  )
}

const isRegistration = ({ title }: Command): boolean => title === 'Register an order'

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
      ['A: password', hiddenValue(interfaceA.password, 'password of A')],
      ['B: X-API-KEY', hiddenValue(interfaceB.apiKey, 'X-API-KEY of B')],
      ['C: userName', copyable(interfaceC.userName, 'userName of C')],
      ['C: password', hiddenValue(interfaceC.password, 'password of C')],
    ])}
    <p class="aside"><a href="${base}/keys">All keys and their rotation</a></p>
  </section>`
}

const calls = (groups: readonly CommandGroup[]): Html =>
  html`<section>
    <h2>Calls by interface</h2>
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
