// Notifies the members of a project that was deleted.

import type { Accounts } from './accounts.ts'
import { projectDeletedEmail } from './emails.ts'
import type { Member } from './members.ts'

/** Emails each member except the person who deleted it. */
export function emailDeletedProject(
  { mailer, origin }: Accounts,
  members: readonly Pick<Member, 'email'>[],
  { by, project }: { readonly by: string; readonly project: string },
): void {
  for (const { email } of members)
    if (email !== by)
      mailer.sendLater(() => projectDeletedEmail(email, `${origin}/p`, { by, project }))
}
