import type { CalcKind, SectionOf } from '../types.ts'
import { makeItems } from './calc.ts'
import type { Item, Range } from './calc-numbers.ts'
import { type Block, gridBlocks, paragraph, type Rendered } from './flow.ts'
import { black, box, drawCentred, drawText, fitted, grey, type Ink, page, rule, textWidth } from './ink.ts'
import { drawLaid, layText } from './rich-text.ts'

const taskOf: Partial<Record<CalcKind, keyof Ink['words']['todo']>> = {
  compare: 'compare',
  fcompare: 'compare',
  round: 'round',
  seq: 'seq',
  eq1: 'equation',
  eq2: 'equation',
  eq3: 'equation',
  quad: 'equation',
  length: 'convert',
  mass: 'convert',
  time: 'convert',
  volume: 'convert',
  fdec: 'convert',
  fpct: 'convert',
  mixed: 'convert',
  binary: 'convert',
  simplify: 'simplify',
  expand: 'expand',
  roman: 'roman',
  prime: 'prime',
}

/** The instruction a family gives when its section names none. */
export function calcTask(ink: Pick<Ink, 'words'>, kind: CalcKind | CalcKind[]): string {
  const kinds = Array.isArray(kind) ? kind : [kind]
  const tasks = new Set(kinds.map((one) => taskOf[one] ?? 'calc'))
  const [only] = tasks
  return ink.words.todo[tasks.size === 1 && only ? only : 'calc']
}

export function rangeOf(section: { lo?: number; hi?: number; m?: number[] }): Range {
  return { lo: section.lo ?? 1, hi: section.hi ?? 20, m: section.m ?? [] }
}

export function answerLine(items: readonly Item[]): string {
  return items.map((item, at) => `${at + 1})\u00a0${item.a.replaceAll(' ', '\u00a0')}`).join('   ')
}

export function renderCalc(ink: Ink, section: SectionOf<'calc'>): Rendered {
  const items = makeItems(section.g, section.n, ink.random, rangeOf(section), ink.words)
  const size = 13
  const laid = items.map((item) => layText(ink, item.q, 460, { size }))
  const widest = Math.max(...laid.map((one) => Math.max(...one.lines.map((line) => line.width)))) + 44
  const columns = Math.max(1, Math.min(4, Math.floor(page.inner / widest)))
  const height = Math.max(...laid.map((one) => one.height)) + 11
  const blocks = gridBlocks(
    items.length,
    columns,
    height,
    items.length / columns <= 7 && items.length > 12 ? 64 : 40,
    (at, x, y) => {
      drawText(ink, `${at + 1})`, x, y + height / 2 - 8, { size: 9.5, color: grey })
      const one = laid[at]
      if (one) drawLaid(ink, one, x + 24, y + (height - one.height) / 2)
    },
  )
  return { blocks, answers: [answerLine(items)] }
}

export function renderWritten(ink: Ink, section: SectionOf<'written'>): Rendered {
  const most = 10 ** section.digits - 1
  const least = 10 ** (section.digits - 1)
  const items = Array.from({ length: section.n }, () => {
    const a = ink.random.int(least, most)
    if (section.g === 'mul') {
      const b = ink.random.int(section.by === 2 ? 11 : 3, section.by === 2 ? 89 : 9)
      return { rows: [`${a} ${ink.words.times} ${b}`], lines: section.by === 2 ? 3 : 1, a: String(a * b) }
    }
    const b = ink.random.int(Math.max(1, Math.floor(least / 2)), section.g === 'sub' ? a : most)
    return {
      rows: [String(a), `${section.g === 'sub' ? '−' : '+'} ${b}`],
      lines: 1,
      a: String(section.g === 'sub' ? a - b : a + b),
    }
  })
  const cell = 15
  const rows = section.g === 'mul' ? (section.by === 2 ? 5 : 3) : 4
  const columns = 3
  const blocks = gridBlocks(items.length, columns, rows * cell + 24, 26, (at, x, y) => {
    const item = items[at]
    if (!item) return
    drawText(ink, `${at + 1})`, x, y + 2, { size: 9.5, color: grey })
    const across = 8
    const left = x + 22
    for (let line = 0; line <= rows; line++)
      rule(ink, left, y + line * cell, left + across * cell, y + line * cell, '#c9ced6', 0.4)
    for (let line = 0; line <= across; line++)
      rule(ink, left + line * cell, y, left + line * cell, y + rows * cell, '#c9ced6', 0.4)
    item.rows.forEach((row, number) => {
      const chars = [...row.replaceAll(' ', '')]
      const shift = across - 1 - chars.length
      chars.forEach((char, index) => {
        const column = item.rows.length === 2 && index === 0 && /[+−]/.test(char) ? 0.5 : shift + index + 0.5
        drawCentred(ink, char, left + column * cell, y + number * cell + 0.5, { size: 11.5 })
      })
    })
    const under = y + item.rows.length * cell + (item.rows.length === 2 ? cell : 0)
    rule(ink, left, under, left + across * cell, under, black, 1)
  })
  return { blocks, answers: [answerLine(items.map(({ a }) => ({ q: '', a })))] }
}

export function renderWalls(ink: Ink, section: SectionOf<'walls'>): Rendered {
  const walls = Array.from({ length: section.n }, () => {
    const top = Math.max(2, Math.floor(section.max / 8))
    const base = Array.from({ length: 4 }, () => ink.random.int(1, top))
    const rows = [base]
    for (let level = 1; level < 4; level++) {
      const below = rows[level - 1] ?? []
      rows.push(below.slice(1).map((value, at) => value + (below[at] ?? 0)))
    }
    return { rows, hidden: ink.random.int(0, 1) }
  })
  const blocks = gridBlocks(walls.length, 2, 122, 20, (at, x, y, width) => {
    const wall = walls[at]
    if (!wall) return
    wall.rows.forEach((row, level) => {
      row.forEach((value, index) => {
        const left = x + (width - 200) / 2 + level * 25 + index * 50
        const top = y + (3 - level) * 27
        box(ink, left, top, 48, 25, level === 3 ? ink.color.light : '#ffffff', ink.color.mid)
        const shown =
          wall.hidden === 0 ? level === 0 : (level === 0 && index !== 1) || (level === 1 && index === 0)
        if (shown) drawCentred(ink, String(value), left + 24, top + 5, { size: 12 })
      })
    })
  })
  const answers = walls.map(
    ({ rows }, at) =>
      `${at + 1})\u00a0${[...rows]
        .reverse()
        .map((row) => row.join('-'))
        .join('\u00a0|\u00a0')}`,
  )
  return { blocks, answers: [answers.join('   ')] }
}

function sudokuGrid(ink: Ink, size: 4 | 6): number[][] {
  const rows = 2
  const across = size / rows
  const digits = ink.random.shuffle(Array.from({ length: size }, (_, at) => at + 1))
  const order = ink.random.shuffle(Array.from({ length: size / rows }, (_, band) => band)).flatMap((band) => {
    return ink.random.shuffle([0, 1]).map((row) => band * rows + row)
  })
  return order.map((row) => {
    return Array.from(
      { length: size },
      (_, column) => digits[(across * (row % rows) + Math.floor(row / rows) + column) % size] ?? 1,
    )
  })
}

export function renderSudoku(ink: Ink, section: SectionOf<'sudoku'>): Rendered {
  const grids = Array.from({ length: section.n }, () => {
    const full = sudokuGrid(ink, section.size)
    const cells = ink.random.shuffle(Array.from({ length: section.size ** 2 }, (_, at) => at))
    return { full, hidden: new Set(cells.slice(0, Math.floor(section.size ** 2 * 0.5))) }
  })
  const cell = section.size === 4 ? 36 : 27
  const blocks = gridBlocks(grids.length, 2, cell * section.size + 24, 24, (at, x, y, width) => {
    const grid = grids[at]
    if (!grid) return
    const left = x + (width - cell * section.size) / 2
    for (let line = 0; line <= section.size; line++) {
      const thick = line % (section.size / 2) === 0
      rule(ink, left + line * cell, y, left + line * cell, y + cell * section.size, black, thick ? 1.6 : 0.5)
      rule(
        ink,
        left,
        y + line * cell,
        left + cell * section.size,
        y + line * cell,
        black,
        line % 2 === 0 ? 1.6 : 0.5,
      )
    }
    grid.full.forEach((row, r) => {
      row.forEach((value, c) => {
        if (grid.hidden.has(r * section.size + c)) return
        drawCentred(ink, String(value), left + (c + 0.5) * cell, y + (r + 0.5) * cell - 9, { size: 14 })
      })
    })
  })
  return {
    blocks,
    answers: [
      grids
        .map(({ full }, at) => `${at + 1})\u00a0${full.map((row) => row.join('')).join('\u00a0')}`)
        .join('   '),
    ],
  }
}

export function renderLoop(ink: Ink, section: SectionOf<'loop'>): Rendered {
  const seen = new Set<string>()
  const items = makeItems(section.g, section.n * 4, ink.random, rangeOf(section), ink.words)
    .filter(({ a }) => !seen.has(a) && seen.add(a))
    .slice(0, section.n)
  const blocks = gridBlocks(items.length, 3, 106, 6, (at, x, y, width) => {
    const before = items[at - 1]
    const item = items[at]
    if (!item) return
    box(ink, x + 3, y, width - 6, 100, '#ffffff', ink.color.mid)
    box(ink, x + 3, y, width - 6, 46, ink.color.light)
    const last = at === 0 ? items[items.length - 1] : before
    const head = `${at === 0 ? `${ink.words.starter}: ` : ''}${ink.words.has}`
    drawCentred(ink, head, x + width / 2, y + 6, { size: 9, color: grey })
    const have = layText(ink, last?.a ?? '', width - 20, { size: 15, bold: true })
    drawLaid(ink, have, x + width / 2 - (have.lines[0]?.width ?? 0) / 2, y + 18)
    const question = layText(ink, `${item.q.replace(/_+/, '?')}`, width - 14, { size: 15 })
    drawLaid(ink, question, x + width / 2 - (question.lines[0]?.width ?? 0) / 2, y + 72 - question.height / 2)
  })
  return { blocks, answers: [items.map(({ q, a }) => q.replace(/_+/, a)).join('   ')] }
}

/** Exercises whose answers name letters: sorted answers stand for the letters of the code word. */
export function renderRiddle(ink: Ink, section: SectionOf<'riddle'>): Rendered {
  const letters = [...section.word]
  const seen = new Set<string>()
  const items = makeItems(section.g, letters.length * 8, ink.random, rangeOf(section), ink.words)
    .filter(({ a }) => !seen.has(a) && seen.add(a))
    .slice(0, letters.length)
  if (items.length < letters.length) throw new Error(`too few answers for ${section.word}`)
  const legend = ink.random.shuffle(items.map(({ a }, at) => ({ a, letter: letters[at] ?? '' })))
  const rows = gridBlocks(items.length, 2, 46, 50, (at, x, y) => {
    const item = items[at]
    if (!item) return
    drawText(ink, `${at + 1})`, x, y + 12, { size: 9.5, color: grey })
    const laid = layText(ink, item.q, 190, { size: 14 })
    drawLaid(ink, laid, x + 24, y + 20 - laid.height / 2)
    box(ink, x + 204, y + 5, 28, 28, '#ffffff', ink.color.mid)
  })
  const key = gridBlocks(legend.length, 6, 48, 24, (at, x, y, width) => {
    const one = legend[at]
    if (!one) return
    box(ink, x + 2, y, width - 4, 42, ink.color.light)
    const laid = layText(ink, one.a, width, { size: 12 })
    drawLaid(ink, laid, x + 12, y + 21 - laid.height / 2)
    drawCentred(ink, one.letter, x + width - 20, y + 11, { size: 16, bold: true, color: ink.color.dark })
  })
  const word: Block = {
    height: 64,
    draw: (y) => {
      drawText(ink, ink.words.codeword, page.left, y + 20, { size: 12, bold: true })
      const left = page.left + textWidth(ink, ink.words.codeword, { size: 12, bold: true }) + 16
      const cell = Math.min(36, (page.inner + page.left - left) / letters.length)
      letters.forEach((_, at) => {
        box(ink, left + at * cell, y + 12, cell - 4, 34, '#ffffff', ink.color.dark)
      })
    },
  }
  return {
    blocks: [paragraph(ink, section.story), ...rows, ...key, word],
    answers: [`${answerLine(items)}   ${ink.words.codeword}: ${section.word}`],
  }
}

export function renderProblems(ink: Ink, section: SectionOf<'problems'>): Rendered {
  const blocks = section.items.map(([q], at): Block => {
    const laid = layText(ink, `${at + 1}) ${q}`, page.inner, { size: 11.5 })
    return {
      height: laid.height + 62,
      stretch: 40,
      draw: (y) => {
        drawLaid(ink, laid, page.left, y)
        rule(
          ink,
          page.left,
          y + laid.height + 24,
          page.left + page.inner,
          y + laid.height + 24,
          '#c2c7cf',
          0.6,
        )
        rule(
          ink,
          page.left,
          y + laid.height + 48,
          page.left + page.inner,
          y + laid.height + 48,
          '#c2c7cf',
          0.6,
        )
      },
    }
  })
  return { blocks, answers: [answerLine(section.items.map(([q, a]) => ({ q, a })))] }
}

export function renderChart(ink: Ink, section: SectionOf<'chart'>): Rendered {
  const most = Math.max(...section.bars.map(([, value]) => value))
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((one) => most / one <= 10) ?? 2000
  const top = Math.ceil(most / step) * step
  const figure: Block = {
    height: 232,
    draw: (y) => {
      drawText(ink, `${section.title} (${section.unit})`, page.left, y, { size: 11, bold: true })
      const left = page.left + 42
      const bottom = y + 200
      for (let value = 0; value <= top; value += step) {
        const level = bottom - (value / top) * 170
        rule(ink, left, level, page.left + page.inner, level, '#d5d9df', 0.5)
        const label = String(value)
        drawText(ink, label, left - 6 - textWidth(ink, label, { size: 9 }), level - 6, {
          size: 9,
          color: grey,
        })
      }
      const wide = (page.inner - 42) / section.bars.length
      section.bars.forEach(([name, value], at) => {
        const high = (value / top) * 170
        ink.doc.rect(left + at * wide + wide * 0.2, bottom - high, wide * 0.6, high).fill(ink.color.mid)
        drawCentred(
          ink,
          name,
          left + (at + 0.5) * wide,
          bottom + 6,
          fitted(ink, name, wide - 4, { size: 10 }),
        )
      })
      rule(ink, left, bottom, page.left + page.inner, bottom, black, 1)
    },
  }
  const sorted = [...section.bars].sort((left, right) => right[1] - left[1])
  const asked: [string, string][] = [
    [ink.words.highest, `${sorted[0]?.[0]} (${sorted[0]?.[1]})`],
    [ink.words.lowest, `${sorted.at(-1)?.[0]} (${sorted.at(-1)?.[1]})`],
    [ink.words.total, String(section.bars.reduce((sum, [, value]) => sum + value, 0))],
    ...(section.ask ?? []),
  ]
  const lines = asked.map(
    ([q], at): Block => ({
      height: 44,
      stretch: 16,
      draw: (y) => {
        drawText(
          ink,
          `${at + 1}) ${q}`,
          page.left,
          y,
          fitted(ink, `${at + 1}) ${q}`, page.inner, { size: 11.5 }),
        )
        rule(ink, page.left, y + 36, page.left + page.inner, y + 36, '#c2c7cf', 0.6)
      },
    }),
  )
  return { blocks: [figure, ...lines], answers: [answerLine(asked.map(([q, a]) => ({ q, a })))] }
}
