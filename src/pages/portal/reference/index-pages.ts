// The index of the reference, the page of an interface, and search results.

import { html, type Html } from '../../../web/html/html.ts'
import type { FoundOperation } from './find.ts'
import { groupsOf } from './operation-groups.ts'
import type { ReferenceApi } from './reference.ts'
import { operationList, searchForm, spokenText } from './reference-parts.ts'

export const indexPage = (base: string, apis: readonly ReferenceApi[]): Html =>
  html`<div class="reference">
    ${searchForm(base)}
    <header>
      <h1>Reference</h1>
      <p>
        Every operation with its parameters and responses, code samples in four languages, and a
        form that sends it. You can send every example unchanged. The same reference for programs:
        <a href="/openapi.json">OpenAPI 3.1</a>.
      </p>
    </header>
    ${apis.map(
      (api) =>
        html`<section class="panel">
          <h2><a href="${`${base}/docs/${api.slug}`}">${api.name}</a></h2>
          <p class="aside">${spokenText(api.description)}</p>
          <div class="operation-groups">${groups(base, api, 3)}</div>
        </section>`,
    )}
  </div>`

export const apiPage = (base: string, api: ReferenceApi): Html =>
  html`<div class="reference">
    ${searchForm(base)}
    <nav class="breadcrumbs" aria-label="Breadcrumbs">
      <a href="${base + '/docs'}">Reference</a>
    </nav>
    <header>
      <h1>${api.name}</h1>
      <p>${spokenText(api.description)}</p>
    </header>
    <div class="panel">
      <div class="operation-groups">${groups(base, api, 2)}</div>
    </div>
  </div>`

/** Depends on the level of the heading above it. */
type HeadingLevel = 2 | 3

const groups = (base: string, api: ReferenceApi, level: HeadingLevel): readonly Html[] =>
  groupsOf(api).map(
    ({ title, operations }) =>
      html`<div>
        ${title !== '' && (level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`)}
        ${operationList(
          base,
          operations.map((operation) => ({ operation })),
        )}
      </div>`,
  )

export function searchPage(base: string, query: string, found: readonly FoundOperation[]): Html {
  const count = `${found.length} ${found.length === 1 ? 'operation' : 'operations'}`
  return html`<div class="reference">
    ${searchForm(base, query)}
    <nav class="breadcrumbs" aria-label="Breadcrumbs">
      <a href="${base + '/docs'}">Reference</a>
    </nav>
    <header>
      <h1>${found.length === 0 ? 'No results' : `${count} with “${query}”`}</h1>
      ${
        found.length === 0 &&
        html`<p>
          No operation contains all these words. The search covers names, paths, descriptions,
          parameters and fields. Try fewer words.
        </p>`
      }
    </header>
    ${operationList(
      base,
      found.map(({ operation, places }) => ({ operation, note: html`${places.map(placeView)}` })),
    )}
  </div>`
}

const placeView = ({ label, text }: FoundOperation['places'][number]): Html =>
  html`<span class="aside">${label}: ${spokenText(text)}</span>`
