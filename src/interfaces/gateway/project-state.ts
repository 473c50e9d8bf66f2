// What a call takes from the project rather than from an order.

import type { Settings } from '../../domain/settings.ts'
import { spaceById } from '../../store/reads/ledger.ts'
import type { Call } from './endpoint.ts'
import type { ParameterTable } from './parameters.ts'

/** The project's settings. */
export const settingsOf = async ({
  service,
  project,
}: Pick<Call<ParameterTable>, 'service' | 'project'>): Promise<Settings> =>
  (await service.read(project, spaceById)).settings

/** A store that names no address gets its payers back at ours. */
export const returnUrlOf = (
  { origin }: Pick<Call<ParameterTable>, 'origin'>,
  given: string | undefined,
): string => given ?? `${origin}/`
