/** The main page at `/`: the URLs, the credentials of the demo project, and the first calls. */
import { codeBlock, copyable } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { icons } from '../../../web/html/icons.ts'
import { BRAND_TAGLINE } from '../../../web/html/mark.ts'
import { type NavigationGroup, renderPortalPage } from '../../../web/html/portal-frame.ts'
import type {
  Command,
  CommandGroup,
  InterfaceView,
  ProductFact,
  StartPageModel,
} from './main-page-model.ts'

/** Works without scripts. */
export function renderStartPage(model: StartPageModel): string {
  const { project, clock } = model
  const content = html`<div class="start">
    ${introduction(model)} ${places(model)} ${interfaces(model)}
    <div class="folds">
      ${model.commandGroups.map(commandGroup)} ${product(model)} ${pinKey(model)}
    </div>
    ${footer(model)}
  </div>`
  return renderPortalPage({
    title: `${project.name} – sandcard`,
    project,
    ...(clock && { clock }),
    navigation: navigation(model),
    content,
  })
}

/** Links go to the project's pages, which show its own cards and credentials. */
const baseOf = ({ project }: StartPageModel): string => `/p/${project.id}`

const serviceLinks = (model: StartPageModel) => [
  { label: 'Demo shop', href: '/shop' },
  { label: 'Test cards', href: `${baseOf(model)}/test-cards` },
  { label: 'Guides', href: `${baseOf(model)}/guides` },
  { label: 'API reference', href: `${baseOf(model)}/docs` },
  { label: 'OpenAPI 3.1', href: '/openapi.json' },
  { label: 'Health', href: '/healthz' },
  { label: 'Metrics', href: '/metrics' },
]

function navigation(model: StartPageModel): NavigationGroup[] {
  const { commandGroups: groups } = model
  return [
    {
      links: [
        { label: 'Start', href: '/', current: true },
        { label: 'Portal', href: baseOf(model) },
        { label: 'Credentials', href: '#credentials' },
        { label: 'Product data', href: '#product' },
        { label: 'PIN key', href: '#pin-key' },
      ],
    },
    {
      title: 'First calls',
      links: groups.map((group, index) => ({ label: group.title, href: `#${groupId(index)}` })),
    },
    { title: 'Service', links: serviceLinks(model) },
  ]
}

function introduction({ baseUrl, ...model }: StartPageModel): Html {
  return html`<header>
    <h1>${BRAND_TAGLINE}</h1>
    <p>
      Issue cards through interfaces A and B, pay with them at interface C, and watch every cent
      move through one double-entry ledger.
    </p>
    <form class="try" method="post" action="/shop/order">
      <button class="button" type="submit">Try a payment</button>
      <a class="button quiet" href="${baseOf({ baseUrl, ...model })}">Open the portal</a>
      <span class="aside">Base URL ${copyable(baseUrl, 'base URL')}</span>
    </form>
  </header>`
}

/** Links to the main pages, each with its purpose. */
function places(model: StartPageModel): Html {
  const base = baseOf(model)
  // prettier-ignore
  const links = [
    [base,                 icons.start,    'Merchant portal', 'Orders, cards, callbacks, rules and the clock'],
    ['/shop',              icons.shop,     'Demo shop',       'Buy a product and pay with a test card'],
    [`${base}/test-cards`, icons.testCard, 'Test cards',      'Cards with fixed payment results'],
    [`${base}/guides`,     icons.book,     'Guides',          'Task by task, with this project’s credentials'],
    [`${base}/docs`,       icons.code,     'API reference',   'Every operation, with a form that sends it'],
  ] as const
  return html`<ul class="places">
    ${links.map(
      ([href, icon, label, text]) =>
        html`<li>
          <a href="${href}">${icon}<strong>${label}</strong></a>
          <p>${text}</p>
        </li>`,
    )}
  </ul>`
}

function interfaces(model: StartPageModel): Html {
  return html`<section id="credentials">
    <h2>URLs and credentials</h2>
    <p>These credentials only work for this project. Other projects cannot see its data.</p>
    <div class="apis">${model.interfaces.map(interfaceView)}</div>
  </section>`
}

function interfaceView(view: InterfaceView): Html {
  const facts = [{ label: 'URL', value: view.url }, ...view.credentials]
  return html`<div class="api">
    <div>
      <h3>${view.letter && html`<span class="letter">${view.letter}</span>`}${view.name}</h3>
      <p>${view.purpose}</p>
    </div>
    <dl class="facts">
      ${facts.map(
        ({ label, value }) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${copyable(value, `${view.letter ?? view.name} ${label}`)}</dd>
          </div>`,
      )}
    </dl>
  </div>`
}

function product(model: StartPageModel): Html {
  return fold(
    { id: 'product', title: 'Product data' },
    html`<p>Values that some requests require, with their parameter names.</p>
      <dl class="facts ruled">${model.product.map(productFact)}</dl>`,
  )
}

function productFact({ label, fields, value }: ProductFact): Html {
  return html`<div>
    <dt>
      <span>${label}</span>
      ${fields && html`<small><code>${fields}</code></small>`}
    </dt>
    <dd>${copyable(value, label)}</dd>
  </div>`
}

function pinKey({ pinKey: key }: StartPageModel): Html {
  return fold(
    { id: 'pin-key', title: 'PIN public key' },
    html`<p>
        Encrypt a PIN with this key (${key.algorithm}) before you send it to interface B.
        <code>GET /v2/keys/pin</code> returns the key as JSON.
      </p>
      <div class="key">
        ${codeBlock({
          code: key.pem,
          label: 'public key',
          caption: html`Key id ${copyable(key.kid, 'key id')}`,
        })}
      </div>`,
  )
}

/** A link to a collapsed section opens it. */
const fold = (
  { id, title }: { readonly id: string; readonly title: string },
  content: Html,
): Html =>
  html`<details class="fold">
    <summary><h2>${title}</h2></summary>
    <section id="${id}" aria-label="${title}">${content}</section>
  </details>`

function commandGroup({ title, explanation, commands }: CommandGroup, index: number): Html {
  return fold(
    { id: groupId(index), title },
    html`${explanation && html`<p>${explanation}</p>`}
      <ol class="calls">
        ${commands.map(command)}
      </ol>`,
  )
}

function command({ title, explanation, command: code }: Command, index: number): Html {
  return html`<li class="step">
    <h3><span class="number">${index + 1}</span>${title}</h3>
    <p>${explanation}</p>
    ${codeBlock({ code, label: `command: ${title}` })}
  </li>`
}

function groupId(index: number): string {
  return `calls-${String(index + 1)}`
}

function footer(model: StartPageModel): Html {
  const { version, mode } = model
  return html`<footer>
    <p>sandcard ${version}, ${mode} mode. ${serviceLinks(model).map(serviceLink)}</p>
  </footer>`
}

function serviceLink(link: { readonly label: string; readonly href: string }): Html {
  return html` <a href="${link.href}">${link.label}</a>`
}
