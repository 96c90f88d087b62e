import type { SectionOf } from '../types.ts'
import { reduced } from './calc-fractions.ts'
import { decimal, type Item } from './calc-numbers.ts'
import { answerLine } from './family-maths.ts'
import { gridBlocks, type Rendered } from './flow.ts'
import { black, box, drawCentred, drawText, grey, type Ink, page, rule } from './ink.ts'
import { drawLaid, layText } from './rich-text.ts'

function wedge(ink: Ink, x: number, y: number, r: number, from: number, to: number, fill: string): void {
  const steps = Math.max(2, Math.ceil(((to - from) / Math.PI) * 24))
  ink.doc.moveTo(x, y)
  for (let at = 0; at <= steps; at++) {
    const angle = from + ((to - from) * at) / steps - Math.PI / 2
    ink.doc.lineTo(x + r * Math.cos(angle), y + r * Math.sin(angle))
  }
  ink.doc.closePath().lineWidth(0.9).fillAndStroke(fill, black)
}

/** A pie or bar cut into `parts`, the first `filled` of them coloured. */
export function drawShare(
  ink: Ink,
  shape: 'pie' | 'bar',
  x: number,
  y: number,
  parts: number,
  filled: number,
  r = 36,
): void {
  for (let at = 0; at < parts; at++) {
    const fill = at < filled ? ink.color.mid : '#ffffff'
    if (shape === 'pie')
      wedge(ink, x, y, r, (at / parts) * Math.PI * 2, ((at + 1) / parts) * Math.PI * 2, fill)
    else
      ink.doc
        .rect(x - 66 + (at * 132) / parts, y - 20, 132 / parts, 40)
        .lineWidth(0.9)
        .fillAndStroke(fill, black)
  }
}

export function renderShares(ink: Ink, section: SectionOf<'shares'>): Rendered {
  const items = Array.from({ length: section.n }, () => {
    const under = ink.random.pick([2, 3, 4, 5, 6, 8, 10, 12])
    return { over: ink.random.int(1, under - 1), under }
  })
  const high = section.shape === 'pie' ? 124 : 96
  const blocks = gridBlocks(items.length, 3, high, 20, (at, x, y, width) => {
    const item = items[at]
    if (!item) return
    const middle = x + width / 2
    drawText(ink, `${at + 1})`, x, y, { size: 9.5, color: grey })
    drawShare(
      ink,
      section.shape,
      middle,
      y + (section.shape === 'pie' ? 40 : 26),
      item.under,
      section.task === 'name' ? item.over : 0,
    )
    const text =
      section.task === 'colour'
        ? `{${item.over}/${item.under}}`
        : '{\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0/\u00a0}'
    const laid = layText(ink, text, width, { size: 13 })
    drawLaid(ink, laid, middle - (laid.lines[0]?.width ?? 0) / 2, y + (section.shape === 'pie' ? 82 : 54))
  })
  const answers = items.map((item) => {
    const short = reduced(item)
    const text = `{${item.over}/${item.under}}`
    return { q: '', a: short.under === item.under ? text : `${text} = {${short.over}/${short.under}}` }
  })
  return { blocks, answers: section.task === 'name' ? [answerLine(answers)] : [] }
}

export function clockText(hour: number, minute: number): string {
  return `${hour}:${String(minute).padStart(2, '0')}`
}

export function drawClock(ink: Ink, x: number, y: number, r: number, hour?: number, minute?: number): void {
  ink.doc.circle(x, y, r).lineWidth(1.6).fillAndStroke('#ffffff', ink.color.dark)
  for (let at = 0; at < 60; at++) {
    const angle = (at / 30) * Math.PI
    const from = at % 5 === 0 ? 0.9 : 0.95
    rule(
      ink,
      x + r * from * Math.sin(angle),
      y - r * from * Math.cos(angle),
      x + r * Math.sin(angle),
      y - r * Math.cos(angle),
      black,
      at % 5 === 0 ? 1 : 0.4,
    )
  }
  for (let at = 1; at <= 12; at++) {
    const angle = (at / 6) * Math.PI
    drawCentred(ink, String(at), x + r * 0.76 * Math.sin(angle), y - r * 0.76 * Math.cos(angle) - r * 0.12, {
      size: r * 0.2,
    })
  }
  if (hour !== undefined && minute !== undefined) {
    const long = (minute / 30) * Math.PI
    const short = ((hour + minute / 60) / 6) * Math.PI
    rule(ink, x, y, x + r * 0.48 * Math.sin(short), y - r * 0.48 * Math.cos(short), ink.color.dark, 3)
    rule(ink, x, y, x + r * 0.82 * Math.sin(long), y - r * 0.82 * Math.cos(long), black, 1.8)
  }
  ink.doc.circle(x, y, 2.4).fill(black)
}

export function renderClock(ink: Ink, section: SectionOf<'clock'>): Rendered {
  const items = Array.from({ length: section.n }, () => ({
    hour: ink.random.int(1, 12),
    minute: section.step === 60 ? 0 : ink.random.int(0, 60 / section.step - 1) * section.step,
  }))
  const blocks = gridBlocks(items.length, 3, 136, 24, (at, x, y, width) => {
    const item = items[at]
    if (!item) return
    const shown = section.task === 'read'
    drawText(ink, `${at + 1})`, x, y, { size: 9.5, color: grey })
    drawClock(ink, x + width / 2, y + 50, 48, shown ? item.hour : undefined, shown ? item.minute : undefined)
    if (shown) rule(ink, x + width / 2 - 36, y + 124, x + width / 2 + 36, y + 124)
    else drawCentred(ink, clockText(item.hour, item.minute), x + width / 2, y + 106, { size: 14, bold: true })
  })
  return {
    blocks,
    answers: [answerLine(items.map(({ hour, minute }) => ({ q: '', a: clockText(hour, minute) })))],
  }
}

type Figure = { answer: string; asks: string[]; draw: (x: number, y: number) => void }

function figure(ink: Ink, shape: SectionOf<'figures'>['shape'][number]): Figure {
  const { random, words } = ink
  const [a, b] = [random.int(5, 14), random.int(3, 9)]
  const scale = Math.min(110 / a, 78 / b)
  const [w, h] = [a * scale, b * scale]
  const fill = ink.color.light
  function label(text: string, x: number, y: number): void {
    drawCentred(ink, text, x, y, { size: 10.5 })
  }
  if (shape === 'rect') {
    return {
      asks: [`${words.area} = ________`, `${words.perimeter} = ________`],
      answer: `${a * b} cm²; ${2 * (a + b)} cm`,
      draw: (x, y) => {
        ink.doc.rect(x, y, w, h).lineWidth(1.2).fillAndStroke(fill, black)
        label(`${a} cm`, x + w / 2, y + h + 4)
        drawText(ink, `${b} cm`, x + w + 6, y + h / 2 - 7, { size: 10.5 })
      },
    }
  }
  if (shape === 'tri') {
    return {
      asks: [`${words.area} = ________`],
      answer: `${decimal((a * b) / 2, words)} cm²`,
      draw: (x, y) => {
        ink.doc
          .moveTo(x, y + h)
          .lineTo(x + w, y + h)
          .lineTo(x + w * 0.35, y)
          .closePath()
          .lineWidth(1.2)
          .fillAndStroke(fill, black)
        ink.doc.dash(3, { space: 2 })
        rule(ink, x + w * 0.35, y, x + w * 0.35, y + h, black, 0.8)
        ink.doc.undash()
        label(`${a} cm`, x + w / 2, y + h + 4)
        drawText(ink, `h = ${b} cm`, x + w * 0.72, y + h * 0.22, { size: 10.5 })
      },
    }
  }
  if (shape === 'ell') {
    const [c, d] = [random.int(2, Math.max(2, a - 3)), random.int(1, Math.max(1, b - 2))]
    return {
      asks: [`${words.area} = ________`, `${words.perimeter} = ________`],
      answer: `${a * b - c * d} cm²; ${2 * (a + b)} cm`,
      draw: (x, y) => {
        const [cw, ch] = [c * scale, d * scale]
        ink.doc
          .moveTo(x, y)
          .lineTo(x + w - cw, y)
          .lineTo(x + w - cw, y + ch)
          .lineTo(x + w, y + ch)
          .lineTo(x + w, y + h)
          .lineTo(x, y + h)
        ink.doc.closePath().lineWidth(1.2).fillAndStroke(fill, black)
        label(`${a} cm`, x + w / 2, y + h + 4)
        label(`${a - c} cm`, x + (w - cw) / 2, y - 15)
        drawText(ink, `${b} cm`, x - 34, y + h / 2 - 7, { size: 10.5 })
        drawText(ink, `${b - d} cm`, x + w + 5, y + ch + (h - ch) / 2 - 7, { size: 10.5 })
      },
    }
  }
  if (shape === 'circle') {
    const r = random.int(2, 12)
    return {
      asks: [`${words.perimeter} = ________`, `${words.area} = ________`, `(π = 3${words.comma}14)`],
      answer: `${decimal(6.28 * r, words)} cm; ${decimal(3.14 * r * r, words)} cm²`,
      draw: (x, y) => {
        ink.doc
          .circle(x + 44, y + 40, 42)
          .lineWidth(1.2)
          .fillAndStroke(fill, black)
        rule(ink, x + 44, y + 40, x + 86, y + 40, black, 1)
        label(`r = ${r} cm`, x + 56, y + 24)
      },
    }
  }
  const c = random.int(2, 6)
  return {
    asks: [`${words.volume} = ________`],
    answer: `${a * b * c} cm³`,
    draw: (x, y) => {
      const [bw, bh, s] = [Math.min(w, 80), Math.min(h, 52), 22]
      ink.doc
        .rect(x, y + s, bw, bh)
        .lineWidth(1.2)
        .fillAndStroke(fill, black)
      ink.doc
        .moveTo(x, y + s)
        .lineTo(x + s, y)
        .lineTo(x + bw + s, y)
        .lineTo(x + bw, y + s)
        .closePath()
        .fillAndStroke('#ffffff', black)
      ink.doc
        .moveTo(x + bw, y + s)
        .lineTo(x + bw + s, y)
        .lineTo(x + bw + s, y + bh)
        .lineTo(x + bw, y + s + bh)
        .closePath()
        .fillAndStroke(fill, black)
      label(`${a} cm`, x + bw / 2, y + s + bh + 3)
      drawText(ink, `${c} cm`, x + bw + s / 2 + 5, y + s + bh - 8, { size: 10.5 })
      drawText(ink, `${b} cm`, x + bw + s + 5, y + bh / 2 - 7, { size: 10.5 })
    },
  }
}

export function renderFigures(ink: Ink, section: SectionOf<'figures'>): Rendered {
  const items = Array.from({ length: section.n }, (_, at) =>
    figure(ink, section.shape[at % section.shape.length] ?? 'rect'),
  )
  const blocks = gridBlocks(items.length, 2, 164, 24, (at, x, y) => {
    const item = items[at]
    if (!item) return
    drawText(ink, `${at + 1})`, x, y, { size: 9.5, color: grey })
    item.draw(x + 46, y + 16)
    item.asks.forEach((ask, line) => {
      drawText(ink, ask, x + 24, y + 118 + line * 16, { size: 11 })
    })
  })
  return { blocks, answers: [answerLine(items.map(({ answer }) => ({ q: '', a: answer })))] }
}

export function renderAngles(ink: Ink, section: SectionOf<'angles'>): Rendered {
  const items = Array.from({ length: section.n }, (_, at) => (at % 5 === 4 ? 90 : ink.random.int(4, 34) * 5))
  const blocks = gridBlocks(items.length, 3, 140, 24, (at, x, y, width) => {
    const angle = items[at] ?? 45
    drawText(ink, `${at + 1})`, x, y, { size: 9.5, color: grey })
    const rad = (angle / 180) * Math.PI
    const [cx, cy] = [x + (angle > 90 ? width * 0.48 : width * 0.25), y + 92]
    rule(ink, cx, cy, cx + 74, cy, black, 1.4)
    rule(ink, cx, cy, cx + 74 * Math.cos(rad), cy - 74 * Math.sin(rad), black, 1.4)
    const steps = 20
    ink.doc.moveTo(cx + 20, cy)
    for (let s = 1; s <= steps; s++)
      ink.doc.lineTo(cx + 20 * Math.cos((rad * s) / steps), cy - 20 * Math.sin((rad * s) / steps))
    ink.doc.lineWidth(1).stroke(ink.color.dark)
    drawText(ink, '______ °   __________', x + 18, y + 106, { size: 10.5 })
  })
  const kind = (angle: number): string => ink.words.angleKinds[angle < 90 ? 0 : angle === 90 ? 1 : 2]
  return { blocks, answers: [answerLine(items.map((angle) => ({ q: '', a: `${angle}° ${kind(angle)}` })))] }
}

export function renderCoords(ink: Ink, section: SectionOf<'coords'>): Rendered {
  const low = section.quadrants === 4 ? -6 : 0
  const high = section.quadrants === 4 ? 6 : 10
  const seen = new Set<string>()
  const points: { name: string; x: number; y: number }[] = []
  while (points.length < section.n) {
    const [x, y] = [ink.random.int(low, high), ink.random.int(low, high)]
    if (seen.has(`${x},${y}`)) continue
    seen.add(`${x},${y}`)
    points.push({ name: [...ink.words.alphabet][points.length] ?? 'A', x, y })
  }
  const span = high - low
  const size = 330
  const cell = size / span
  const signed = (value: number): string => String(value).replace('-', '−')
  const text = (p: { name: string; x: number; y: number }): string =>
    `${p.name}(${signed(p.x)} | ${signed(p.y)})`
  const blocks = [
    {
      height: size + 34,
      stretch: 10,
      draw: (top: number) => {
        const left = page.left + (page.inner - size) / 2
        const px = (x: number): number => left + (x - low) * cell
        const py = (y: number): number => top + 14 + (high - y) * cell
        for (let at = low; at <= high; at++) {
          rule(ink, px(at), py(low), px(at), py(high), '#ccd1d8', 0.5)
          rule(ink, px(low), py(at), px(high), py(at), '#ccd1d8', 0.5)
          if (at !== 0) {
            drawCentred(ink, signed(at), px(at), py(0) + 3, { size: 8.5, color: grey })
            drawText(ink, signed(at), px(0) - 14, py(at) - 6, { size: 8.5, color: grey })
          }
        }
        rule(ink, px(low), py(0), px(high) + 10, py(0), black, 1.2)
        rule(ink, px(0), py(low), px(0), py(high) - 10, black, 1.2)
        drawText(ink, 'x', px(high) + 13, py(0) - 8, { size: 11 })
        drawText(ink, 'y', px(0) + 5, py(high) - 14, { size: 11 })
        if (section.task !== 'read') return
        for (const p of points) {
          ink.doc.circle(px(p.x), py(p.y), 3.4).fill(ink.color.dark)
          drawText(ink, p.name, px(p.x) + 5, py(p.y) - 14, { size: 11, bold: true })
        }
      },
    },
    ...gridBlocks(points.length, 4, 28, 14, (at, x, y) => {
      const p = points[at]
      if (p) drawText(ink, section.task === 'read' ? `${p.name}( ____ | ____ )` : text(p), x, y, { size: 12 })
    }),
  ]
  return { blocks, answers: section.task === 'read' ? [points.map(text).join('   ')] : [] }
}

export function renderNumberline(ink: Ink, section: SectionOf<'numberline'>): Rendered {
  const items: Item[] = []
  const rows = Array.from({ length: section.n }, () => {
    const marks = ink.random
      .shuffle(Array.from({ length: section.parts - 1 }, (_, at) => at + 1))
      .slice(0, 3)
      .sort((a, b) => a - b)
    const value = (mark: number): string =>
      decimal(section.from + ((section.to - section.from) * mark) / section.parts, ink.words)
    items.push({ q: '', a: marks.map(value).join(' | ') })
    return marks
  })
  const blocks = rows.map((marks, at) => ({
    height: 78,
    stretch: 26,
    draw: (y: number) => {
      drawText(ink, `${at + 1})`, page.left, y, { size: 9.5, color: grey })
      const [left, width] = [page.left + 34, page.inner - 68]
      rule(ink, left - 8, y + 20, left + width + 12, y + 20, black, 1.2)
      for (let mark = 0; mark <= section.parts; mark++) {
        const x = left + (width * mark) / section.parts
        const end = mark === 0 || mark === section.parts
        rule(ink, x, y + (end ? 12 : 15), x, y + (end ? 28 : 25), black, 1)
        if (marks.includes(mark)) {
          rule(ink, x, y + 26, x, y + 40, ink.color.dark, 0.8)
          box(ink, x - 21, y + 40, 42, 22, '#ffffff', ink.color.dark)
        }
      }
      drawCentred(ink, decimal(section.from, ink.words), left, y + 30, { size: 11 })
      drawCentred(ink, decimal(section.to, ink.words), left + width, y + 30, { size: 11 })
    },
  }))
  return { blocks, answers: [answerLine(items)] }
}

export function renderMoney(ink: Ink, section: SectionOf<'money'>): Rendered {
  const values = [1, 2, 5, 10, 20, 50, 100, 200].filter((value) => value <= section.max)
  const pence = ink.words.currency === '£'
  const items = Array.from({ length: section.n }, () =>
    Array.from({ length: ink.random.int(3, 6) }, () => ink.random.pick(values)).sort((a, b) => b - a),
  )
  const blocks = gridBlocks(items.length, 2, 76, 22, (at, x, y) => {
    drawText(ink, `${at + 1})`, x, y, { size: 9.5, color: grey })
    items[at]?.forEach((value, index) => {
      const cx = x + 40 + index * 35
      ink.doc
        .circle(cx, y + 20, value >= 100 ? 17 : 14.5)
        .lineWidth(1)
        .fillAndStroke(value >= 100 ? '#f3dfa6' : value >= 10 ? '#f5e7b8' : '#ecc9a8', '#7b6a3a')
      const label =
        value >= 100
          ? `${value / 100} ${ink.words.currency}`
          : pence
            ? `${value}p`
            : `${value} ${ink.words.currency === '€' ? 'ct' : ''}`
      drawCentred(ink, label.trim(), cx, y + 13.5, { size: 9, bold: true })
    })
    drawText(ink, pence ? '£ __________' : '__________ €', x + 24, y + 46, { size: 12 })
  })
  const total = (list: number[]): string => {
    const text = (list.reduce((sum, value) => sum + value, 0) / 100).toFixed(2).replace('.', ink.words.comma)
    return pence ? `£${text}` : `${text} €`
  }
  return { blocks, answers: [answerLine(items.map((list) => ({ q: '', a: total(list) })))] }
}

function drawThing(ink: Ink, kind: number, x: number, y: number): void {
  const { doc, color } = ink
  if (kind === 0) doc.circle(x, y, 9).lineWidth(1).fillAndStroke(color.light, color.dark)
  else if (kind === 1)
    doc
      .rect(x - 8, y - 8, 16, 16)
      .lineWidth(1)
      .fillAndStroke(color.mid, color.dark)
  else if (kind === 2)
    doc
      .polygon([x, y - 10], [x + 10, y + 8], [x - 10, y + 8])
      .lineWidth(1)
      .fillAndStroke(color.light, color.dark)
  else {
    const star = Array.from({ length: 10 }, (_, at): [number, number] => {
      const [r, angle] = [at % 2 === 0 ? 11 : 4.8, (at / 5) * Math.PI - Math.PI / 2]
      return [x + r * Math.cos(angle), y + r * Math.sin(angle)]
    })
    doc
      .polygon(...star)
      .lineWidth(1)
      .fillAndStroke(color.mid, color.dark)
  }
}

export function renderCount(ink: Ink, section: SectionOf<'count'>): Rendered {
  const items = Array.from({ length: section.n }, () => ink.random.int(1, section.max))
  const blocks = gridBlocks(items.length, 2, 110, 26, (at, x, y, width) => {
    const number = items[at] ?? 1
    box(ink, x + 2, y, width - 64, 100, '#ffffff', ink.color.mid)
    for (let one = 0; one < number; one++) {
      drawThing(ink, at % 4, x + 24 + (one % 5) * 35, y + 17 + Math.floor(one / 5) * 22)
    }
    box(ink, x + width - 56, y + 28, 44, 44, '#ffffff', ink.color.dark)
  })
  return { blocks, answers: [answerLine(items.map((number) => ({ q: '', a: String(number) })))] }
}

export function renderTrace(ink: Ink, section: SectionOf<'trace'>): Rendered {
  const blocks = Array.from({ length: section.n }, (_, row) => {
    const kind = (row + ink.random.int(0, 4)) % 5
    return {
      height: 78,
      stretch: 30,
      draw: (y: number) => {
        const [left, width] = [page.left + 34, page.inner - 60]
        drawThing(ink, row % 4, page.left + 12, y + 32)
        ink.doc.moveTo(left, y + 32)
        for (let at = 1; at <= 200; at++) {
          const t = (at / 200) * 8
          const saw = Math.abs((t % 2) - 1) * 2 - 1
          const wave =
            [
              0,
              Math.sin(t * Math.PI),
              saw,
              Math.sign(Math.sin(t * Math.PI) + 0.0001),
              Math.abs(Math.sin((t * Math.PI) / 2)) * 2 - 1,
            ][kind] ?? 0
          ink.doc.lineTo(left + (width * at) / 200, y + 32 - wave * 22)
        }
        ink.doc.lineWidth(2).dash(5, { space: 4 }).stroke(grey).undash()
      },
    }
  })
  return { blocks, answers: [] }
}

export function renderMirror(ink: Ink, section: SectionOf<'mirror'>): Rendered {
  const figures = Array.from({ length: section.n }, () =>
    Array.from({ length: 7 }, (_, at) => (at === 0 || at === 6 ? 0 : ink.random.int(1, 5))),
  )
  const blocks = gridBlocks(figures.length, 2, 150, 20, (at, x, y) => {
    const [cell, left] = [18, x + 20]
    for (let line = 0; line <= 12; line++)
      rule(ink, left + line * cell, y, left + line * cell, y + 7 * cell, '#ccd1d8', 0.5)
    for (let line = 0; line <= 7; line++)
      rule(ink, left, y + line * cell, left + 12 * cell, y + line * cell, '#ccd1d8', 0.5)
    const middle = left + 6 * cell
    rule(ink, middle, y - 4, middle, y + 7 * cell + 4, ink.color.dark, 1.6)
    const list = figures[at] ?? []
    list.slice(1).forEach((value, index) => {
      rule(
        ink,
        middle - (list[index] ?? 0) * cell,
        y + (index + 0.5) * cell,
        middle - value * cell,
        y + (index + 1.5) * cell,
        black,
        2,
      )
    })
  })
  return { blocks, answers: [] }
}
