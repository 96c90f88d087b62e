import type { Random } from '#platform/rules/random.ts'
import { UnfitInput } from '../../../tool.ts'

export type Operation = 'plus' | 'minus' | 'times' | 'divide'

export interface Sum {
  left: number
  right: number
  result: number
  operation: Operation
  /** What pupils write. */
  gap: 'left' | 'right' | 'result'
}

interface Wanted {
  kind: 'plus' | 'minus' | 'plus_minus' | 'times' | 'divide' | 'times_divide' | 'all'
  /** The largest number on the sheet. */
  most: number
  carry: 'any' | 'never' | 'always'
  count: number
  gapAnywhere: boolean
  random: Random
}

const operations: Record<Wanted['kind'], readonly Operation[]> = {
  plus: ['plus'],
  minus: ['minus'],
  plus_minus: ['plus', 'minus'],
  times: ['times'],
  divide: ['divide'],
  times_divide: ['times', 'divide'],
  all: ['plus', 'minus', 'times', 'divide'],
}

/** Whether some column of two numbers carries when they are added. */
export function hasCarry(left: number, right: number): boolean {
  for (let [a, b] = [left, right]; a > 0 && b > 0; a = Math.floor(a / 10), b = Math.floor(b / 10))
    if ((a % 10) + (b % 10) > 9) return true
  // 95 + 7: only the units carry, and that makes the tens carry; there is no other way to start.
  return false
}

/**
 * So many sums of the kinds wanted, taken in turn; none twice as long as there are others. Nothing is above `most`, nothing
 * below 0, every division comes out even, and additions and subtractions carry as wanted.
 * @throws UnfitInput when no sum carries as wanted
 */
export function sums({ kind, most, carry, count, gapAnywhere, random }: Wanted): Sum[] {
  const used = new Set<string>()
  return Array.from({ length: count }, (_, at) => {
    const wanted = operations[kind]
    const operation = wanted[at % wanted.length] ?? 'plus'
    let made = sumOf(operation, most, carry, random)
    for (let tries = 0; tries < 60 && used.has(nameOf(made)); tries += 1)
      made = sumOf(operation, most, carry, random)
    used.add(nameOf(made))
    const gap = gapAnywhere ? (['left', 'right', 'result'] as const)[Math.floor(random() * 3)] : 'result'
    // What is taken times 0 could be anything.
    const isOpen = operation === 'times' && (made.left === 0 || made.right === 0)
    return { ...made, gap: isOpen ? 'result' : (gap ?? 'result') }
  })
}

const nameOf = ({ left, right, operation }: Omit<Sum, 'gap'>) => `${left} ${operation} ${right}`

function sumOf(operation: Operation, most: number, carry: Wanted['carry'], random: Random): Omit<Sum, 'gap'> {
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))
  if (operation === 'times' || operation === 'divide') {
    const highest = Math.max(2, Math.min(10, Math.floor(most / 2)))
    const one = between(most <= 20 ? 1 : 2, highest)
    const other = between(1, Math.max(1, Math.min(most <= 100 ? 10 : 100, Math.floor(most / one))))
    const product = one * other
    return operation === 'times'
      ? { left: one, right: other, result: product, operation }
      : { left: product, right: one, result: other, operation }
  }
  for (let tries = 0; tries < 400; tries += 1) {
    const result = between(2, most)
    const left = between(1, result - 1)
    const right = result - left
    if (carry !== 'any' && hasCarry(left, right) !== (carry === 'always')) continue
    return operation === 'plus'
      ? { left, right, result, operation }
      : { left: result, right: left, result: right, operation }
  }
  throw new UnfitInput('carry', 'invalid')
}
