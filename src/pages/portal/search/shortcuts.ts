// Pages, actions, operations and guides that a search finds by their names, action codes by number
// or meaning, and test cards by their last four digits.

import { type ActionCode, allActionCodes } from '../../../payments/authorisation/action-code.ts'
import { allTestCards } from '../../../payments/methods/test-card.ts'
import { DISPLAY_FORM, type MenuButton, SIGN_OUT_FORM } from '../../../web/html/user-menu.ts'
import { maskedCard } from '../../../web/html/masked-card.ts'
import { may, type Permission } from '../../../users/role.ts'
import { actionCodeText } from '../labels/order-labels.ts'
import { codeAddress } from '../parts/action-code-link.ts'
import { guideAddress } from '../guides/guides.ts'
import { guideList } from '../guides/guides-screen.ts'
import { findOperations, NAME_WEIGHT, SYNONYMS } from '../reference/find.ts'
import { addressOf, referenceOf } from '../reference/reference.ts'
import { testCardAddress } from '../test-cards/test-cards-page.ts'
import { type PageContext, permissionOfScreen, type Screen } from '../shell/screen.ts'

interface Shortcut {
  readonly kind: 'Page' | 'Action' | 'Operation' | 'Guide' | 'Action code' | 'Test card'
  readonly label: string
  /** Path relative to the project's URL. */
  readonly path: string
  /** Fields to post to the path; without them it is a link. */
  readonly post?: Readonly<Record<string, string>>
  /** A button of a form in the user menu, which returns to the current page. */
  readonly presses?: MenuButton
  /** True for a path outside the project. */
  readonly isBeyond?: true
}

interface Action extends Omit<Shortcut, 'kind'> {
  /** Synonyms. */
  readonly words: string
  readonly needs?: Permission
  /** True if only users with an account see it. */
  readonly isOfUser?: true
}

/** Pages that are not in the navigation rail. */
// prettier-ignore
const FURTHER_PAGES: readonly Action[] = [
  { label: 'Paid orders',         words: 'deposited captured',       path: '/orders?filter=paid',      needs: 'look' },
  { label: 'Held orders',         words: 'approved authorised holds', path: '/orders?filter=held',     needs: 'look' },
  { label: 'Declined orders',     words: 'failed',                   path: '/orders?filter=declined',  needs: 'look' },
  { label: 'Expired orders',      words: 'unpaid',                   path: '/orders?filter=expired',   needs: 'look' },
  { label: 'Refunded orders',     words: 'returned',                 path: '/orders?filter=refunded',  needs: 'look' },
  { label: 'Failing callbacks',   words: 'webhook retry',            path: '/callbacks?filter=failing', needs: 'look' },
  { label: 'Callback settings',   words: 'webhook url signature',    path: '/callbacks/settings',      needs: 'look' },
  { label: 'Callback verifier',   words: 'checksum hmac webhook',    path: '/callbacks/verifier' },
  { label: 'Receivers',           words: 'callback webhook inbox',   path: '/callbacks/receivers',     needs: 'look' },
  { label: 'Webhooks',            words: 'events standard',          path: '/callbacks/webhooks',      needs: 'look' },
  { label: 'Real-time decisions', words: 'server authorisation',     path: '/authorisations/decisions', needs: 'look' },
  { label: 'Exchange rates',      words: 'currency conversion markup', path: '/simulate/rates',        needs: 'look' },
  { label: 'Logo and colour of the payment page', words: 'merchant brand look settings', path: '/settings#look', needs: 'look' },
]

/** Each entry performs an action, or opens the form that performs it. */
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
  { label: 'Fill with sample data',             words: 'seed',                path: '/seed',                     post: {} },
  { label: 'Reset the project',                 words: 'delete clear empty',     path: '/settings#danger-zone' },
]

const displayButton = (name: string, value: string) =>
  ({ path: '', needs: 'look', presses: { form: DISPLAY_FORM, name, value } }) as const

/** The user menu. */
// prettier-ignore
const OF_USER_MENU: readonly Action[] = [
  { label: 'Dark theme',            words: 'mode colours display night', ...displayButton('theme', 'dark') },
  { label: 'Light theme',           words: 'mode colours display day',   ...displayButton('theme', 'light') },
  { label: 'Theme of the system',   words: 'mode colours display dark light', ...displayButton('theme', 'system') },
  { label: 'Show times in UTC',     words: 'time zone display',          ...displayButton('timeZone', 'utc') },
  { label: 'Show local times',      words: 'time zone display',          ...displayButton('timeZone', 'local') },
  { label: 'Compact rows',          words: 'density display small',      ...displayButton('density', 'compact') },
  { label: 'Comfortable rows',      words: 'density display large',      ...displayButton('density', 'comfortable') },
  { label: 'Sign out',              words: 'log out logout end session', path: '', needs: 'look', isOfUser: true, presses: { form: SIGN_OUT_FORM } },
]

/** Pages outside the project. */
const BEYOND: readonly Action[] = [
  { label: 'All projects', words: 'switch create new', path: '/p', needs: 'look', isBeyond: true },
  {
    label: 'Your account',
    words: 'user email password sessions',
    path: '/account',
    needs: 'look',
    isBeyond: true,
    isOfUser: true,
  },
]

/** Maximum number of operations, guides, codes and test cards shown, each. */
const FOUND_MAX = 5

/** Shorter words occur in too many meanings of action codes. */
const MEANING_LENGTH_MIN = 4

/** The names that contain every word; all pages for an empty text. */
export function shortcutsFor(
  context: PageContext,
  screens: readonly Screen[],
  text: string,
): readonly Shortcut[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = (name: string): boolean => {
    const searched = ` ${name.toLowerCase()}`
    return words.every((word) =>
      [word, ...(SYNONYMS.get(word) ?? [])].some((each) => searched.includes(` ${each}`)),
    )
  }
  const shown =
    (kind: 'Page' | 'Action') =>
    ({ words: _words, needs: _needs, isOfUser: _isOfUser, ...shortcut }: Action): Shortcut => ({
      kind,
      ...shortcut,
    })
  const named = ({ label, words: other, needs = 'change', isOfUser }: Action): boolean =>
    may(context.role, needs) &&
    (isOfUser === undefined || context.user !== undefined) &&
    words.length > 0 &&
    hasAll(`${label} ${other}`)
  const pages = screens
    .filter((screen) => may(context.role, permissionOfScreen(screen)) && hasAll(screen.label))
    .map(({ label, path }) => ({ kind: 'Page', label, path }) as const)
  const operations = findOperations(referenceOf(context.document), text)
    .filter(({ score }) => score >= NAME_WEIGHT * words.length)
    .slice(0, FOUND_MAX)
    .map(({ operation }) => ({
      kind: 'Operation' as const,
      label: `${operation.id} – ${operation.summary}`,
      path: addressOf(operation),
    }))
  const guides = guideList()
    .filter(({ title, name }) => words.length > 0 && hasAll(`${title} ${name}`))
    .slice(0, FOUND_MAX)
    .map(({ name, title }) => ({ kind: 'Guide' as const, label: title, path: guideAddress(name) }))
  // Enter opens the first result, so pages are listed before actions that change something.
  return [
    ...pages,
    ...[...FURTHER_PAGES, ...BEYOND].filter(named).map(shown('Page')),
    ...testCardsEnding(text),
    ...codesThat(({ code }) => String(code) === text),
    ...[...ACTIONS, ...OF_USER_MENU].filter(named).map(shown('Action')),
    ...guides,
    ...operations,
    ...codesThat(
      ({ code, texts }) =>
        text.length >= MEANING_LENGTH_MIN && hasAll(`${actionCodeText(code)} ${texts.en}`),
    ),
  ]
}

const codesThat = (isFound: (code: ActionCode) => boolean): readonly Shortcut[] =>
  allActionCodes()
    .filter(isFound)
    .slice(0, FOUND_MAX)
    .map(({ code }) => ({
      kind: 'Action code',
      label: `${code} – ${actionCodeText(code)}`,
      path: codeAddress(code),
    }))

const testCardsEnding = (text: string): readonly Shortcut[] =>
  /^\d{4}$/.test(text)
    ? allTestCards()
        .filter(({ pan }) => pan.endsWith(text))
        .map((card) => ({
          kind: 'Test card',
          label: maskedCard(card.pan),
          path: testCardAddress(card.pan),
        }))
    : []
