// Fields that several account forms have.

import { checkCredentials } from '../../../users/log-in.ts'
import { EMAIL_LENGTH, PASSWORD_LENGTH } from '../../../users/user.ts'
import type { Field } from '../parts/form-view.ts'
import type { UserContext } from './account-route.ts'

export const INVALID_EMAIL = 'Enter an email address such as name@example.com.'
export const WRONG_PASSWORD = 'Wrong password.'

export const emailField = (value: string, label = 'Email address'): Field => ({
  kind: 'text',
  name: 'email',
  label,
  type: 'email',
  autocomplete: 'username',
  maxLength: EMAIL_LENGTH,
  value,
})

/** The typed email address, truncated for display. */
export const typedEmail = (form: URLSearchParams): string =>
  (form.get('email') ?? '').trim().slice(0, EMAIL_LENGTH)

const passwordField = (
  name: string,
  label: string,
  autocomplete: 'current-password' | 'new-password',
  hint?: string,
): Field => ({
  kind: 'text',
  name,
  label,
  type: 'password',
  autocomplete,
  maxLength: PASSWORD_LENGTH.max,
  value: '',
  ...(hint !== undefined && { hint }),
})

/** The purpose: signing in (`password`), or confirming a change (`current`). */
export const currentPasswordField = (name: 'password' | 'current', label: string): Field =>
  passwordField(name, label, 'current-password')

export const newPasswordField = (label = 'Password'): Field =>
  passwordField(
    'password',
    label,
    'new-password',
    `At least ${PASSWORD_LENGTH.min} characters. A short sentence works well.`,
  )

/** The typed password; a longer one is always wrong. */
export const typedPassword = (form: URLSearchParams, name: 'password' | 'current'): string =>
  (form.get(name) ?? '').slice(0, PASSWORD_LENGTH.max)

/** Whether the form contains the signed-in user's password. */
export const isCurrentPassword = async ({
  form,
  accounts,
  user: { email },
  caller,
}: UserContext): Promise<boolean> => {
  const password = typedPassword(form, 'current')
  return (await checkCredentials(accounts, { email, password }, caller)) !== undefined
}
