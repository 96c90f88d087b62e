import type { Row } from './build-world.ts'
import * as p from './presets.ts'
import type { Motif, Section } from './types.ts'

type Standard = [string, string, number, () => Section[], Motif?]

/** Material kinds and exercises the worlds share; title, text, grades and keywords are each world's own. */
const standards: Record<string, Standard> = {
  simplify: ['ma', 'workbook', 449, p.simplifyExpand, 'fractions'],
  fracadd: ['ma', 'worksheet', 299, p.fractionAdd, 'fractions'],
  fracmul: ['ma', 'worksheet', 279, p.fractionMul, 'fractions'],
  fracpic: ['ma', 'worksheet', 0, p.fractionPictures, 'fractions'],
  fracforms: ['ma', 'worksheet', 249, p.fractionForms, 'fractions'],
  fractest: ['ma', 'test', 299, p.fractionTest, 'fractions'],
  tables: ['ma', 'worksheet', 249, () => p.tables([])],
  tables2510: ['ma', 'worksheet', 0, () => p.tables([2, 5, 10], 1)],
  tablestest: ['ma', 'test', 199, p.tablesTest],
  loop: ['ma', 'game', 199, p.loopCards],
  add20: ['ma', 'worksheet', 179, () => p.addSub(20)],
  add100: ['ma', 'worksheet', 199, () => p.addSub(100)],
  walls: ['ma', 'worksheet', 149, () => p.walls(100)],
  to1000: ['ma', 'worksheet', 229, () => p.numbersTo(1000)],
  column: ['ma', 'worksheet', 229, () => p.written('add', 4)],
  columnsub: ['ma', 'worksheet', 229, () => p.written('sub', 4)],
  long: ['ma', 'worksheet', 249, () => p.written('mul', 3, 2)],
  remainder: ['ma', 'worksheet', 199, p.division],
  clock: ['ma', 'worksheet', 229, () => p.clockReading(5), 'clock'],
  money: ['ma', 'worksheet', 179, p.coins],
  units: ['ma', 'worksheet', 249, p.units],
  decimals: ['ma', 'worksheet', 249, p.decimals],
  percent: ['ma', 'worksheet', 279, p.percent],
  negatives: ['ma', 'worksheet', 249, p.negatives],
  equations: ['ma', 'worksheet', 299, p.equations],
  areas: ['ma', 'worksheet', 249, p.areas, 'geometry'],
  circles: ['ma', 'worksheet', 199, p.circlesBoxes, 'geometry'],
  angles: ['ma', 'worksheet', 199, p.angleSheets, 'geometry'],
  coords: ['ma', 'worksheet', 199, () => p.coordinates(4), 'geometry'],
  pythagoras: ['ma', 'worksheet', 199, p.pythagoras, 'geometry'],
  primes: ['ma', 'worksheet', 249, p.powersPrimes],
  order: ['ma', 'worksheet', 179, p.order],
  functions: ['ma', 'worksheet', 229, p.functions],
  romans: ['hi', 'worksheet', 149, p.romans],
  sudoku: ['fa', 'game', 0, p.sudokus],
  tracing: ['vo', 'worksheet', 149, p.tracing],
  counting: ['vo', 'worksheet', 0, p.counting],
  symmetry: ['ku', 'worksheet', 149, p.symmetry, 'geometry'],
  notes: ['mu', 'worksheet', 199, p.noteReading],
  binary: ['inf', 'worksheet', 179, p.binary],
  physics: ['ph', 'worksheet', 199, p.physicsCalc, 'bolt'],
  week: ['kl', 'planner', 0, () => p.planner('week', undefined, ['1', '2', '3', '4', '5', '6'])],
  paper: ['fa', 'template', 0, p.paper],
}

/** Rows of the lines "standard | grades | title | text | keywords". */
export function standardRows(lines: string): Row[] {
  return lines
    .trim()
    .split('\n')
    .map((line): Row => {
      const [key = '', grades = '', title = '', text = '', keywords = ''] = line
        .split('|')
        .map((part) => part.trim())
      const standard = standards[key]
      if (!standard) throw new Error(`unknown standard row ${key}`)
      const [subject, kind, price, sections, motif] = standard
      return [key, subject, grades, kind, price, title, text, sections(), keywords, motif]
    })
}
