// What a call that registers and pays in one must know before there is an order.

import type { Settings } from '../../domain/settings.ts'
import { batchTime } from '../../domain/space.ts'
import { spaceById } from '../../store/reads/ledger.ts'
import { realNow } from '../../time.ts'
import type { Call } from './endpoint.ts'
import type { ParameterTable } from './parameters.ts'

type AnyCall = Pick<
  Call<ParameterTable>,
  'service' | 'project' | 'origin' | 'language' | 'pageLanguage' | 'newId'
>

/** The project's time and settings, of which no order can tell yet. */
export async function projectState({
  service,
  project,
}: AnyCall): Promise<{ readonly now: number; readonly settings: Settings }> {
  const space = await service.read(project, spaceById)
  return { now: batchTime(space, realNow()), settings: space.settings }
}

/** A store that names no address gets its payers back at ours. */
export const returnUrlOf = ({ origin }: AnyCall, given: string | undefined): string =>
  given ?? `${origin}/`
