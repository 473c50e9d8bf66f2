// Contenders alternate (A B A B), so that other load on the machine affects all of them equally.
// The median ignores single bad runs.

/** Measures one figure, such as requests per second. */
type Contender = () => Promise<number>

/** The figures of each contender, by round. */
export async function takeTurns<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, Contender>>,
): Promise<Record<Name, readonly number[]>> {
  const names = Object.keys(contenders) as Name[]
  const figures = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >
  for (let round = 0; round < rounds; round++)
    for (const name of names) figures[name].push(await contenders[name]())
  return figures
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined) throw new Error('no figures to take the median of')
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** The median of the ratios of each round. */
export const medianRatio = (figures: readonly number[], base: readonly number[]): number =>
  median(figures.map((figure, round) => figure / (base[round] ?? Number.NaN)))
