// Contenders take turns, A B A B, so that what else the machine does meets all of them alike; medians then forget single bad runs.

/** A way to get one figure, such as requests per second. */
export type Contender = () => Promise<number>

/** Every contender's figures, round by round. */
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

/** The median of the rounds' own ratios: each divides two figures that were taken side by side. */
export const medianRatio = (figures: readonly number[], base: readonly number[]): number =>
  median(figures.map((figure, round) => figure / (base[round] ?? Number.NaN)))
