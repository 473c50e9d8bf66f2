// The guides as pages of the running service.

import type { FastifyReply } from 'fastify'
import { html } from '../../web/html/html.ts'
import type { Html } from '../../web/html/html.ts'
import { renderPortalPage } from '../../web/html/portal-frame.ts'
import { securityHeaders } from '../../web/html/security-headers.ts'
import { compressAnswers } from '../../web/http/compress.ts'
import type { Interface } from '../../web/http/plugin.ts'
import { type Guide, guideAddress, readGuides } from './guides.ts'

interface GuideRoute {
  readonly Params: { readonly name: string }
}

export const guides: Interface = async (app) => {
  await compressAnswers(app)
  // Read when somebody first asks for one: their markup is a tenth of a start.
  let known: readonly Guide[] | undefined
  const all = (): readonly Guide[] => (known ??= readGuides())
  const route = (operation: string) => ({
    schema: { hide: true },
    config: { api: 'portal' as const, operation },
  })
  app.get('/guides', route('guides'), (_request, reply) =>
    sendPage(reply, renderList('Guides', all())),
  )
  app.get<GuideRoute>('/guides/:name', route('guide'), (request, reply) => {
    const guide = all().find(({ name }) => name === request.params.name)
    return guide === undefined
      ? sendPage(reply.code(404), renderList('There is no such guide', all()))
      : sendPage(reply, renderGuide(guide, all()))
  })
}

const sendPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply
    .headers(securityHeaders({ isolated: true }))
    .type('text/html; charset=utf-8')
    .send(page)

const navigation = (all: readonly Guide[], current?: Guide) => [
  {
    links: [
      { label: 'Start', href: '/' },
      { label: 'Test cards', href: '/test-cards' },
      { label: 'API reference', href: '/docs' },
    ],
  },
  {
    title: 'Guides',
    links: all.map(({ name, title }) => ({
      label: title,
      href: guideAddress(name),
      current: name === current?.name,
    })),
  },
]

function renderGuide(guide: Guide, all: readonly Guide[]): string {
  return renderPortalPage({
    title: `${guide.title} – sandcard`,
    navigation: navigation(all, guide),
    content: html`<article class="guide">${guide.content}</article>`,
  })
}

function renderList(title: string, all: readonly Guide[]): string {
  return renderPortalPage({
    title: `${title} – sandcard`,
    navigation: navigation(all),
    content: html`<article class="guide">
      <h1>${title}</h1>
      <ul>
        ${all.map(listed)}
      </ul>
    </article>`,
  })
}

function listed({ name, title, headings }: Guide): Html {
  const parts = headings.filter(({ depth }) => depth === 2).map(({ text }) => text)
  return html`<li>
    <a href="${guideAddress(name)}">${title}</a>
    <p class="aside">${parts.join(' · ')}</p>
  </li>`
}
