// The costs of test files, so that the processes that share files take equally long. An outdated
// figure only makes a run a little longer.

/** Seconds of processor time on both databases. */
// prettier-ignore
const COSTS: Readonly<Record<string, number>> = {
  'test/api/control/fixtures.test.ts':               3,
  'test/api/control/fuzz.test.ts':                   8,
  'test/api/control/projects.test.ts':               8,
  'test/api/control/random-snapshots.test.ts':       3,
  'test/api/control/real-time-decisions.test.ts':    4,
  'test/api/control/seed.test.ts':                   9,
  'test/api/control/snapshots.test.ts':              7,
  'test/api/gateway/fuzz.test.ts':                   4,
  'test/api/long-lists.test.ts':                     6,
  'test/api/refusals-snapshots.test.ts':             3,
  'test/cli/control.test.ts':                        6,
  'test/cli/database.test.ts':                       3,
  'test/cli/events.test.ts':                         3,
  'test/engine/cold.test.ts':                        5,
  'test/engine/due-load.test.ts':                    4,
  'test/free-text-masked.test.ts':                  10,
  'test/invariants-gateway.test.ts':                 9,
  'test/pages/portal/details.test.ts':               3,
  'test/pages/portal/members/calls.test.ts':         9,
  'test/pages/portal/members/members.test.ts':       3,
  'test/pages/portal/members/roles.test.ts':         4,
  'test/pages/portal/project-reference.test.ts':    10,
  'test/pages/portal/project.test.ts':               3,
  'test/pages/portal/response-snapshots.test.ts':    3,
  'test/pages/portal/rules.test.ts':                 4,
  'test/pages/portal/typed.test.ts':                 4,
  'test/store/searches.test.ts':                     4,
  'test/store/sharded.test.ts':                      6,
  'test/web/http/nul.test.ts':                       8,
}

/** Most of the others cost between 0.2 and 2 seconds. */
export const costOf = (file: string): number => COSTS[file] ?? 0.7

export const COSTLY: readonly string[] = Object.keys(COSTS)
