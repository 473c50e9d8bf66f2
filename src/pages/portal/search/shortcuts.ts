// Pages, actions, operations and guides that a search finds by their names, and action codes.

import { actionCode, actionCodeDescription } from '../../../payments/authorisation/action-code.ts'
import { may, type Permission } from '../../../users/role.ts'
import { codeAddress } from '../parts/action-code-link.ts'
import { guideAddress } from '../guides/guides.ts'
import { guideList } from '../guides/guides-screen.ts'
import { findOperations, NAME_WEIGHT } from '../reference/find.ts'
import { addressOf, referenceOf } from '../reference/reference.ts'
import { type PageContext, permissionOfScreen, type Screen } from '../shell/screen.ts'

export interface Shortcut {
  readonly kind: 'Page' | 'Action' | 'Operation' | 'Guide' | 'Action code'
  readonly label: string
  /** Path below the URL of the project. */
  readonly path: string
  /** Fields to post to the path; without them it is a link. */
  readonly post?: Readonly<Record<string, string>>
}

interface Action extends Omit<Shortcut, 'kind'> {
  /** Other words for it. */
  readonly words: string
  readonly needs?: Permission
}

/** Each changes something or leads to the form that does. */
// prettier-ignore
const ACTIONS: readonly Action[] = [
  { label: 'Set the clock',                     words: 'time jump', path: '/clock' },
  { label: 'Advance the clock by 20 minutes',   words: 'time move forward',      path: '/clock',                    post: { move: 'minutes' } },
  { label: 'Advance the clock by 6 hours',      words: 'time move forward',      path: '/clock',                    post: { move: 'hours' } },
  { label: 'Advance the clock by 1 day',        words: 'time move forward',      path: '/clock',                    post: { move: 'day' } },
  { label: 'Advance the clock by 1 week',       words: 'time move forward',      path: '/clock',                    post: { move: 'week' } },
  { label: 'Advance the clock by 1 month',      words: 'time move forward',      path: '/clock',                    post: { move: 'month' } },
  { label: 'Freeze the clock',                  words: 'time stop pause',        path: '/clock',                    post: { move: 'freeze' } },
  { label: 'Unfreeze the clock',                words: 'time start continue',    path: '/clock',                    post: { move: 'unfreeze' } },
  { label: 'Issue a card',                      words: 'create new',             path: '/cards#issue' },
  { label: 'Create a cardholder',               words: 'new customer person',    path: '/cardholders#register' },
  { label: 'Try a payment',                     words: 'pay order create new',   path: '/try' },
  { label: 'Add an outcome rule',               words: 'decline fail create',    path: '/rules' },
  { label: 'Resend failed callbacks',           words: 'send again webhook retry', path: '/callbacks?filter=failing' },
  { label: 'Send a test callback',              words: 'webhook ping',           path: '/callbacks/test' },
  { label: 'Set the callback URL',              words: 'settings webhook',       path: '/callbacks/settings' },
  { label: 'Verify the checksum of a callback', words: 'verifier hmac webhook',  path: '/callbacks/verifier' },
  { label: 'See declined payments and transfers', words: 'request log activity', path: '/activity?filter=declined' },
  { label: 'See refused requests',              words: 'request log error 4xx',  path: '/activity?filter=refused' },
  { label: 'Rotate a key',                      words: 'credential api password', path: '/keys' },
  { label: 'Import cards from CSV',             words: 'issue upload file',      path: '/cards/import' },
  { label: 'Import cardholders from CSV',       words: 'upload file create',     path: '/cardholders/import' },
  { label: 'Export all data',                   words: 'download json file',     path: '/settings#export' },
  { label: 'Reset the project',                 words: 'delete clear empty',     path: '/settings#danger-zone' },
]

/** Operations and guides shown at most. */
const FOUND_MAX = 5

/** The names that contain every word; all pages for an empty text. */
export function shortcutsFor(
  context: PageContext,
  screens: readonly Screen[],
  text: string,
): readonly Shortcut[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = (name: string): boolean =>
    words.every((word) => ` ${name.toLowerCase()}`.includes(` ${word}`))
  const pages = screens
    .filter((screen) => may(context.role, permissionOfScreen(screen)) && hasAll(screen.label))
    .map(({ label, path }) => ({ kind: 'Page', label, path }) as const)
  const actions = ACTIONS.filter(
    ({ label, words: other, needs = 'change' }) =>
      may(context.role, needs) && words.length > 0 && hasAll(`${label} ${other}`),
  ).map(
    ({ label, path, post }) => ({ kind: 'Action', label, path, ...(post && { post }) }) as const,
  )
  const operations = findOperations(referenceOf(context.document), text)
    .filter(({ score }) => score >= NAME_WEIGHT * words.length)
    .slice(0, FOUND_MAX)
    .map(({ operation }) => ({
      kind: 'Operation' as const,
      label: `${operation.id} – ${operation.summary}`,
      path: addressOf(operation),
    }))
  const guides = guideList()
    .filter(({ title }) => words.length > 0 && hasAll(title))
    .slice(0, FOUND_MAX)
    .map(({ name, title }) => ({ kind: 'Guide' as const, label: title, path: guideAddress(name) }))
  // Enter opens the first one: no page is behind an action that changes something.
  return [...pages, ...codesNamed(text), ...actions, ...guides, ...operations]
}

function codesNamed(text: string): readonly Shortcut[] {
  const code = Number(text)
  return String(code) !== text || actionCode(code) === undefined
    ? []
    : [
        {
          kind: 'Action code',
          label: `${code} – ${actionCodeDescription(code, 'en')}`,
          path: codeAddress(code),
        },
      ]
}
