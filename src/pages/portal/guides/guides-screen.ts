// The guides as pages of the running service: tasks in the order in which users need them, with
// this service's URL and the project's credentials.

import { attributes, html, type Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { callerOf } from '../reference/credentials.ts'
import type { LearnContext, LearnScreen } from '../shell/learn-screen.ts'
import type { View } from '../shell/screen.ts'
import { DEFAULT_ORIGIN, type Guide, type GuideGroup, guideAddress, readGuides } from './guides.ts'
import type { CodeOf } from './markdown.ts'

export const guides: LearnScreen = {
  group: 'Learn',
  label: 'Guides',
  icon: icons.book,
  path: '/guides',
  isPublic: true,
  pages: [
    { path: '/guides', operation: 'guides', show: (context) => Promise.resolve(list(context)) },
    {
      path: '/guides/:name',
      operation: 'guide',
      show: (context) => Promise.resolve(guide(context)),
    },
  ],
}

// Rendered on first use, because it would take a tenth of the startup time.
let known: readonly GuideGroup[] | undefined
const all = (): readonly GuideGroup[] => (known ??= readGuides())

export const guideList = (): readonly Guide[] => all().flatMap((group) => group.guides)

const list = ({ base }: LearnContext): View => ({
  title: 'Guides',
  content: html`<div class="guides">
    <h1>Guides</h1>
    ${all().map(
      ({ title, guides: each }) =>
        html`<section>
          <h2>${title}</h2>
          <ul>
            ${each.map(
              ({ name, title: its, summary }) =>
                html`<li>
                  <a href="${base + guideAddress(name)}">${its}</a>
                  <p class="aside">${summary}</p>
                </li>`,
            )}
          </ul>
        </section>`,
    )}
  </div>`,
})

function guide(context: LearnContext): View | undefined {
  const { base, params } = context
  const found = guideList().find(({ name }) => name === params['name'])
  return (
    found && {
      title: found.title,
      content: html`<div class="guide-page">
        <article class="guide">
          <nav class="breadcrumbs" aria-label="Breadcrumbs">
            <a href="${base + '/guides'}">Guides</a>
          </nav>
          ${found.render(base, codeFor(context))}
        </article>
        ${others(base, found)}
      </div>`,
    }
  )
}

const others = (base: string, current: Guide): Html =>
  html`<nav class="guide-list" aria-label="Guides">
    ${all().map(
      ({ title, guides: each }) =>
        html`<h2>${title}</h2>
          <ul>
            ${each.map(
              (other) =>
                html`<li>
                  <a
                    href="${base + guideAddress(other.name)}"
                    ${attributes({ 'aria-current': other === current && 'page' })}
                    >${other.title}</a
                  >
                </li>`,
            )}
          </ul>`,
    )}
  </nav>`

/** Replaces the URL of a local service and the credentials of the demo project. */
function codeFor(context: LearnContext): CodeOf {
  const { interfaceA, interfaceB, interfaceC } = callerOf(context)
  // Interfaces A and C have the same demo password; the login before it distinguishes them.
  const replacements: readonly (readonly [RegExp, string])[] = [
    [/\bdemo:demo-password\b/g, `${interfaceA.login}:${interfaceA.password}`],
    [/\bdemo-api-key\b/g, interfaceB.apiKey],
    [/\bdemo-callback-key\b/g, interfaceC.callbackKey],
    [/\bdemo-api\b/g, interfaceC.userName],
    [/\bdemo-password\b/g, interfaceC.password],
  ]
  return (code) =>
    replacements.reduce(
      (text, [pattern, value]) => text.replaceAll(pattern, () => value),
      code.replaceAll(DEFAULT_ORIGIN, context.origin),
    )
}
