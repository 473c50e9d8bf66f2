// Errors of project pages that belong to no field. They keep the project's frame and its
// navigation.

import { listMembers } from '../../../api/control/projects/members.ts'
import { html, type HtmlValue } from '../../../web/html/html.ts'
import type { PageContext, View } from './screen.ts'

const notice = (
  status: 403 | 404 | 405,
  title: string,
  content: HtmlValue,
  { base }: PageContext,
): View => ({
  title,
  status,
  content: html`<header class="heading"><h1>${title}</h1></header>
    <p class="lead">${content}</p>
    <p class="more"><a class="button quiet" href="${base}">Go to the start page</a></p>`,
})

export const notFoundView = (context: PageContext): View =>
  notice(
    404,
    'Page not found',
    html`There is no page at this URL in this project. Search for an id, a number or a name, or read
      the <a href="${context.base + '/docs'}">API reference</a>.`,
    context,
  )

export const wrongMethodView = (context: PageContext, allow: string): View =>
  notice(
    405,
    'The method is not allowed',
    html`This URL accepts ${allow} only. Nothing was changed.`,
    context,
  )

/** Names the owners, who can change the role. */
export async function forbiddenView(context: PageContext): Promise<View> {
  const { members } = await context.perform(listMembers)
  const owners = members.filter(({ role }) => role === 'owner').map(({ email }) => email)
  const contact = owners.length === 0 ? '' : html` To get another role, ask ${oneOf(owners)}.`
  return notice(
    403,
    'Your role does not allow this',
    html`You are a ${context.role} of this project.${contact}`,
    context,
  )
}

/** Maximum number of owners that are named. */
const OWNERS_NAMED = 5

const oneOf = (emails: readonly string[]): HtmlValue =>
  emails
    .slice(0, OWNERS_NAMED)
    .map((email, index) => html`${index > 0 && ' or '}<bdi>${email}</bdi>`)
