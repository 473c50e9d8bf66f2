// The output of the benchmark: facts, figures with their targets, and skipped measurements.

export interface Target {
  readonly atLeast?: number
  readonly atMost?: number
  /** A goal beyond the target; printed, not judged. */
  readonly goal?: number
}

export class Report {
  readonly #print: (line: string) => void

  constructor(print: (line: string) => void) {
    this.#print = print
  }

  heading(title: string): void {
    this.#print(`\n${title}`)
  }

  /** Prints a measurement without a target. */
  fact(name: string, value: string): void {
    this.#print(`  ${name.padEnd(NAME_WIDTH)} ${value}`)
  }

  /** Prints a measurement with its target. */
  judged(name: string, value: number, unit: string, target: Target): void {
    const met =
      value >= (target.atLeast ?? -Infinity) && value <= (target.atMost ?? Infinity)
        ? 'met'
        : 'missed'
    const figure = `${value.toFixed(Math.abs(value) < 10 ? 2 : 0)} ${unit}`
    this.#print(
      `  ${name.padEnd(NAME_WIDTH)} ${figure.padEnd(24)} target ${wording(target)}: ${met}`,
    )
  }

  skipped(name: string, reason: string): void {
    this.#print(`  ${name.padEnd(NAME_WIDTH)} skipped: ${reason}`)
  }
}

const NAME_WIDTH = 44

function wording({ atLeast, atMost, goal }: Target): string {
  const bound = atLeast === undefined ? `<= ${atMost ?? ''}` : `>= ${atLeast}`
  return goal === undefined ? bound : `${bound} (goal ${goal})`
}

export const perSecond = (rate: number): string =>
  `${Math.round(rate).toLocaleString('en-US')} per second`
