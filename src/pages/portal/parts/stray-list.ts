// What a list answers to an address that it has not made: a filter that it does not have, or a place that is none. It is told, not ignored, for
// a list that shows something else than was asked for looks right and is wrong.

import { html } from '../../../web/html/html.ts'
import type { ApiCall } from '../../../web/http/api-call.ts'
import type { View, PageContext } from '../shell/screen.ts'

/** What an address may say of a list, by the name of the parameter: true where the list understands the value. */
type Understood = Readonly<Record<string, (value: string) => boolean>>

/** The page that says so; undefined where the list understands all that the address says. */
export function strayList(
  { query }: Pick<PageContext, 'query'>,
  { title, address, call }: { title: string; address: string; call: ApiCall },
  understood: Understood,
): View | undefined {
  const strays = Object.entries(understood).flatMap(([name, isUnderstood]) => {
    const value = query.get(name)
    return value === null || isUnderstood(value) ? [] : [{ name, value: value.slice(0, 100) }]
  })
  if (strays.length === 0) return undefined
  return {
    title,
    status: 422,
    call,
    content: html`<header class="heading"><h1>${title}</h1></header>
      <div class="notice declined" role="alert">
        <div>
          <strong>The list does not have what the address asks for.</strong>
          <ul>
            ${strays.map(
              ({ name, value }) =>
                html`<li>
                  ${name === 'filter' ? 'No filter is called' : 'No place in it is'}
                  <code class="value">${value}</code>.
                </li>`,
            )}
          </ul>
        </div>
      </div>
      <p class="more"><a class="button quiet" href="${address}">Begin anew</a></p>`,
  }
}
