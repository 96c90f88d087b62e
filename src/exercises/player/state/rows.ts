import type { Answers } from '#exercises/model/task/widget.ts'

/** Options that several rows were given, each with those rows: a list lets one choose what a board would give back. */
export function doubled<R extends { name: string }, O extends { value: string }>(
  { rows, options }: { rows: readonly R[]; options: readonly O[] },
  answers: Answers,
): { option: O; rows: R[] }[] {
  return options
    .map((option) => ({ option, rows: rows.filter(({ name }) => answers[name]?.[0] === option.value) }))
    .filter((each) => each.rows.length > 1)
}
