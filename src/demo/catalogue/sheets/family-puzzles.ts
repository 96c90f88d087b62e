import type { SectionOf } from '../types.ts'
import { bankBlock } from './family-language.ts'
import { answerLine } from './family-maths.ts'
import { gridBlocks, type Rendered } from './flow.ts'
import { black, box, drawCentred, drawText, fitted, grey, type Ink, page, rule } from './ink.ts'

/** Letters of a grid: capitals without accents where the language writes capitals so. */
export function gridLetters(word: string): string[] {
  return [
    ...word
      .replaceAll('ß', 'ss')
      .replaceAll(/[ '’-]/g, '')
      .toUpperCase()
      .normalize('NFD')
      .replace(/[\u0300\u0301\u0302]/g, '')
      .normalize('NFC'),
  ]
}

export type SearchGrid = {
  cells: string[][]
  placed: { word: string; row: number; column: number; down: boolean }[]
}

export function layWordSearch(
  ink: Pick<Ink, 'random' | 'words'>,
  words: string[],
  wanted: number,
): SearchGrid {
  const longest = Math.max(...words.map((word) => gridLetters(word).length))
  for (let size = Math.max(wanted, longest + 1); ; size++) {
    const cells: (string | undefined)[][] = Array.from({ length: size }, () =>
      Array.from({ length: size }, () => undefined),
    )
    const placed: SearchGrid['placed'] = []
    for (const word of [...words].sort((a, b) => b.length - a.length)) {
      const letters = gridLetters(word)
      for (let tries = 0; tries < 120; tries++) {
        const down = ink.random.int(0, 1) === 1
        const row = ink.random.int(0, down ? size - letters.length : size - 1)
        const column = ink.random.int(0, down ? size - 1 : size - letters.length)
        const at = (index: number): [number, number] => (down ? [row + index, column] : [row, column + index])
        const fits = letters.every((letter, index) => {
          const [r, c] = at(index)
          const there = cells[r]?.[c]
          return there === undefined || there === letter
        })
        if (!fits) continue
        letters.forEach((letter, index) => {
          const [r, c] = at(index)
          const line = cells[r]
          if (line) line[c] = letter
        })
        placed.push({ word, row, column, down })
        break
      }
    }
    if (placed.length < words.length) continue
    const alphabet = [...ink.words.alphabet]
    return { cells: cells.map((line) => line.map((cell) => cell ?? ink.random.pick(alphabet))), placed }
  }
}

export function renderSearch(ink: Ink, section: SectionOf<'search'>): Rendered {
  const { cells, placed } = layWordSearch(ink, section.words, section.size ?? 12)
  const cell = Math.min(30, 400 / cells.length)
  const size = cell * cells.length
  const left = page.left + (page.inner - size) / 2
  const blocks = [
    bankBlock(ink, section.words),
    {
      height: size + 18,
      stretch: 30,
      draw: (y: number) => {
        box(ink, left - 4, y - 4, size + 8, size + 8, '#ffffff', ink.color.dark)
        cells.forEach((line, row) => {
          line.forEach((letter, column) => {
            drawCentred(ink, letter, left + (column + 0.5) * cell, y + (row + 0.5) * cell - cell * 0.36, {
              size: cell * 0.56,
            })
          })
        })
      },
    },
  ]
  return {
    blocks,
    answers: [
      placed
        .map(({ word, row, column, down }) => `${word} (${row + 1}/${column + 1} ${down ? '↓' : '–'})`)
        .join(', '),
    ],
  }
}

/** A simple crossword: every answer lies across, its letters in a row of boxes; one column is tinted. */
export function renderCross(ink: Ink, section: SectionOf<'cross'>): Rendered {
  const rows = section.items.map(([word]) => gridLetters(word))
  const cell = Math.min(24, 240 / Math.max(...rows.map((row) => row.length)))
  const blocks = gridBlocks(rows.length, 1, 34, 20, (at, x, y) => {
    const clue = section.items[at]?.[1] ?? ''
    drawText(ink, `${at + 1})`, x, y + 6, { size: 10, color: grey })
    drawText(ink, clue, x + 24, y + 5, fitted(ink, clue, 218, { size: 11 }))
    rows[at]?.forEach((_, index) => {
      ink.doc
        .rect(x + 252 + index * cell, y + 1, cell, 24)
        .lineWidth(0.9)
        .fillAndStroke(index === 0 ? ink.color.light : '#ffffff', black)
    })
  })
  return { blocks, answers: [answerLine(section.items.map(([a, q]) => ({ q, a })))] }
}

export function renderJumble(ink: Ink, section: SectionOf<'jumble'>): Rendered {
  const blocks = gridBlocks(section.words.length, 2, 40, 22, (at, x, y) => {
    const word = section.words[at] ?? ''
    const letters = [...word]
    let mixed = ink.random.shuffle(letters)
    for (let tries = 0; mixed.join('') === word && tries < 9; tries++) mixed = ink.random.shuffle(letters)
    drawText(ink, `${at + 1})`, x, y + 3, { size: 10, color: grey })
    const text = mixed.join(' ').toUpperCase()
    drawText(ink, text, x + 24, y + 1, fitted(ink, text, 112, { size: 13, bold: true }))
    rule(ink, x + 142, y + 18, x + 238, y + 18)
  })
  return { blocks, answers: [answerLine(section.words.map((a) => ({ q: '', a })))] }
}

export function cipherText(word: string, shift: number, alphabet: string): string {
  const letters = [...alphabet]
  return gridLetters(word)
    .map((letter) => {
      const at = letters.indexOf(letter)
      return at < 0 ? letter : (letters[(at + shift) % letters.length] ?? letter)
    })
    .join('')
}

export function renderCipher(ink: Ink, section: SectionOf<'cipher'>): Rendered {
  const letters = [...ink.words.alphabet]
  const legend = {
    height: 62,
    draw: (y: number) => {
      const cell = page.inner / letters.length
      letters.forEach((letter, at) => {
        ink.doc
          .rect(page.left + at * cell, y, cell, 44)
          .lineWidth(0.6)
          .stroke(grey)
        drawCentred(ink, letter, page.left + (at + 0.5) * cell, y + 4, { size: 11, bold: true })
        drawCentred(ink, String(at + 1), page.left + (at + 0.5) * cell, y + 26, { size: 8.5, color: grey })
      })
    },
  }
  const rows = gridBlocks(section.words.length, 1, 38, 18, (at, x, y) => {
    drawText(
      ink,
      `${at + 1})  ${[...cipherText(section.words[at] ?? '', section.shift, ink.words.alphabet)].join(' ')}   (−${section.shift})`,
      x,
      y + 4,
      { size: 13, bold: true },
    )
    rule(ink, x + 300, y + 22, x + page.inner, y + 22)
  })
  return {
    blocks: [legend, ...rows],
    answers: [answerLine(section.words.map((word) => ({ q: '', a: gridLetters(word).join('') })))],
  }
}

export function renderStaff(ink: Ink, section: SectionOf<'staff'>): Rendered {
  const answers: string[] = []
  const blocks = Array.from({ length: section.n }, (_, row) => {
    const notes = Array.from({ length: 8 }, () => ink.random.int(0, 10))
    answers.push(`${row + 1}) ${notes.map((note) => ink.words.notesNames[note]).join(' ')}`)
    return {
      height: 112,
      stretch: 26,
      draw: (y: number) => {
        for (let line = 0; line < 5; line++)
          rule(ink, page.left, y + 14 + line * 10, page.left + page.inner, y + 14 + line * 10, black, 0.8)
        const [x, g] = [page.left + 18, y + 44]
        ink.doc
          .moveTo(x, g)
          .bezierCurveTo(x + 7, g - 8, x + 14, g + 10, x, g + 10)
          .bezierCurveTo(x - 16, g + 8, x - 12, g - 12, x + 2, g - 24)
        ink.doc
          .bezierCurveTo(x + 12, g - 34, x + 6, g - 46, x, g - 36)
          .bezierCurveTo(x - 4, g - 26, x + 6, g + 10, x + 5, g + 20)
          .bezierCurveTo(x + 3, g + 28, x - 7, g + 24, x - 5, g + 19)
        ink.doc.lineWidth(1.8).stroke(black)
        notes.forEach((note, at) => {
          const [cx, cy] = [page.left + 72 + at * 54, y + 64 - note * 5]
          if (note === 0) rule(ink, cx - 11, cy, cx + 11, cy, black, 0.9)
          ink.doc.ellipse(cx, cy, 6.4, 4.8).fill(black)
          if (note < 6) rule(ink, cx + 5.8, cy, cx + 5.8, cy - 30, black, 1.2)
          else rule(ink, cx - 5.8, cy, cx - 5.8, cy + 30, black, 1.2)
          rule(ink, cx - 14, y + 98, cx + 14, y + 98)
        })
      },
    }
  })
  return { blocks, answers: [answers.join('   ')] }
}
