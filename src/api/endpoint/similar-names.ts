// Suggests known names for a mistyped name.

const SUGGESTIONS_MAX = 3

/** The most similar of the names, best first; none if no name is close. */
export function similarNames(given: string, names: readonly string[]): readonly string[] {
  const text = comparable(given)
  return names
    .map((name) => ({ name, distance: distanceOf(text, comparable(name)) }))
    .filter(({ name, distance }) => distance <= Math.max(2, Math.floor(name.length / 3)))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ name }) => name)
}

/** Paths of interface C end in `.do`. */
const comparable = (text: string): string => text.toLowerCase().replace(/\.do$/, '')

/** Insertions, deletions and replacements between two texts (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
