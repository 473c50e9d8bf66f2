// With what the calls on a page are written: the credentials of the project for those who may use them, words in their place for others.

import { may } from '../../../users/role.ts'
import type { CallOptions } from '../../../web/html/call-view.ts'
import type { PageContext } from './screen.ts'

const PLACEHOLDERS: CallOptions['secrets'] = {
  interfaceA: { login: 'LOGIN', password: 'PASSWORD' },
  interfaceB: { apiKey: 'API_KEY' },
  interfaceC: { userName: 'LOGIN-api', password: 'PASSWORD', token: 'TOKEN', callbackKey: 'KEY' },
}

export interface ActOptions extends CallOptions {
  /** False where the visitor may only look: forms are left out then. */
  readonly mayAct: boolean
}

export function callOptions({
  project,
  origin,
  role,
}: Pick<PageContext, 'project' | 'origin' | 'role'>): ActOptions {
  const mayAct = may(role, 'change')
  return { secrets: mayAct ? project.secrets : PLACEHOLDERS, baseUrl: origin, mayAct }
}
