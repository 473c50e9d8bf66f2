// The tree of all operations next to the page of an operation.

import { attributes, html, type Html } from '../../../web/html/html.ts'
import { groupsOf } from './operation-groups.ts'
import { addressOf, type ReferenceApi, type ReferenceOperation } from './reference.ts'

/** Only the group of `current` is open. */
export const operationTree = (
  base: string,
  apis: readonly ReferenceApi[],
  current: ReferenceOperation,
): Html =>
  html`<nav class="operation-tree" aria-label="All operations">
    <ul>
      ${apis.map(
        (api) =>
          html`<li>
            <a href="${`${base}/docs/${api.slug}`}">${api.name}</a>
            ${groupsOf(api).map(({ title, operations }) =>
              title === ''
                ? list(base, operations, current)
                : html`<details ${attributes({ open: operations.includes(current) })}>
                    <summary>${title}</summary>
                    ${list(base, operations, current)}
                  </details>`,
            )}
          </li>`,
      )}
    </ul>
  </nav>`

const list = (
  base: string,
  operations: readonly ReferenceOperation[],
  current: ReferenceOperation,
): Html =>
  html`<ul>
    ${operations.map(
      (each) =>
        html`<li>
          <a
            href="${base + addressOf(each)}"
            ${attributes({ 'aria-current': each === current && 'page' })}
            >${each.id}</a
          >
        </li>`,
    )}
  </ul>`
