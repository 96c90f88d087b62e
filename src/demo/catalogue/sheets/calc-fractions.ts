import type { CalcKind } from '../types.ts'
import { decimal, greatestDivisor, type Item, type Maker } from './calc-numbers.ts'
import type { Random } from './random.ts'

export type Fraction = { over: number; under: number }

export function reduced({ over, under }: Fraction): Fraction {
  const by = greatestDivisor(over, under) || 1
  return { over: over / by, under: under / by }
}

function written({ over, under }: Fraction): string {
  return `{${over}/${under}}`
}

/** The reduced result; an improper one also as a mixed number. */
export function resultText(value: Fraction): string {
  const { over, under } = reduced(value)
  if (under === 1) return String(over)
  if (over < under) return written({ over, under })
  return `${written({ over, under })} = ${Math.floor(over / under)} ${written({ over: over % under, under })}`
}

function proper(random: Random, most = 12): Fraction {
  const under = random.int(2, most)
  return reduced({ over: random.int(1, under - 1), under })
}

function ask(left: Fraction, sign: string, right: Fraction, result: Fraction): Item {
  return { q: `${written(left)} ${sign} ${written(right)} = ____`, a: resultText(result) }
}

function sum(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.under + b.over * a.under, under: a.under * b.under }
}

export const fractionKinds: Partial<Record<CalcKind, Maker>> = {
  simplify: (r) => {
    const value = proper(r)
    const by = r.int(2, 9)
    return { q: `${written({ over: value.over * by, under: value.under * by })} = ____`, a: written(value) }
  },
  expand: (r) => {
    const value = proper(r)
    const by = r.int(2, 9)
    const full = { over: value.over * by, under: value.under * by }
    return { q: `${written(value)} = {\u00a0\u00a0\u00a0/${full.under}}`, a: written(full) }
  },
  fcompare: (r) => {
    const [a, b] = [proper(r), proper(r)]
    const difference = a.over * b.under - b.over * a.under
    return { q: `${written(a)} ___ ${written(b)}`, a: difference < 0 ? '<' : difference > 0 ? '>' : '=' }
  },
  faddsame: (r) => {
    const under = r.int(3, 12)
    const [a, b] = [r.int(1, under - 1), r.int(1, under - 1)]
    return ask({ over: a, under }, '+', { over: b, under }, { over: a + b, under })
  },
  fadd: (r) => {
    const [a, b] = [proper(r, 10), proper(r, 10)]
    return ask(a, '+', b, sum(a, b))
  },
  fsub: (r) => {
    const [a, b] = [proper(r, 10), proper(r, 10)]
    const total = reduced(sum(a, b))
    return ask(total, '−', a, b)
  },
  fmul: (r, _range, w) => {
    const [a, b] = [proper(r, 10), proper(r, 10)]
    return ask(a, w.times, b, { over: a.over * b.over, under: a.under * b.under })
  },
  fdiv: (r, _range, w) => {
    const [a, b] = [proper(r, 10), proper(r, 10)]
    return ask(a, w.over, b, { over: a.over * b.under, under: a.under * b.over })
  },
  fof: (r, _range, w) => {
    const value = proper(r, 10)
    const whole = value.under * r.int(2, 12)
    return { q: `${written(value)} ${w.of} ${whole} = ____`, a: String((whole / value.under) * value.over) }
  },
  mixed: (r) => {
    const [value, whole] = [proper(r, 9), r.int(1, 5)]
    const full = { over: whole * value.under + value.over, under: value.under }
    return r.int(0, 1)
      ? { q: `${whole} ${written(value)} = ____`, a: written(full) }
      : { q: `${written(full)} = ____`, a: `${whole} ${written(value)}` }
  },
  fdec: (r, _range, w) => {
    const under = r.pick([2, 4, 5, 8, 10, 20, 25, 50])
    const value = reduced({ over: r.int(1, under - 1), under })
    return r.int(0, 1)
      ? { q: `${written(value)} = ______`, a: decimal(value.over / value.under, w) }
      : { q: `${decimal(value.over / value.under, w)} = ____`, a: written(value) }
  },
  fpct: (r, _range, w) => {
    const under = r.pick([2, 4, 5, 10, 20, 25, 50])
    const value = reduced({ over: r.int(1, under - 1), under })
    return { q: `${written(value)} = ____ %`, a: decimal((value.over / value.under) * 100, w) }
  },
}
