// The meaning of fields that recur in requests and responses, or that a standard defines. A
// description in the schema itself takes precedence. Only the reference reads these texts, so they
// are not loaded at startup.

import type { ApiName } from '../../endpoint/apis.ts'
import { CONTROL_TEXTS } from './control.ts'
import { A_TEXTS } from './interface-a.ts'
import { B_TEXTS } from './interface-b.ts'
import { C_TEXTS } from './interface-c.ts'
import { type MemberTexts, PROBLEM } from './shared.ts'

export const MEMBER_TEXTS: Partial<Readonly<Record<ApiName, MemberTexts>>> = {
  A: A_TEXTS,
  B: B_TEXTS,
  C: C_TEXTS,
  control: CONTROL_TEXTS,
  operations: { ...PROBLEM, status: '`ok`' },
}
