import type { Motif } from '../types.ts'
import { drawClock, drawShare } from './family-figures.ts'
import { drawCentred, type Ink, rule } from './ink.ts'

const white = '#ffffff'

/** Colours of a title band: dark for text, mid for shapes, light for tints. */
export const palettes: Record<Motif, { dark: string; mid: string; light: string }> = {
  maths: { dark: '#28527a', mid: '#8ab6d6', light: '#e8f1f8' },
  fractions: { dark: '#6b4a7d', mid: '#bf9fcf', light: '#f3ecf7' },
  geometry: { dark: '#1f6f6b', mid: '#86c5bf', light: '#e5f4f2' },
  clock: { dark: '#8a5a1c', mid: '#e0b36b', light: '#faf1e2' },
  letters: { dark: '#9a3b4a', mid: '#e2a1ab', light: '#fbecee' },
  book: { dark: '#7a3e2b', mid: '#d9a28c', light: '#f9eee9' },
  leaf: { dark: '#3c6b34', mid: '#9dc98f', light: '#ebf5e8' },
  water: { dark: '#1d6a8c', mid: '#86c4de', light: '#e4f3f9' },
  flask: { dark: '#4b5b98', mid: '#a6b3e0', light: '#edf0fa' },
  bolt: { dark: '#7d6512', mid: '#e0c766', light: '#f9f4de' },
  globe: { dark: '#2a6a56', mid: '#8cc7b1', light: '#e6f4ee' },
  column: { dark: '#735537', mid: '#cfb08c', light: '#f6efe6' },
  speech: { dark: '#355f9c', mid: '#9bbbe6', light: '#eaf1fb' },
  note: { dark: '#6d3f86', mid: '#c3a0d6', light: '#f4edf8' },
  palette: { dark: '#a04a2a', mid: '#eaae8e', light: '#fcf0e9' },
  heart: { dark: '#9c3d5c', mid: '#e3a3b9', light: '#fbecf1' },
  screen: { dark: '#37474f', mid: '#9fb4be', light: '#ecf1f3' },
  stars: { dark: '#35427c', mid: '#e4c766', light: '#eef0f8' },
  key: { dark: '#5a4a2f', mid: '#d3b878', light: '#f7f2e5' },
  calendar: { dark: '#2f6473', mid: '#93c3cf', light: '#e7f3f6' },
}

/** Where a motif is drawn, and what draws it. */
interface Place {
  ink: Ink
  doc: Ink['doc']
  color: Ink['color']
  x: number
  y: number
  /** Fills an SVG path, white unless said otherwise. */
  path: (d: string, fill?: string) => void
}

function letters({ ink, x, y }: Place, list: string[]): void {
  list.forEach((letter, at) => {
    ink.doc.roundedRect(x - 62 + at * 44, y - 26 + (at % 2) * 16, 40, 40, 6).fill(white)
    drawCentred(ink, letter, x - 42 + at * 44, y - 24 + (at % 2) * 16, {
      size: 26,
      bold: true,
      color: ink.color.dark,
    })
  })
}

const drawings: Readonly<Record<Motif, (place: Place) => void>> = {
  maths: (place) => letters(place, ['+', place.ink.words.times, '=']),
  fractions: ({ ink, x, y }) => {
    drawShare(ink, 'pie', x - 34, y, 4, 3, 36)
    drawShare(ink, 'pie', x + 42, y + 10, 6, 2, 28)
  },
  geometry: ({ x, y, doc, color }) => {
    doc.polygon([x - 60, y + 36], [x + 10, y + 36], [x - 60, y - 34]).fill(white)
    doc
      .circle(x + 34, y - 6, 28)
      .fillOpacity(0.85)
      .fill(color.mid)
      .fillOpacity(1)
    doc
      .rect(x - 6, y + 8, 34, 34)
      .fillOpacity(0.7)
      .fill(white)
      .fillOpacity(1)
  },
  clock: ({ ink, x, y }) => {
    drawClock(ink, x, y, 46, 10, 10)
  },
  letters: (place) => letters(place, [...place.ink.words.alphabet].slice(0, 3)),
  book: ({ ink, x, y, color, path }) => {
    path('M0 -26 Q-30 -44 -62 -30 L-62 34 Q-30 22 0 38 Z')
    path('M0 -26 Q30 -44 62 -30 L62 34 Q30 22 0 38 Z', color.light)
    for (let at = 0; at < 4; at++) {
      rule(ink, x - 50, y - 14 + at * 11, x - 12, y - 12 + at * 11, color.mid, 2)
      rule(ink, x + 12, y - 12 + at * 11, x + 50, y - 14 + at * 11, color.mid, 2)
    }
  },
  leaf: ({ ink, x, y, color, path }) => {
    path('M-56 36 Q-60 -40 20 -42 Q30 30 -46 34 Z')
    path('M60 40 Q70 -14 16 -10 Q8 36 52 40 Z', color.mid)
    rule(ink, x - 52, y + 40, x + 4, y - 26, color.dark, 2)
  },
  water: ({ color, path }) => {
    path('M-30 -44 Q10 4 -4 24 A29 29 0 1 1 -56 24 Q-66 4 -30 -44 Z')
    path('M40 -20 Q66 10 56 28 A19 19 0 1 1 24 28 Q14 10 40 -20 Z', color.mid)
  },
  flask: ({ x, y, doc, color, path }) => {
    path('M-14 -44 L14 -44 L14 -12 L46 40 L-46 40 L-14 -12 Z')
    path('M-24 4 L24 4 L46 40 L-46 40 Z', color.mid)
    for (const [dx, dy, r] of [
      [-10, 22, 6],
      [12, 28, 4],
      [36, -20, 7],
      [44, -38, 4],
    ] as const)
      doc.circle(x + dx, y + dy, r).fill(white)
  },
  bolt: ({ path }) => {
    path('M10 -48 L-36 8 L-6 8 L-16 48 L36 -12 L6 -12 Z')
  },
  globe: ({ ink, x, y, doc, color }) => {
    doc.circle(x, y, 45).fill(white)
    for (const r of [16, 34]) doc.ellipse(x, y, r, 45).lineWidth(2).stroke(color.mid)
    for (const dy of [-24, 0, 24])
      rule(ink, x - Math.sqrt(2025 - dy * dy), y + dy, x + Math.sqrt(2025 - dy * dy), y + dy, color.mid, 2)
  },
  column: ({ x, y, doc }) => {
    doc.polygon([x, y - 46], [x + 60, y - 18], [x - 60, y - 18]).fill(white)
    for (let at = 0; at < 4; at++) doc.rect(x - 50 + at * 28, y - 13, 15, 44).fill(white)
    doc.rect(x - 62, y + 34, 124, 10).fill(white)
  },
  speech: ({ ink, x, y, color, path }) => {
    path('M-62 -40 L26 -40 L26 8 L-20 8 L-40 26 L-38 8 L-62 8 Z')
    path('M0 16 L34 16 L34 -18 L64 -18 L64 30 L50 30 L48 44 L32 30 L0 30 Z', color.mid)
    for (let at = 0; at < 3; at++)
      rule(ink, x - 50, y - 28 + at * 12, x + 12 - at * 14, y - 28 + at * 12, color.mid, 3)
  },
  note: ({ x, y, doc, path }) => {
    doc.ellipse(x - 30, y + 32, 16, 12).fill(white)
    doc.ellipse(x + 34, y + 22, 16, 12).fill(white)
    path('M-20 30 L-20 -34 L48 -44 L48 20 L43 20 L43 -24 L-15 -15 L-15 30 Z')
  },
  palette: ({ x, y, doc }) => {
    doc.ellipse(x, y, 58, 42).fill(white)
    for (const [dx, dy, fill] of [
      [-32, -6, '#d96c5f'],
      [-10, -24, '#e8c34f'],
      [20, -22, '#6fae76'],
      [38, 0, '#5d8fc4'],
      [-22, 18, '#9a6fb0'],
    ] as const)
      doc.circle(x + dx, y + dy, 9).fill(fill)
  },
  heart: ({ path }) => {
    path('M0 40 C-70 0 -52 -46 -22 -42 C-8 -40 0 -28 0 -22 C0 -28 8 -40 22 -42 C52 -46 70 0 0 40 Z')
  },
  screen: ({ x, y, doc, color }) => {
    doc.roundedRect(x - 58, y - 42, 116, 74, 6).fill(white)
    doc.roundedRect(x - 50, y - 34, 100, 58, 3).fill(color.mid)
    doc.rect(x - 22, y + 34, 44, 8).fill(white)
  },
  stars: ({ x, y, doc, color }) => {
    for (const [dx, dy, r] of [
      [-34, 6, 34],
      [28, -18, 24],
      [44, 28, 15],
    ] as const) {
      const points = Array.from({ length: 10 }, (_, at): [number, number] => {
        const [far, angle] = [at % 2 ? r * 0.44 : r, (at / 5) * Math.PI - Math.PI / 2]
        return [x + dx + far * Math.cos(angle), y + dy + far * Math.sin(angle)]
      })
      doc.polygon(...points).fill(dx < 0 ? color.mid : white)
    }
  },
  key: ({ x, y, doc }) => {
    doc
      .circle(x - 32, y, 26)
      .lineWidth(11)
      .stroke(white)
    doc.rect(x - 6, y - 6, 66, 12).fill(white)
    doc.rect(x + 34, y, 9, 22).fill(white)
    doc.rect(x + 50, y, 9, 18).fill(white)
  },
  calendar: ({ x, y, doc, color }) => {
    doc.roundedRect(x - 50, y - 40, 100, 82, 6).fill(white)
    doc.rect(x - 50, y - 36, 100, 18).fill(color.mid)
    for (let at = 0; at < 12; at++)
      doc
        .rect(x - 40 + (at % 4) * 22, y - 10 + Math.floor(at / 4) * 17, 14, 11)
        .fill(at === 6 ? color.dark : color.light)
  },
}

/** The little picture in the title band, centred on x, y, about 130 by 90 points. */
export function drawMotif(ink: Ink, motif: Motif, x: number, y: number): void {
  const { doc, color } = ink
  const path = (d: string, fill = white): void => {
    doc.save().translate(x, y).path(d).fill(fill).restore()
  }
  drawings[motif]({ ink, doc, color, x, y, path })
}
