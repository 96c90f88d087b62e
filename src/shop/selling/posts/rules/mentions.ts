/** More are not told: a comment that names everybody is no mention. */
const most = 10

/** The ids of those a text names as `@Name`, whole names only; of two that fit one place the longer one. */
export function namedIn(text: string, people: readonly { id: number; public_name: string }[]): number[] {
  const folded = text.toLocaleLowerCase()
  const byLength = people
    .filter(({ public_name: name }) => name.length > 1)
    .toSorted((one, other) => other.public_name.length - one.public_name.length)
  const named = new Set<number>()
  for (let at = folded.indexOf('@'); at !== -1; at = folded.indexOf('@', at + 1)) {
    const rest = folded.slice(at + 1)
    const found = byLength.find(({ public_name: name }) => startsWithWord(rest, name.toLocaleLowerCase()))
    if (found) named.add(found.id)
  }
  return [...named].slice(0, most)
}

function startsWithWord(text: string, name: string): boolean {
  if (!text.startsWith(name)) return false
  const after = text.slice(name.length)
  return after === '' || !/^[\p{L}\p{N}_]/u.test(after)
}
