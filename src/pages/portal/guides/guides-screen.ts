// The guides as pages of the running service.

import { attributes, html } from '../../../web/html/html.ts'
import type { Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import type { LearnContext, LearnScreen } from '../shell/learn-screen.ts'
import type { View } from '../shell/screen.ts'
import { type Guide, guideAddress, readGuides } from './guides.ts'

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

// Rendered on first use, because it would take a tenth of the start.
let known: readonly Guide[] | undefined
const all = (): readonly Guide[] => (known ??= readGuides())

const list = ({ base }: LearnContext): View => ({
  title: 'Guides',
  content: html`<article class="guide">
    <h1>Guides</h1>
    <ul>
      ${all().map(
        ({ name, title, parts }) =>
          html`<li>
            <a href="${base + guideAddress(name)}">${title}</a>
            <p class="aside">${parts.join(' · ')}</p>
          </li>`,
      )}
    </ul>
  </article>`,
})

function guide({ base, params }: LearnContext): View | undefined {
  const found = all().find(({ name }) => name === params['name'])
  return (
    found && {
      title: found.title,
      content: html`${others(base, found)}
        <article class="guide">${found.render(base).content}</article>`,
    }
  )
}

const others = (base: string, current: Guide): Html =>
  html`<nav class="guide-list" aria-label="Guides">
    <ul>
      ${all().map(
        (each) =>
          html`<li>
            <a
              href="${base + guideAddress(each.name)}"
              ${attributes({ 'aria-current': each === current && 'page' })}
              >${each.title}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`
