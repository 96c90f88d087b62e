import type { CalcKind } from '../types.ts'
import { fractionKinds } from './calc-fractions.ts'
import { decimal, greatestDivisor, type Item, type Maker, type Range } from './calc-numbers.ts'
import type { Random } from './random.ts'
import type { SheetWords } from './sheet-words.ts'

/** One exercise: `q` with a gap `___`, `a` what belongs there. */
export function factorsOf(value: number): number[] {
  const found: number[] = []
  let rest = value
  for (let at = 2; rest > 1; at++) {
    for (; rest % at === 0; rest /= at) found.push(at)
  }
  return found
}

export function romanOf(value: number): string {
  const signs: [number, string][] = [
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ]
  let rest = value
  let text = ''
  for (const [worth, sign] of signs) {
    for (; rest >= worth; rest -= worth) text += sign
  }
  return text
}

function signed(value: number): string {
  return value < 0 ? `(−${-value})` : String(value)
}

function plain(value: number): string {
  return value < 0 ? `−${-value}` : String(value)
}

function term(factor: number, name: string): string {
  return factor === 1 ? name : `${factor}${name}`
}

const gap = '____'

function unitMaker(pairs: [string, string, number][]): Maker {
  return (random, { lo, hi }, words) => {
    const [large, small, times] = random.pick(pairs)
    const value = random.int(lo, Math.min(hi, 60))
    return random.int(0, 1) === 0
      ? { q: `${value} ${large} = ${gap} ${small}`, a: decimal(value * times, words) }
      : { q: `${value * times} ${small} = ${gap} ${large}`, a: String(value) }
  }
}

const kinds: Partial<Record<CalcKind, Maker>> = {
  add: (r, { lo, hi }) => {
    const sum = r.int(Math.max(lo + 2, Math.floor(hi / 4)), hi)
    const a = r.int(Math.max(1, lo), sum - 1)
    return { q: `${a} + ${sum - a} = ${gap}`, a: String(sum) }
  },
  sub: (r, { lo, hi }) => {
    const a = r.int(Math.max(lo + 2, Math.floor(hi / 4)), hi)
    const b = r.int(Math.max(1, lo), a - 1)
    return { q: `${a} − ${b} = ${gap}`, a: String(a - b) }
  },
  mul: (r, { lo, hi, m }, w) => {
    const a = m.length > 0 ? r.pick(m) : r.int(2, 10)
    const b = r.int(Math.max(2, lo), Math.min(hi, 10))
    return {
      q: r.int(0, 1) ? `${a} ${w.times} ${b} = ${gap}` : `${b} ${w.times} ${a} = ${gap}`,
      a: String(a * b),
    }
  },
  div: (r, { m }, w) => {
    const a = m.length > 0 ? r.pick(m) : r.int(2, 10)
    const b = r.int(2, 10)
    return { q: `${a * b} ${w.over} ${a} = ${gap}`, a: String(b) }
  },
  divr: (r, { m }, w) => {
    const a = m.length > 0 ? r.pick(m) : r.int(3, 9)
    const b = r.int(2, 9)
    const rest = r.int(1, a - 1)
    return { q: `${a * b + rest} ${w.over} ${a} = ____ ${w.rest} ___`, a: `${b} ${w.rest} ${rest}` }
  },
  addgap: (r, { hi }) => {
    const sum = r.int(Math.max(5, Math.floor(hi / 3)), hi)
    const a = r.int(1, sum - 1)
    return { q: `${a} + ${gap} = ${sum}`, a: String(sum - a) }
  },
  mulgap: (r, { m }, w) => {
    const a = m.length > 0 ? r.pick(m) : r.int(2, 10)
    const b = r.int(2, 10)
    return { q: `${a} ${w.times} ${gap} = ${a * b}`, a: String(b) }
  },
  mix: (r, range, w) => makeItem(r.pick(['add', 'sub', 'mul', 'div'] as const), r, range, w),
  order: (r, _range, w) => {
    const [a, b, c] = [r.int(3, 20), r.int(2, 9), r.int(2, 9)]
    if (r.int(0, 2) === 0) return { q: `(${a} + ${b}) ${w.times} ${c} = ${gap}`, a: String((a + b) * c) }
    if (r.int(0, 1)) return { q: `${a} + ${b} ${w.times} ${c} = ${gap}`, a: String(a + b * c) }
    return { q: `${a + b * c} − ${b} ${w.times} ${c} = ${gap}`, a: String(a) }
  },
  round: (r, { hi }, w) => {
    const unit = hi > 1000 ? r.pick([10, 100, 1000]) : r.pick([10, 100])
    const value = r.int(unit, hi)
    return {
      q: `${value}  (${w.roundTo} ${unit})  = ${gap}`,
      a: String(Math.floor(value / unit + 0.5) * unit),
    }
  },
  compare: (r, { lo, hi }) => {
    const [a, b] = [r.int(lo, hi), r.int(lo, hi)]
    return { q: `${a} ___ ${b}`, a: a < b ? '<' : a > b ? '>' : '=' }
  },
  double: (r, { lo, hi }) => {
    const value = r.int(lo, hi)
    return { q: `${value} + ${value} = ${gap}`, a: String(value * 2) }
  },
  half: (r, { lo, hi }, w) => {
    const value = r.int(Math.max(1, lo), Math.floor(hi / 2))
    return { q: `${value * 2} ${w.over} 2 = ${gap}`, a: String(value) }
  },
  seq: (r, { lo, hi }) => {
    const [start, step] = [r.int(lo, Math.floor(hi / 3)), r.int(2, Math.max(3, Math.floor(hi / 12)))]
    const [a, b, c, d, e] = [0, 1, 2, 3, 4].map((at) => start + at * step)
    return { q: `${a}, ${b}, ${c}, ____, ____`, a: `${d}, ${e}` }
  },
  decadd: (r, { hi }, w) => {
    const [a, b] = [r.int(11, hi * 10) / 10, r.int(101, hi * 100) / 100]
    return { q: `${decimal(a, w)} + ${decimal(b, w)} = ______`, a: decimal(a + b, w) }
  },
  decsub: (r, { hi }, w) => {
    const [b, c] = [r.int(11, hi * 10) / 10, r.int(101, hi * 100) / 100]
    return { q: `${decimal(b + c, w)} − ${decimal(b, w)} = ______`, a: decimal(c, w) }
  },
  decmul: (r, _range, w) => {
    const [a, b] = [r.int(2, 99) / 10, r.int(2, 9)]
    return { q: `${decimal(a, w)} ${w.times} ${b} = ______`, a: decimal(a * b, w) }
  },
  dec10: (r, _range, w) => {
    const [a, b] = [r.int(11, 999), r.pick([10, 100, 1000])]
    if (r.int(0, 1))
      return { q: `${decimal(a / 100, w)} ${w.times} ${b} = ______`, a: decimal((a * b) / 100, w) }
    return { q: `${a} ${w.over} ${b} = ______`, a: decimal(a / b, w) }
  },
  pct: (r, _range, w) => {
    const [p, g] = [r.pick([1, 5, 10, 15, 20, 25, 30, 40, 50, 60, 75]), r.int(2, 40) * 20]
    return { q: `${p} % ${w.of} ${g} = ${gap}`, a: decimal((p * g) / 100, w) }
  },
  pctrate: (r, _range, w) => {
    const [p, g] = [r.pick([5, 10, 20, 25, 40, 50, 75]), r.int(2, 20) * 20]
    return { q: `${decimal((p * g) / 100, w)} ${w.of} ${g} = ${gap} %`, a: String(p) }
  },
  pctbase: (r, _range, w) => {
    const [p, g] = [r.pick([5, 10, 20, 25, 50]), r.int(2, 20) * 20]
    return { q: `${p} % ${w.of} ${gap} = ${decimal((p * g) / 100, w)}`, a: String(g) }
  },
  negadd: (r, { hi }) => {
    const [a, b] = [r.int(-hi, hi), r.int(-hi, hi)]
    return r.int(0, 1)
      ? { q: `${plain(a)} + ${signed(b)} = ${gap}`, a: plain(a + b) }
      : { q: `${plain(a)} − ${signed(b)} = ${gap}`, a: plain(a - b) }
  },
  negmul: (r, _range, w) => {
    const [a, b] = [r.pick([-1, 1]) * r.int(2, 12), r.pick([-1, 1]) * r.int(2, 9)]
    return r.int(0, 1)
      ? { q: `${plain(a)} ${w.times} ${signed(b)} = ${gap}`, a: plain(a * b) }
      : { q: `${plain(a * b)} ${w.over} ${signed(b)} = ${gap}`, a: plain(a) }
  },
  eq1: (r) => {
    const [x, b] = [r.int(1, 20), r.int(2, 25)]
    return r.int(0, 1)
      ? { q: `x + ${b} = ${x + b}`, a: `x = ${x}` }
      : { q: `x − ${b} = ${x}`, a: `x = ${x + b}` }
  },
  eq2: (r) => {
    const [a, x, b] = [r.int(2, 9), r.int(-6, 12), r.int(1, 20)]
    return r.int(0, 1)
      ? { q: `${a}x + ${b} = ${plain(a * x + b)}`, a: `x = ${plain(x)}` }
      : { q: `${a}x − ${b} = ${plain(a * x - b)}`, a: `x = ${plain(x)}` }
  },
  eq3: (r) => {
    const [c, extra, x, b] = [r.int(1, 5), r.int(1, 6), r.int(-5, 9), r.int(1, 20)]
    const right = extra * x + b
    const tail = right === 0 ? '' : right < 0 ? ` − ${-right}` : ` + ${right}`
    return { q: `${term(c + extra, 'x')} + ${b} = ${term(c, 'x')}${tail}`, a: `x = ${plain(x)}` }
  },
  pow: (r) => {
    if (r.int(0, 2) === 0) {
      const a = r.int(2, 6)
      return { q: `${a}³ = ${gap}`, a: String(a ** 3) }
    }
    const a = r.int(3, 20)
    return { q: `${a}² = ${gap}`, a: String(a * a) }
  },
  prime: (r, _range, w) => {
    const value = r.int(2, 7) * r.int(2, 9) * r.pick([2, 3, 5])
    return { q: `${value} = ______________`, a: factorsOf(value).join(` ${w.times} `) }
  },
  gcd: (r, _range, w) => {
    const k = r.int(2, 12)
    const [a, b] = [k * r.int(2, 8), k * r.int(2, 8)]
    return { q: `${w.gcd}(${a}; ${b}) = ${gap}`, a: String(greatestDivisor(a, b)) }
  },
  lcm: (r, _range, w) => {
    const [a, b] = [r.int(2, 12), r.int(3, 15)]
    return { q: `${w.lcm}(${a}; ${b}) = ${gap}`, a: String((a * b) / greatestDivisor(a, b)) }
  },
  roman: (r, { hi }) => {
    const value = r.int(4, Math.min(hi, 2026))
    return r.int(0, 1)
      ? { q: `${romanOf(value)} = ______`, a: String(value) }
      : { q: `${value} = __________`, a: romanOf(value) }
  },
  binary: (r) => {
    const value = r.int(3, 63)
    const bits = value.toString(2)
    return r.int(0, 1)
      ? { q: `${bits}₂ = ____`.replace('₂', ' (2)'), a: String(value) }
      : { q: `${value} = __________ (2)`, a: bits }
  },
  place: (r, { hi }) => {
    const value = r.int(Math.floor(hi / 10) + 1, hi - 1)
    const parts = [...String(value)].map((digit, at, all) => Number(digit) * 10 ** (all.length - 1 - at))
    const sum = parts.filter((part) => part > 0).join(' + ')
    return r.int(0, 1)
      ? { q: `${value} = ________________`, a: sum }
      : { q: `${sum} = ______`, a: String(value) }
  },
  neighbour: (r, { hi }) => {
    const value = r.int(10, hi - 1)
    return { q: `____  ${value}  ____`, a: `${value - 1}, ${value + 1}` }
  },
  length: unitMaker([
    ['m', 'cm', 100],
    ['km', 'm', 1000],
    ['cm', 'mm', 10],
  ]),
  mass: unitMaker([
    ['kg', 'g', 1000],
    ['t', 'kg', 1000],
  ]),
  time: unitMaker([
    ['h', 'min', 60],
    ['min', 's', 60],
  ]),
  volume: unitMaker([
    ['l', 'ml', 1000],
    ['l', 'dl', 10],
    ['l', 'cl', 100],
  ]),
  ohm: (r, _range, w) => {
    const [i, o] = [r.int(1, 8), r.int(2, 25)]
    const form = r.int(0, 2)
    if (form === 0) return { q: `R = ${o} Ω, I = ${i} A, U = ____ V`, a: `${o * i} V` }
    if (form === 1) return { q: `U = ${o * i} V, R = ${o} Ω, I = ____ A`, a: `${decimal(i, w)} A` }
    return { q: `U = ${o * i} V, I = ${i} A, R = ____ Ω`, a: `${o} Ω` }
  },
  speed: (r) => {
    const [v, t] = [r.int(2, 12) * 10, r.int(2, 6)]
    const form = r.int(0, 2)
    if (form === 0) return { q: `v = ${v} km/h, t = ${t} h, s = ____ km`, a: `${v * t} km` }
    if (form === 1) return { q: `s = ${v * t} km, t = ${t} h, v = ____ km/h`, a: `${v} km/h` }
    return { q: `s = ${v * t} km, v = ${v} km/h, t = ____ h`, a: `${t} h` }
  },
  expandterm: (r) => {
    const [a, b, c] = [r.int(2, 9), r.int(2, 6), r.int(1, 9)]
    return r.int(0, 1)
      ? { q: `${a}(${b}x + ${c}) = __________`, a: `${a * b}x + ${a * c}` }
      : { q: `${a}(${b}x − ${c}) = __________`, a: `${a * b}x − ${a * c}` }
  },
  linear: (r, _range, w) => {
    const [a, b, x] = [r.int(2, 6), r.int(1, 9), r.int(-5, 8)]
    return { q: `y = ${a}x + ${b};  x = ${plain(x)};  y = ____`, a: decimal(a * x + b, w) }
  },
  powers10: (r, _range, w) => {
    const [a, exponent] = [r.int(11, 99) / 10, r.pick([2, 3, 4, 5])]
    const sign = ['²', '³', '4', '5'][exponent - 2] ?? ''
    if (exponent > 3)
      return {
        q: `${decimal(a, w)} ${w.times} ${10 ** exponent} = ________`,
        a: decimal(a * 10 ** exponent, w),
      }
    return { q: `${decimal(a, w)} ${w.times} 10${sign} = ________`, a: decimal(a * 10 ** exponent, w) }
  },
  pyth: (r) => {
    const [[a, b, c], k] = [
      r.pick([
        [3, 4, 5],
        [5, 12, 13],
        [8, 15, 17],
        [7, 24, 25],
      ] as const),
      r.int(1, 4),
    ]
    return r.int(0, 1)
      ? { q: `a = ${a * k} cm, b = ${b * k} cm, c = ____ cm`, a: `${c * k} cm` }
      : { q: `a = ${a * k} cm, c = ${c * k} cm, b = ____ cm`, a: `${b * k} cm` }
  },
  quad: (r) => {
    const [a, b] = [r.int(1, 6), r.int(-6, -1)]
    const [p, q] = [-(a + b), a * b]
    const middle = p === 0 ? '' : ` ${p < 0 ? '−' : '+'} ${term(Math.abs(p), 'x')}`
    return { q: `x²${middle} − ${-q} = 0`, a: `x = ${a}; x = ${plain(b)}` }
  },
}

/** One exercise of a kind. Throws when the kind is unknown. */
export function makeItem(kind: CalcKind, random: Random, range: Range, words: SheetWords): Item {
  const maker = kinds[kind] ?? fractionKinds[kind]
  if (!maker) throw new Error(`unknown exercise kind ${kind}`)
  return maker(random, range, words)
}

/** `count` exercises, no question twice as long as the kind has enough of them. */
export function makeItems(
  kind: CalcKind | CalcKind[],
  count: number,
  random: Random,
  range: Range,
  words: SheetWords,
): Item[] {
  const list = Array.isArray(kind) ? kind : [kind]
  const seen = new Set<string>()
  return Array.from({ length: count }, (_, at) => {
    const one = list[at % list.length] ?? 'add'
    let item = makeItem(one, random, range, words)
    for (let tries = 0; seen.has(item.q) && tries < 25; tries++) item = makeItem(one, random, range, words)
    seen.add(item.q)
    return item
  })
}
