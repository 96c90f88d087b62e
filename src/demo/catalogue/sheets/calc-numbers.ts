import type { Random } from './random.ts'
import type { SheetWords } from './sheet-words.ts'

export type Item = { q: string; a: string }

export type Range = { lo: number; hi: number; m: number[] }

export type Maker = (random: Random, range: Range, words: SheetWords) => Item

export function decimal(value: number, words: SheetWords): string {
  const text = String(Math.round(value * 10000) / 10000)
  return text.replace('-', '−').replace('.', words.comma)
}

export function greatestDivisor(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : greatestDivisor(b, a % b)
}
