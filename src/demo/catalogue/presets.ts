import type { CalcKind, Section } from './types.ts'

/** Sets of sections the worlds share: numbers need no translation, the words come from the world. */
function page(g: CalcKind | CalcKind[], n: number, pages = 1, hi = 20, m: number[] = [], lo = 1): Section {
  return { f: 'calc', g, n, pages, hi, lo, m, brk: true }
}

export function tables(m: number[], pages = 3): Section[] {
  return [page('mul', 30, pages, 10, m), page('mulgap', 24, 1, 10, m), page('div', 30, 1, 10, m)]
}
export function tablesTest(): Section[] {
  return [page(['mul', 'div'], 40, 4, 10)]
}
export function addSub(hi: number, pages = 2): Section[] {
  return [page('add', 30, pages, hi), page('sub', 30, pages, hi), page('addgap', 24, 1, hi)]
}
export function walls(max: number, pages = 3): Section[] {
  return [{ f: 'walls', n: 8, max, pages, brk: true }]
}
export function written(g: 'add' | 'sub' | 'mul', digits: number, by = 1, pages = 3): Section[] {
  return [{ f: 'written', g, n: by === 2 ? 15 : 18, digits, by, pages, brk: true }]
}
export function division(pages = 3): Section[] {
  return [page('div', 30, 1, 10), page('divr', 24, pages, 10)]
}
export function simplifyExpand(): Section[] {
  return [page('simplify', 24, 6), page('expand', 24, 4), page('fcompare', 24, 2)]
}
export function fractionAdd(): Section[] {
  return [page('faddsame', 20, 1), page('fadd', 18, 2), page('fsub', 18, 2)]
}
export function fractionMul(): Section[] {
  return [page('fmul', 18, 2), page('fdiv', 18, 2), page('fof', 20, 1)]
}
export function fractionPictures(): Section[] {
  return [
    { f: 'shares', n: 12, shape: 'pie', task: 'name', brk: true },
    { f: 'shares', n: 15, shape: 'bar', task: 'name', brk: true },
    { f: 'shares', n: 12, shape: 'pie', task: 'colour', brk: true },
    { f: 'shares', n: 15, shape: 'bar', task: 'colour', brk: true },
  ]
}
export function fractionForms(): Section[] {
  return [page('mixed', 20, 2), page('fdec', 24, 2), page('fpct', 24, 1)]
}
export function fractionTest(): Section[] {
  return [
    page('simplify', 8),
    { f: 'calc', g: 'fcompare', n: 8 },
    { f: 'calc', g: ['fadd', 'fsub'], n: 8 },
    { f: 'calc', g: 'fof', n: 6 },
  ]
}
export function decimals(): Section[] {
  return [page('decadd', 24, 1, 40), page('decsub', 24, 1, 40), page('decmul', 24, 1), page('dec10', 24, 1)]
}
export function percent(): Section[] {
  return [page('pct', 24, 2), page('pctrate', 24), page('pctbase', 24)]
}
export function negatives(): Section[] {
  return [
    { f: 'numberline', n: 5, from: -10, to: 10, parts: 20, brk: true },
    page('negadd', 30, 2, 20),
    page('negmul', 30, 1),
  ]
}
export function equations(): Section[] {
  return [page('eq1', 20), page('eq2', 20, 2), page('eq3', 20, 1)]
}
export function order(): Section[] {
  return [page('order', 24, 3)]
}
export function powersPrimes(): Section[] {
  return [page('pow', 30), page('prime', 20), page('gcd', 20), page('lcm', 20)]
}
export function clockReading(step: 60 | 30 | 15 | 5, pages = 2): Section[] {
  return [
    { f: 'clock', n: 15, step, task: 'read', pages, brk: true },
    { f: 'clock', n: 15, step, task: 'draw', brk: true },
  ]
}
export function coins(max = 200): Section[] {
  return [
    { f: 'money', n: 14, max: Math.min(50, max), brk: true },
    { f: 'money', n: 14, max, pages: 2, brk: true },
  ]
}
export function areas(): Section[] {
  return [
    { f: 'figures', n: 8, shape: ['rect'], brk: true },
    { f: 'figures', n: 8, shape: ['rect', 'ell'], brk: true },
    { f: 'figures', n: 8, shape: ['tri', 'ell'], brk: true },
  ]
}
export function circlesBoxes(): Section[] {
  return [
    { f: 'figures', n: 8, shape: ['circle'], brk: true },
    { f: 'figures', n: 8, shape: ['box'], brk: true },
  ]
}
export function angleSheets(): Section[] {
  return [{ f: 'angles', n: 12, pages: 3, brk: true }]
}
export function coordinates(quadrants: 1 | 4): Section[] {
  return [
    { f: 'coords', n: 12, quadrants, task: 'read', pages: 2, brk: true },
    { f: 'coords', n: 12, quadrants, task: 'plot', pages: 2, brk: true },
  ]
}
export function units(): Section[] {
  return [
    page('length', 24, 1, 60),
    page('mass', 20, 1, 40),
    page('time', 20, 1, 12),
    page('volume', 20, 1, 30),
  ]
}
export function numbersTo(hi: number): Section[] {
  return [
    page('neighbour', 24, 1, hi),
    page('compare', 24, 1, hi),
    page('place', 16, 1, hi),
    page('round', 20, 1, hi),
    page('seq', 16, 1, hi),
  ]
}
export function romans(): Section[] {
  return [page('roman', 24, 1, 50), page('roman', 24, 2, 2026)]
}
export function sudokus(): Section[] {
  return [
    { f: 'sudoku', n: 6, size: 4, pages: 2, brk: true },
    { f: 'sudoku', n: 6, size: 6, pages: 2, brk: true },
  ]
}
export function loopCards(): Section[] {
  return [{ f: 'loop', g: 'mul', n: 24, hi: 10 }]
}
export function counting(): Section[] {
  return [
    { f: 'count', n: 12, max: 10, pages: 2, brk: true },
    { f: 'count', n: 12, max: 20, brk: true },
  ]
}
export function tracing(): Section[] {
  return [{ f: 'trace', n: 7, pages: 4, brk: true }]
}
export function symmetry(): Section[] {
  return [{ f: 'mirror', n: 8, pages: 3, brk: true }]
}
export function functions(): Section[] {
  return [page('linear', 16, 2), page('expandterm', 20), page('quad', 16)]
}
export function pythagoras(): Section[] {
  return [page('pyth', 14, 2)]
}
export function physicsCalc(): Section[] {
  return [page('speed', 14), page('ohm', 14)]
}
export function binary(): Section[] {
  return [page('binary', 24, 3)]
}
export function noteReading(): Section[] {
  return [{ f: 'staff', n: 5, pages: 3, brk: true }]
}
export function riddles(story: string, words: string[]): Section[] {
  const kinds: CalcKind[] = ['mul', 'fof', 'order', 'add', 'pct']
  return words.map((word, at) => ({
    f: 'riddle',
    word,
    g: kinds[at % kinds.length] ?? 'mul',
    story,
    hi: at % kinds.length === 3 ? 100 : 10,
    brk: true,
  }))
}
export function planner(
  p: Extract<Section, { f: 'planner' }>['p'],
  head?: string[],
  rows?: string[],
): Section[] {
  return [{ f: 'planner', p, head, rows }]
}
export function paper(): Section[] {
  return [
    { f: 'planner', p: 'lines' },
    { f: 'planner', p: 'squares', brk: true },
    { f: 'planner', p: 'staves', brk: true },
  ]
}
