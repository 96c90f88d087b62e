import type { DiagramKind, SectionOf } from '../types.ts'
import { bankBlock } from './family-language.ts'
import type { Rendered } from './flow.ts'
import { black, box, drawCentred, drawText, grey, type Ink, page, rule } from './ink.ts'

type Spot = [number, number, number, number]
type Picture = (ink: Ink, x: number, y: number) => Spot[]

const blue = '#bfdcf0'
const green = '#b9d9a6'
const brown = '#c9a981'
const yellow = '#f6d66b'
const red = '#e4a08e'

function cloud(ink: Ink, x: number, y: number): void {
  for (const [dx, dy, r] of [
    [0, 0, 20],
    [22, -10, 24],
    [46, 0, 20],
    [24, 6, 22],
  ] as const)
    ink.doc.circle(x + dx, y + dy, r).fill('#d5dde6')
}

function path(ink: Ink, d: string, fill: string, stroke = black): void {
  ink.doc.path(d).lineWidth(1.2).fillAndStroke(fill, stroke)
}

function arrow(ink: Ink, x1: number, y1: number, x2: number, y2: number): void {
  rule(ink, x1, y1, x2, y2, ink.color.dark, 2.2)
  const angle = Math.atan2(y2 - y1, x2 - x1)
  const tip = (turn: number): [number, number] => [
    x2 - 10 * Math.cos(angle + turn),
    y2 - 10 * Math.sin(angle + turn),
  ]
  ink.doc.polygon([x2, y2], tip(0.45), tip(-0.45)).fill(ink.color.dark)
}

function rings(ink: Ink, x: number, y: number, list: [number, string][]): void {
  for (const [r, fill] of list) ink.doc.circle(x, y, r).lineWidth(1.1).fillAndStroke(fill, black)
}

/** A spot is the point on the picture and the place of its number (x, y, x, y in picture units). */
const pictures: Record<DiagramKind, Picture> = {
  water: (ink, x, y) => {
    ink.doc.translate(x, y)
    path(ink, 'M210 250 L300 90 L360 170 L400 120 L440 250 Z', '#b9b2a6')
    path(ink, 'M0 210 Q60 196 120 212 T230 216 L230 250 L0 250 Z', blue)
    path(ink, 'M230 230 Q330 200 440 236 L440 290 L0 290 L0 250 L230 250 Z', brown)
    ink.doc.circle(40, 40, 26).fill(yellow)
    cloud(ink, 150, 55)
    cloud(ink, 300, 45)
    for (let at = 0; at < 5; at++) rule(ink, 300 + at * 14, 74, 294 + at * 14, 94, '#5b8fb9', 1.6)
    for (let at = 0; at < 3; at++) arrow(ink, 60 + at * 24, 196, 66 + at * 24, 120)
    arrow(ink, 210, 50, 270, 46)
    arrow(ink, 330, 230, 240, 272)
    ink.doc.translate(-x, -y)
    return [
      [84, 150, -12, 150],
      [170, 52, 170, 4],
      [330, 84, 450, 70],
      [310, 240, 450, 210],
      [110, 232, -12, 232],
      [280, 272, 450, 276],
    ]
  },
  plant: (ink, x, y) => {
    ink.doc.translate(x, y)
    ink.doc.rect(60, 210, 320, 80).fill(brown)
    rule(ink, 220, 90, 220, 215, '#5f8f4e', 6)
    for (const [dx, dy] of [
      [-50, 60],
      [-26, 70],
      [0, 74],
      [28, 68],
      [52, 58],
    ] as const)
      rule(ink, 220, 213, 220 + dx, 210 + dy, '#6e5436', 2.4)
    path(ink, 'M220 170 Q170 120 140 150 Q160 190 220 174 Z', green)
    path(ink, 'M220 150 Q270 100 300 130 Q280 170 220 154 Z', green)
    for (let at = 0; at < 8; at++)
      ink.doc
        .circle(220 + 30 * Math.cos((at * Math.PI) / 4), 66 + 30 * Math.sin((at * Math.PI) / 4), 17)
        .fillAndStroke(red, black)
    ink.doc.circle(220, 66, 18).fillAndStroke(yellow, black)
    ink.doc.translate(-x, -y)
    return [
      [244, 48, 380, 36],
      [222, 190, 380, 180],
      [165, 152, 40, 146],
      [196, 250, 40, 262],
      [220, 66, 60, 60],
    ]
  },
  circuit: (ink, x, y) => {
    ink.doc.translate(x, y)
    ink.doc.rect(70, 60, 300, 170).lineWidth(2.4).stroke(black)
    ink.doc.rect(180, 46, 80, 30).fill('#ffffff')
    rule(ink, 205, 40, 205, 80, black, 2)
    rule(ink, 225, 50, 225, 70, black, 5)
    rule(ink, 180, 60, 205, 60, black, 2.4)
    rule(ink, 225, 60, 262, 60, black, 2.4)
    ink.doc.circle(220, 230, 26).lineWidth(2.4).fillAndStroke(yellow, black)
    rule(ink, 202, 212, 238, 248, black, 2)
    rule(ink, 238, 212, 202, 248, black, 2)
    ink.doc.rect(362, 120, 16, 50).fill('#ffffff')
    rule(ink, 370, 170, 394, 126, black, 2.6)
    ink.doc.circle(370, 120, 4).fill(black)
    ink.doc.circle(370, 170, 4).fill(black)
    ink.doc.translate(-x, -y)
    return [
      [215, 44, 215, 4],
      [240, 236, 330, 272],
      [388, 140, 440, 140],
      [72, 150, 10, 150],
    ]
  },
  states: (ink, x, y) => {
    const gaps = [13, 17, 40]
    gaps.forEach((_, at) => {
      const left = x + at * 155
      box(ink, left, y + 50, 130, 150, '#ffffff', black)
      for (let one = 0; one < (at === 2 ? 9 : 30); one++) {
        const [cx, cy] =
          at === 0
            ? [left + 18 + (one % 6) * 19, y + 186 - Math.floor(one / 6) * 19]
            : at === 1
              ? [
                  left + 15 + (one % 6) * 20 + ink.random.int(-3, 3),
                  y + 188 - Math.floor(one / 6) * 19 + ink.random.int(-4, 4),
                ]
              : [
                  left + 22 + (one % 3) * 42 + ink.random.int(-8, 8),
                  y + 72 + Math.floor(one / 3) * 46 + ink.random.int(-9, 9),
                ]
        ink.doc.circle(cx, cy, 8).fillAndStroke(ink.color.mid, ink.color.dark)
      }
      if (at < 2) {
        arrow(ink, left + 132, y + 100, left + 153, y + 100)
        arrow(ink, left + 153, y + 150, left + 132, y + 150)
      }
    })
    return [
      [65, 200, 65, 236],
      [220, 200, 220, 236],
      [375, 200, 375, 236],
      [143, 98, 143, 30],
      [298, 98, 298, 30],
    ]
  },
  cell: (ink, x, y) => {
    box(ink, x + 60, y + 20, 320, 240, '#7fae6c', black)
    box(ink, x + 70, y + 30, 300, 220, '#dcedd0', black)
    ink.doc.ellipse(x + 240, y + 140, 84, 62).fillAndStroke(blue, black)
    rings(ink, x + 124, y + 90, [
      [30, '#d9b8d8'],
      [10, '#a87aa7'],
    ])
    for (const [dx, dy] of [
      [110, 200],
      [160, 226],
      [330, 60],
      [336, 210],
      [200, 56],
    ] as const)
      ink.doc.ellipse(x + dx, y + dy, 18, 10).fillAndStroke('#6ea355', black)
    return [
      [64, 150, 12, 150],
      [74, 220, 12, 240],
      [124, 90, 12, 70],
      [240, 140, 430, 140],
      [336, 210, 430, 220],
      [290, 224, 430, 264],
    ]
  },
  solar: (ink, x, y) => {
    ink.doc.circle(x - 30, y + 140, 58).fillAndStroke(yellow, black)
    const sizes = [5, 8, 9, 6, 22, 18, 13, 12]
    const fills = ['#b6aca0', '#e8cf9b', '#8fb9d8', '#d48c70', '#dcb994', '#e9d8a6', '#b7dfe0', '#86a4da']
    return sizes.map((r, at): Spot => {
      const cx = 56 + at * 52
      ink.doc
        .circle(x + cx, y + 140, r)
        .lineWidth(1)
        .fillAndStroke(fills[at] ?? blue, black)
      if (at === 5)
        ink.doc
          .ellipse(x + cx, y + 140, 28, 6)
          .lineWidth(2)
          .stroke(grey)
      return [cx, 140 - r, cx, at % 2 === 0 ? 70 : 210]
    })
  },
  volcano: (ink, x, y) => {
    ink.doc.translate(x, y)
    path(ink, 'M20 250 L180 70 L260 70 L420 250 Z', '#b39c86')
    path(ink, 'M205 70 L235 70 L230 250 L210 250 Z', '#e2643f')
    path(ink, 'M130 290 Q220 230 310 290 Z', '#e2643f')
    path(ink, 'M235 74 Q300 130 300 160 Q280 150 228 92 Z', '#e2643f')
    cloud(ink, 195, 30)
    ink.doc.translate(-x, -y)
    return [
      [222, 70, 330, 50],
      [218, 160, 20, 140],
      [220, 276, 20, 280],
      [284, 138, 430, 120],
      [220, 26, 90, 16],
      [340, 190, 440, 190],
    ]
  },
  atom: (ink, x, y) => {
    rings(ink, x + 220, y + 140, [
      [128, '#ffffff'],
      [78, '#ffffff'],
      [34, '#f2e3d0'],
    ])
    for (let at = 0; at < 6; at++) {
      const angle = at * 1.05
      ink.doc
        .circle(x + 220 + 17 * Math.cos(angle), y + 140 + 17 * Math.sin(angle), 10)
        .fillAndStroke(at % 2 ? '#cfd3d9' : red, black)
    }
    for (const [r, angle] of [
      [78, 0.8],
      [78, 3.9],
      [128, 2.2],
      [128, 5.4],
    ] as const)
      ink.doc
        .circle(x + 220 + r * Math.cos(angle), y + 140 + r * Math.sin(angle), 7)
        .fillAndStroke('#7ea6d8', black)
    return [
      [237, 140, 400, 140],
      [212, 128, 40, 110],
      [274, 196, 400, 240],
      [95, 164, 30, 210],
    ]
  },
  tooth: (ink, x, y) => {
    ink.doc.translate(x, y)
    path(
      ink,
      'M40 150 Q110 120 140 150 L150 280 L40 280 Z M400 150 Q330 120 300 150 L290 280 L400 280 Z',
      red,
    )
    path(
      ink,
      'M130 140 Q110 20 170 30 Q220 60 270 30 Q330 20 310 140 Q300 220 280 280 Q255 270 245 190 Q220 160 195 190 Q185 270 160 280 Q140 220 130 140 Z',
      '#fbf7ea',
    )
    path(
      ink,
      'M150 140 Q136 62 172 62 Q220 86 268 62 Q304 62 290 140 Q284 190 274 230 Q262 190 252 170 Q220 140 188 170 Q178 190 166 230 Q156 190 150 140 Z',
      '#efdba8',
    )
    path(ink, 'M190 130 Q184 96 220 108 Q256 96 250 130 Q240 144 220 140 Q200 144 190 130 Z', '#d97b72')
    ink.doc.translate(-x, -y)
    return [
      [160, 44, 40, 40],
      [270, 84, 420, 60],
      [230, 122, 420, 110],
      [340, 200, 440, 200],
      [166, 262, 20, 250],
    ]
  },
  eye: (ink, x, y) => {
    rings(ink, x + 230, y + 140, [
      [120, '#f8f4ee'],
      [106, '#fbe9d2'],
    ])
    ink.doc.ellipse(x + 122, y + 140, 22, 52).fillAndStroke('#d8ecf5', black)
    rule(ink, x + 146, y + 88, x + 146, y + 118, '#4b79a8', 7)
    rule(ink, x + 146, y + 162, x + 146, y + 192, '#4b79a8', 7)
    ink.doc.ellipse(x + 166, y + 140, 16, 34).fillAndStroke(blue, black)
    ink.doc.rect(x + 334, y + 150, 76, 24).fillAndStroke(yellow, black)
    return [
      [108, 140, 20, 140],
      [146, 100, 60, 50],
      [166, 150, 60, 240],
      [330, 108, 430, 70],
      [390, 162, 440, 210],
      [240, 120, 250, 4],
    ]
  },
  cereal: (ink, x, y) => {
    for (let at = 0; at < 4; at++) {
      const left = x + 50 + at * 112
      rule(ink, left, y + 90, left, y + 280, '#9a8a3f', 3)
      for (let row = 0; row < 7; row++) {
        for (const side of [-1, 1]) {
          const spread = at === 3 ? 22 + row * 3 : 8
          const top = y + 20 + row * 14
          if (at === 3) rule(ink, left, top + 10, left + side * spread, top + 14, '#9a8a3f', 1)
          ink.doc.ellipse(left + side * spread, top + 8, 5, 8).fillAndStroke('#e0bf62', '#7b6a3a')
          if (at === 1) rule(ink, left + side * 10, top, left + side * 26, top - 34, '#9a8a3f', 0.9)
          if (at === 2) rule(ink, left + side * 10, top, left + side * 18, top - 16, '#9a8a3f', 0.9)
        }
      }
      path(
        ink,
        `M${left} ${y + 220} Q${left + 40} ${y + 180} ${left + 44} ${y + 150} Q${left + 16} ${y + 180} ${left} ${y + 208} Z`,
        green,
      )
    }
    return [0, 1, 2, 3].map((at): Spot => [50 + at * 112, 250, 78 + at * 112, 264])
  },
  computer: (ink, x, y) => {
    box(ink, x + 110, y + 30, 190, 130, '#dfe5ee', black)
    box(ink, x + 120, y + 40, 170, 108, blue, black)
    ink.doc.rect(x + 190, y + 160, 30, 26).fillAndStroke(grey, black)
    box(ink, x + 100, y + 210, 210, 54, '#eceff3', black)
    for (let row = 0; row < 3; row++)
      for (let key = 0; key < 12; key++)
        ink.doc
          .rect(x + 110 + key * 16, y + 218 + row * 14, 12, 10)
          .lineWidth(0.6)
          .stroke(black)
    ink.doc.ellipse(x + 352, y + 236, 18, 28).fillAndStroke('#eceff3', black)
    rule(ink, x + 352, y + 208, x + 352, y + 230)
    box(ink, x + 340, y + 30, 70, 140, '#cfd6e0', black)
    ink.doc.circle(x + 375, y + 150, 6).fill(ink.color.dark)
    box(ink, x + 20, y + 80, 50, 90, '#cfd6e0', black)
    rings(ink, x + 45, y + 136, [
      [17, '#ffffff'],
      [6, grey],
    ])
    return [
      [205, 60, 205, 4],
      [150, 240, 40, 250],
      [360, 250, 430, 270],
      [390, 60, 450, 60],
      [40, 100, -10, 70],
    ]
  },
  layers: (ink, x, y) => {
    rings(ink, x + 220, y + 142, [
      [138, '#9c8466'],
      [126, '#d9793f'],
      [78, '#efb04c'],
      [38, '#f8e08a'],
    ])
    return [
      [90, 100, 20, 60],
      [300, 70, 430, 60],
      [280, 170, 430, 170],
      [220, 150, 20, 230],
    ]
  },
  compass: (ink, x, y) => {
    const [cx, cy] = [x + 220, y + 142]
    ink.doc.circle(cx, cy, 104).lineWidth(2).fillAndStroke(ink.color.light, black)
    for (let at = 0; at < 8; at++) {
      const [angle, r] = [(at * Math.PI) / 4, at % 2 ? 60 : 98]
      const end = (turn: number, far: number): [number, number] => [
        cx + far * Math.sin(angle + turn),
        cy - far * Math.cos(angle + turn),
      ]
      ink.doc.polygon([cx, cy], end(0.35, 26), end(0, r)).fillAndStroke('#ffffff', black)
      ink.doc.polygon([cx, cy], end(-0.35, 26), end(0, r)).fillAndStroke(ink.color.dark, black)
    }
    const place = (angle: number, far: number): Spot => [
      220 + 90 * Math.sin(angle),
      142 - 90 * Math.cos(angle),
      220 + far * Math.sin(angle),
      142 - far * Math.cos(angle),
    ]
    return Array.from({ length: 8 }, (_, at) => place((at * Math.PI) / 4, 134))
  },
}

/** A drawn diagram with numbered spots; the labels stand in the box and, in order, in the key. */
export function renderDiagram(ink: Ink, section: SectionOf<'diagram'>): Rendered {
  const left = page.left + 30
  return {
    blocks: [
      bankBlock(ink, ink.random.shuffle(section.labels)),
      {
        height: 304,
        stretch: 20,
        draw: (y) => {
          const spots = pictures[section.d](ink, left, y)
          spots.slice(0, section.labels.length).forEach(([px, py, nx, ny], at) => {
            rule(ink, left + px, y + py, left + nx, y + ny, black, 0.8)
            ink.doc
              .circle(left + nx, y + ny, 11)
              .lineWidth(1.2)
              .fillAndStroke('#ffffff', ink.color.dark)
            drawCentred(ink, String(at + 1), left + nx, y + ny - 7.5, { size: 11.5, bold: true })
          })
        },
      },
      ...Array.from({ length: Math.ceil(section.labels.length / 2) }, (_, row) => ({
        height: 28,
        stretch: 10,
        draw: (y: number) => {
          for (const column of [0, 1]) {
            const at = row * 2 + column
            if (at >= section.labels.length) continue
            drawText(ink, `${at + 1})`, page.left + column * 256, y + 4, { size: 11.5, bold: true })
            rule(ink, page.left + column * 256 + 22, y + 19, page.left + column * 256 + 232, y + 19)
          }
        },
      })),
    ],
    answers: [section.labels.map((label, at) => `${at + 1})\u00a0${label}`).join('   ')],
  }
}
