import { type Random, shuffled } from '#platform/rules/random.ts'
import { UnfitInput } from '../../../tool.ts'

interface Wanted {
  names: readonly string[]
  size: number
  /** Who must not be in one group: "Ada, Ben" on each line. */
  apart: readonly string[]
  /** Who must be. */
  together: readonly string[]
  random: Random
}

const most = 20_000

/**
 * Groups as even as can be, in which every wish holds.
 * @throws UnfitInput names twice or unknown ones in a wish; wishes that cannot hold together
 */
export function groupsOf({ names, size, apart, together, random }: Wanted): string[][] {
  if (new Set(names).size < names.length) throw new UnfitInput('names', 'invalid')
  const count = Math.max(1, Math.round(names.length / size))
  const room = Array.from({ length: count }, (_, at) => Math.floor((names.length + at) / count))
  const blocks = joined(names, namesIn(together, names, 'together'))
  if (blocks.some((block) => block.length > Math.max(...room))) throw new UnfitInput('together', 'invalid')
  const enemies = new Map<string, Set<string>>(names.map((name) => [name, new Set()]))
  for (const line of namesIn(apart, names, 'apart'))
    for (const one of line) for (const other of line) if (one !== other) enemies.get(one)?.add(other)
  // The hardest to place come first; among equals chance decides.
  const order = shuffled(blocks, random).toSorted(
    (one, other) =>
      other.length - one.length ||
      Math.max(...other.map((name) => enemies.get(name)?.size ?? 0)) -
        Math.max(...one.map((name) => enemies.get(name)?.size ?? 0)),
  )
  const groups: string[][] = room.map(() => [])
  let steps = 0
  const place = (at: number): boolean => {
    const block = order[at]
    if (block === undefined) return true
    if (++steps > most) return false
    for (const target of shuffled([...groups.keys()], random)) {
      const group = groups[target] ?? []
      if (group.length + block.length > (room[target] ?? 0)) continue
      if (block.some((name) => group.some((other) => enemies.get(name)?.has(other)))) continue
      group.push(...block)
      if (place(at + 1)) return true
      group.length -= block.length
    }
    return false
  }
  const isClash = blocks.some((block) =>
    block.some((one) => block.some((other) => enemies.get(one)?.has(other))),
  )
  if (isClash || !place(0)) throw new UnfitInput('apart', 'invalid')
  return groups.map((group) => shuffled(group, random))
}

/** The names on each line of a wish. @throws UnfitInput one that is on no list */
function namesIn(lines: readonly string[], names: readonly string[], field: string): string[][] {
  const byLetters = new Map(names.map((name) => [name.toLocaleLowerCase(), name]))
  return lines.map((line) =>
    line
      .split(/\s*[,;+]\s*/)
      .filter(Boolean)
      .map((name) => {
        const found = byLetters.get(name.toLocaleLowerCase())
        if (found === undefined) throw new UnfitInput(field, 'invalid')
        return found
      }),
  )
}

/** Names that must stay together, as one; who has no such wish stands alone. */
function joined(names: readonly string[], lines: readonly string[][]): string[][] {
  const blockOf = new Map(names.map((name) => [name, [name]]))
  for (const line of lines) {
    const merged = [...new Set(line.flatMap((name) => blockOf.get(name) ?? []))]
    for (const name of merged) blockOf.set(name, merged)
  }
  return [...new Set(blockOf.values())]
}
