import type { Answers, Widget } from '#exercises/model/task/widget.ts'

type Line = Extract<Widget, { kind: 'rows' }>['rows'][number]

/** The lines as they stand: those with a place at it, the others in the order in which they were given. */
export function orderOf<L extends Pick<Line, 'name'>>(lines: readonly L[], answers: Answers): L[] {
  const order: (L | undefined)[] = lines.map(() => undefined)
  const others: L[] = []
  for (const line of lines) {
    const place = Number(answers[line.name]?.[0]) - 1
    if (place in order && order[place] === undefined) order[place] = line
    else others.push(line)
  }
  return order.map((line) => line ?? (others.shift() as L))
}

/** Another order of the same: the thing at one place stands at another. */
export function moved<T>(things: readonly T[], from: number, to: number): T[] {
  const others = things.filter((_thing, at) => at !== from)
  return [...others.slice(0, to), things[from] as T, ...others.slice(to)]
}

/** What a form sends of an order: the place of each line. */
export function placesOf(lines: readonly Pick<Line, 'name'>[]): Answers {
  return Object.fromEntries(lines.map(({ name }, at) => [name, [String(at + 1)]]))
}
