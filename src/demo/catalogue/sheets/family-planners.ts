import type { SectionOf } from '../types.ts'
import { tableBlocks } from './family-language.ts'
import type { Block, Rendered } from './flow.ts'
import { black, box, drawCentred, drawText, fitted, grey, type Ink, page, rule } from './ink.ts'
import { drawLaid, layText } from './rich-text.ts'

function room(cells: (x: number, y: number, w: number, h: number) => void, height = 560): Block {
  return { height, draw: (y) => cells(page.left, y, page.inner, height) }
}

type Planner = SectionOf<'planner'>

/** Planners fill a page each; `head` names the columns and `rows` the lines. */
export function renderPlanner(ink: Ink, section: Planner): Rendered {
  const head = section.head ?? ink.words.days
  const rows = section.rows ?? []
  switch (section.p) {
    case 'lines':
    case 'squares':
    case 'staves':
      return { answers: [], blocks: [blankPaper(ink, section.p)] }
    case 'seating':
      return { answers: [], blocks: [seatingPlan(ink, head[0] ?? '')] }
    case 'birthdays':
      return { answers: [], blocks: [birthdayCalendar(ink, rows)] }
    default:
      return { answers: [], blocks: emptyTable(ink, section.p, head, rows) }
  }
}

/** Ruled, squared or music paper; squares are 5 mm. */
function blankPaper(ink: Ink, kind: 'lines' | 'squares' | 'staves'): Block {
  return room((x, y, w, h) => {
    if (kind === 'lines') {
      for (let at = 24; at < h; at += 26) rule(ink, x, y + at, x + w, y + at, '#aab1bb', 0.6)
    } else if (kind === 'staves') {
      for (let top = 6; top + 40 < h; top += 70)
        for (let line = 0; line < 5; line++)
          rule(ink, x, y + top + line * 9, x + w, y + top + line * 9, black, 0.6)
    } else {
      const cell = 14.17
      const across = Math.floor(w / cell)
      const down = Math.floor(h / cell)
      for (let at = 0; at <= across; at++)
        rule(ink, x + at * cell, y, x + at * cell, y + down * cell, '#b9c4d2', 0.4)
      for (let at = 0; at <= down; at++)
        rule(ink, x, y + at * cell, x + across * cell, y + at * cell, '#b9c4d2', 0.4)
    }
  })
}

/** The teacher's desk, and six rows of three tables for two. */
function seatingPlan(ink: Ink, desk: string): Block {
  return room((x, y, w, h) => {
    box(ink, x + w / 2 - 90, y, 180, 34, ink.color.light, ink.color.dark)
    drawCentred(ink, desk, x + w / 2, y + 9, fitted(ink, desk, 170, { size: 12, bold: true }))
    for (let row = 0; row < 6; row++)
      for (let pair = 0; pair < 3; pair++)
        for (let seat = 0; seat < 2; seat++)
          box(ink, x + pair * 172 + seat * 76, y + 64 + (row * (h - 70)) / 6, 74, 62, '#ffffff', grey)
  })
}

/** A box with lines for each month. */
function birthdayCalendar(ink: Ink, months: readonly string[]): Block {
  return room((x, y, w, h) => {
    months.forEach((month, at) => {
      const [cx, cy] = [x + (at % 3) * (w / 3), y + Math.floor(at / 3) * (h / 4)]
      box(ink, cx + 3, cy, w / 3 - 6, h / 4 - 8, '#ffffff', ink.color.mid)
      box(ink, cx + 3, cy, w / 3 - 6, 26, ink.color.mid)
      drawCentred(ink, month, cx + w / 6, cy + 5, { size: 13, bold: true, color: '#ffffff' })
      for (let line = 48; line < h / 4 - 12; line += 20)
        rule(ink, cx + 12, cy + line, cx + w / 3 - 12, cy + line, '#c2c7cf', 0.5)
    })
  })
}

/** Columns with a heading, and named or empty lines. */
function emptyTable(ink: Ink, kind: Planner['p'], head: readonly string[], rows: readonly string[]): Block[] {
  const count = rows.length > 0 ? rows.length : kind === 'month' ? 5 : kind === 'marks' ? 26 : 12
  const height = Math.min(92, Math.max(19, 530 / count))
  const columns = rows.length > 0 ? ['', ...head] : [...head]
  const lines = Array.from({ length: count }, (_, at) =>
    columns.map((_, column) => (column === 0 ? (rows[at] ?? '') : '')),
  )
  return tableBlocks(ink, columns, lines, height)
}

export function renderCertificate(ink: Ink, section: SectionOf<'certificate'>): Rendered {
  const laid = layText(ink, section.text, 380, { size: 15 })
  return {
    answers: [],
    blocks: [
      room((x, y, w, h) => {
        box(ink, x, y, w, h, '#ffffff', ink.color.dark)
        ink.doc
          .roundedRect(x + 9, y + 9, w - 18, h - 18, 5)
          .lineWidth(3)
          .stroke(ink.color.mid)
        const star = Array.from({ length: 24 }, (_, at): [number, number] => {
          const [r, angle] = [at % 2 === 0 ? 52 : 42, (at / 12) * Math.PI]
          return [x + w / 2 + r * Math.cos(angle), y + 96 + r * Math.sin(angle)]
        })
        ink.doc.polygon(...star).fill(ink.color.mid)
        ink.doc
          .circle(x + w / 2, y + 96, 31)
          .lineWidth(2)
          .fillAndStroke('#ffffff', ink.color.dark)
        drawCentred(ink, '1', x + w / 2, y + 78, { size: 28, bold: true, color: ink.color.dark })
        drawCentred(
          ink,
          section.title,
          x + w / 2,
          y + 178,
          fitted(ink, section.title, w - 60, { size: 34, bold: true, color: ink.color.dark }),
        )
        rule(ink, x + 90, y + 284, x + w - 90, y + 284, black, 0.8)
        drawCentred(ink, ink.words.name, x + w / 2, y + 290, { size: 10, color: grey })
        laid.lines.forEach((line, at) => {
          drawLaid(ink, { ...laid, lines: [line] }, x + (w - line.width) / 2, y + 336 + at * laid.lineHeight)
        })
        rule(ink, x + 50, y + h - 62, x + 200, y + h - 62, black, 0.8)
        rule(ink, x + w - 200, y + h - 62, x + w - 50, y + h - 62, black, 0.8)
        drawText(ink, ink.words.date, x + 50, y + h - 56, { size: 10, color: grey })
      }),
    ],
  }
}

export function renderMap(ink: Ink, section: SectionOf<'map'>): Rendered {
  return {
    answers: [],
    blocks: [
      room((x, y, w, h) => {
        const [cx, cy] = [x + w / 2, y + h / 2]
        const nodes = [...section.nodes, '', '']
        nodes.forEach((node, at) => {
          const angle = (at / nodes.length) * Math.PI * 2 - Math.PI / 2
          const [nx, ny] = [cx + 178 * Math.cos(angle), cy + (h / 2 - 36) * Math.sin(angle)]
          rule(ink, cx, cy, nx, ny, ink.color.mid, 2)
          ink.doc
            .ellipse(nx, ny, 70, 30)
            .lineWidth(1.4)
            .fillAndStroke(node ? ink.color.light : '#ffffff', ink.color.dark)
          drawCentred(ink, node, nx, ny - 8, fitted(ink, node, 126, { size: 12.5 }))
        })
        ink.doc.ellipse(cx, cy, 88, 38).lineWidth(2).fillAndStroke(ink.color.dark, '#ffffff')
        drawCentred(
          ink,
          section.centre,
          cx,
          cy - 11,
          fitted(ink, section.centre, 156, { size: 17, bold: true, color: '#ffffff' }),
        )
      }, 430),
    ],
  }
}
