/**
 * Normalised discounted cumulative gain of the first `depth` hits: 1 when the best judged materials come first in
 * order of their grades, 0 when none of them is there. A query that should find nothing has 1 when it finds nothing.
 * Gain is 2^grade - 1, discount log2(place + 1) (Burges et al. 2005).
 */
export function ndcg(
  found: readonly string[],
  expected: Readonly<Record<string, number>>,
  depth = 10,
): number {
  const grades = Object.values(expected)
  if (grades.length === 0) return found.length === 0 ? 1 : 0
  const best = gain(grades.toSorted((a, b) => b - a).slice(0, depth))
  return gain(found.slice(0, depth).map((key) => expected[key] ?? 0)) / best
}

function gain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0)
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
