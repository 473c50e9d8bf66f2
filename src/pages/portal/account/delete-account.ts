// Deletes the account: asks for the password, or for a new sign-in through the organisation. For
// each project with other members, it asks whether one of them becomes its owner.

import {
  DELETE_PROJECT,
  deleteAccount as deleteStoredAccount,
  type ProjectOwnedAlone,
  projectsOwnedAlone,
} from '../../../users/delete-account.ts'
import { isDeletionProof } from '../../../users/deletion-proof.ts'
import { storedUser } from '../../../users/stored-user.ts'
import { EMAIL_LENGTH, emailOf } from '../../../users/user.ts'
import { notice } from '../../../web/html/components.ts'
import { html, type Html } from '../../../web/html/html.ts'
import { type Field, form, type Mistakes } from '../parts/form-view.ts'
import type { AccountAnswer, AccountView, UserContext } from './account-route.ts'
import { currentPasswordField, isCurrentPassword, WRONG_PASSWORD } from './fields.ts'
import { messagePage } from './lone-form.ts'

const CHANGED_MEMBERS = 'This project’s members have changed. Choose again.'

export const showDeletion = (context: UserContext): Promise<AccountAnswer> =>
  deletionView(context, {})

async function deletionView(context: UserContext, mistakes: Mistakes): Promise<AccountView> {
  const { user, accounts, form: posted } = context
  const [projects, stored] = await Promise.all([
    projectsOwnedAlone(accounts, user),
    storedUser(accounts, user.email),
  ])
  const hasPassword = typeof stored?.passwordHash === 'string'
  const proof = proofOf(context)
  const isProven = hasPassword || (await isDeletionProof(accounts, user, proof))
  const [shared, own] = [projects.filter(isShared), projects.filter((each) => !isShared(each))]
  const fields: readonly Field[] = [
    ...shared.map((project) => decisionField(project, posted)),
    {
      kind: 'text',
      name: 'confirm',
      label: 'Enter your email address to confirm',
      value: (posted.get('confirm') ?? '').slice(0, EMAIL_LENGTH),
      maxLength: EMAIL_LENGTH,
    },
    ...(hasPassword ? [currentPasswordField('current', 'Current password')] : []),
  ]
  return {
    title: 'Delete account',
    ...(Object.keys(mistakes).length > 0 && { status: 422 as const }),
    content: html`<h1>Delete account</h1>
      <p>
        The account <strong><bdi>${user.email}</bdi></strong> and all its sessions are deleted. This
        cannot be undone.
      </p>
      ${own.length > 0 && ownProjects(own)}
      ${
        isProven
          ? form({
              id: 'delete-account',
              action: '/account/delete',
              hidden: hasPassword ? {} : { proof },
              fields,
              button: 'Delete account',
              look: 'danger',
              mistakes,
            })
          : logInAgain(context)
      }
      <p class="beside"><a href="/account">Back to your account</a></p>`,
  }
}

const isShared = ({ others }: ProjectOwnedAlone): boolean => others.length > 0

function ownProjects(projects: readonly ProjectOwnedAlone[]): Html {
  const links = projects.map(
    ({ name, id }, index) =>
      html`${index > 0 && ', '}<a href="/p/${id}/members"><bdi>${name}</bdi></a>`,
  )
  const these = projects.length === 1 ? 'This project has' : 'These projects have'
  return notice(
    'warning',
    html`${these} no other members and will be deleted with all
    ${projects.length === 1 ? 'its' : 'their'} data: ${links}.`,
  )
}

const decisionName = ({ id }: ProjectOwnedAlone): string => `project-${id}`

/** The first member is the default, so that no data is deleted by default. */
const decisionField = (project: ProjectOwnedAlone, posted: URLSearchParams): Field => ({
  kind: 'choice',
  name: decisionName(project),
  label: `Project ${project.name}`,
  hint: 'You are the only owner. We will email all members.',
  value: posted.get(decisionName(project)) ?? project.others[0]?.userId ?? DELETE_PROJECT,
  options: [
    ...project.others.map(({ userId, email }) => ({
      value: userId,
      label: `Transfer to ${email}`,
    })),
    { value: DELETE_PROJECT, label: 'Delete the project with all data' },
  ],
})

const logInAgain = ({ accounts }: UserContext): Html =>
  html`<p>
      ${
        accounts.singleSignOn === undefined
          ? 'Your account has no password.'
          : 'Your account has no password. Sign in through your organisation again to confirm your identity.'
      }
    </p>
    <p class="ways">
      ${
        accounts.singleSignOn &&
        html`<a class="button" href="/account/single-sign-on?for=deletion">Sign in again</a>`
      }
      <a class="button quiet" href="/account/forgotten">Set a password</a>
    </p>`

const proofOf = ({ form: posted, query }: UserContext): string =>
  posted.get('proof') ?? query.get('proof') ?? ''

/** Requires confirmation of the identity, so that an unattended browser is not enough. */
export async function deleteAccount(context: UserContext): Promise<AccountAnswer> {
  const { form: posted, accounts, user, service } = context
  if (emailOf(posted.get('confirm') ?? '') !== user.email)
    return deletionView(context, { confirm: `Enter ${user.email}.` })
  const isProven =
    (await isDeletionProof(accounts, user, proofOf(context))) || (await isCurrentPassword(context))
  if (!isProven) return deletionView(context, { current: WRONG_PASSWORD })
  const decisions = new Map(
    [...posted].flatMap(([name, decision]) => {
      const [, id] = /^project-(prj_[a-z2-7]{16})$/.exec(name) ?? []
      return id === undefined ? [] : [[id, decision] as const]
    }),
  )
  const undecided = await deleteStoredAccount(accounts, service.directory, user, decisions)
  if (undecided.length > 0)
    return deletionView(
      context,
      Object.fromEntries(undecided.map((each) => [decisionName(each), CHANGED_MEMBERS])),
    )
  return { location: '/account/deleted', session: null }
}

export const showDeleted = (): Promise<AccountAnswer> =>
  Promise.resolve(
    messagePage(
      'Your account was deleted',
      html`We sent a confirmation to you and a message to the members of your shared projects. You
        can <a href="/account/sign-up">create a new account</a> at any time.`,
    ),
  )
