// How a page writes its calls. Local mode has no sign-in, so commands contain the project's
// credentials and can be run unchanged; hosted pages show shell variables, which the *Keys* page
// sets.

import { may } from '../../../users/role.ts'
import type { CallOptions } from '../../../web/html/call-view.ts'
import { SHELL_VARIABLES } from '../../../web/http/calls/api-call.ts'
import type { PageContext } from './screen.ts'

export interface ActOptions extends CallOptions {
  /** False for viewers, whose pages have no forms. */
  readonly mayAct: boolean
}

export function callOptions({
  service,
  project,
  origin,
  role,
}: Pick<PageContext, 'service' | 'project' | 'origin' | 'role'>): ActOptions {
  const secrets = service.config.mode === 'local' ? project.secrets : SHELL_VARIABLES
  return { secrets, baseUrl: origin, mayAct: may(role, 'change') }
}
