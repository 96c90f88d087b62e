/** Signs of mathematics that are in no font of texts, drawn of what is: letters of other sizes and heights, and lines. */
export interface DrawnSign {
  /** What is drawn of the font. */
  text: string
  /** Its size, and how far it is raised, by the size of the text. */
  size: number
  rise: number
  /** Lines over it: corners from its left end and from the foot of the line, by the size of the text. */
  lines: readonly (readonly (readonly [number, number])[])[]
  /** Of a sign that is lines alone. */
  width?: number
}

const plain = (text: string): DrawnSign => ({ text, size: 1, rise: 0, lines: [] })
const scripted = (signs: string, rise: number) =>
  [...signs].map((sign, at): [string, DrawnSign] => [
    sign,
    { text: '0123456789+−=()n'[at] ?? '', size: 0.62, rise, lines: [] },
  ])
const over = (text: string, ...lines: DrawnSign['lines']): DrawnSign => ({ ...plain(text), lines })
const drawn = (width: number, ...lines: DrawnSign['lines']): DrawnSign => ({ ...plain(''), lines, width })

const tip = (x: number, direction: 1 | -1) =>
  [
    [x - direction * 0.2, 0.42],
    [x, 0.28],
    [x - direction * 0.2, 0.14],
  ] as const
const shaft = (y: number) =>
  [
    [0.1, y],
    [0.8, y],
  ] as const
const wave = (y: number) =>
  [0, 1, 2, 3, 4, 5, 6, 7, 8].map(
    (at) => [0.08 + at * 0.055, y + 0.05 * Math.sin((at * Math.PI) / 4)] as const,
  )
const ring = (x: number, y: number, radius: number) =>
  Array.from({ length: 17 }, (_, at): readonly [number, number] => {
    const angle = (at * Math.PI) / 8
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
const bowl = (y: number, side: 1 | -1) =>
  Array.from({ length: 9 }, (_, at): readonly [number, number] => {
    const angle = (at * Math.PI) / 8
    return [0.32 - 0.22 * Math.cos(angle), y - side * 0.3 * Math.sin(angle)]
  })

const tick = drawn(0.66, [
  [0.08, 0.28],
  [0.24, 0.06],
  [0.58, 0.62],
])
const cross = drawn(
  0.62,
  [
    [0.1, 0.06],
    [0.52, 0.56],
  ],
  [
    [0.1, 0.56],
    [0.52, 0.06],
  ],
)
const box = drawn(0.78, [
  [0.08, 0],
  [0.7, 0],
  [0.7, 0.62],
  [0.08, 0.62],
  [0.08, 0],
])
const star = drawn(
  0.76,
  Array.from({ length: 11 }, (_, at): readonly [number, number] => {
    const [angle, radius] = [Math.PI / 2 + (at * Math.PI) / 5, at % 2 === 0 ? 0.34 : 0.14]
    return [0.38 + radius * Math.cos(angle), 0.3 + radius * Math.sin(angle)]
  }),
)
const pole = [
  [0.25, 0.6],
  [0.25, 0],
] as const
const moved = ({ lines }: DrawnSign, by: number): DrawnSign['lines'] =>
  lines.map((line) => line.map(([x, y]) => [x + by, y] as const))

const signs: ReadonlyMap<string, DrawnSign> = new Map([
  ...scripted('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ', 0.34).filter(([sign]) => !'¹²³'.includes(sign)),
  ...scripted('₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ', -0.12),
  ...Object.entries({
    ...{
      '⋅': plain('·'),
      '∑': plain('Σ'),
      '∏': plain('Π'),
      '∅': plain('Ø'),
      '∣': plain('|'),
      '∥': plain('||'),
    },
    ...{ '∘': plain('°'), '∼': plain('~'), '∆': plain('Δ'), '∶': plain(':') },
    '≤': over('<', [
      [0.06, -0.03],
      [0.51, -0.03],
    ]),
    '≥': over('>', [
      [0.06, -0.03],
      [0.51, -0.03],
    ]),
    '≠': over('=', [
      [0.2, 0.02],
      [0.38, 0.58],
    ]),
    '≡': over('=', [
      [0.065, 0.64],
      [0.5, 0.64],
    ]),
    '∓': drawn(
      0.58,
      [
        [0.08, 0.56],
        [0.5, 0.56],
      ],
      [
        [0.08, 0.24],
        [0.5, 0.24],
      ],
      [
        [0.29, 0.44],
        [0.29, 0.04],
      ],
    ),
    '≈': drawn(0.6, wave(0.38), wave(0.2)),
    '√': drawn(0.62, [
      [0.02, 0.3],
      [0.13, 0.36],
      [0.27, 0],
      [0.5, 0.76],
      [0.62, 0.76],
    ]),
    '→': drawn(0.9, shaft(0.28), tip(0.8, 1)),
    '←': drawn(0.9, shaft(0.28), tip(0.1, -1)),
    '↔': drawn(0.9, shaft(0.28), tip(0.8, 1), tip(0.1, -1)),
    '⇒': drawn(0.9, shaft(0.35), shaft(0.21), tip(0.86, 1)),
    '⇔': drawn(0.9, shaft(0.35), shaft(0.21), tip(0.86, 1), tip(0.04, -1)),
    '∞': drawn(0.9, ring(0.27, 0.28, 0.17), ring(0.61, 0.28, 0.17)),
    '∈': drawn(
      0.62,
      [
        [0.54, 0.56],
        [0.3, 0.54],
        [0.14, 0.42],
        [0.1, 0.28],
        [0.14, 0.14],
        [0.3, 0.02],
        [0.54, 0],
      ],
      [
        [0.1, 0.28],
        [0.5, 0.28],
      ],
    ),
    '∪': drawn(0.64, [[0.1, 0.6], ...bowl(0.3, 1), [0.54, 0.6]]),
    '∩': drawn(0.64, [[0.1, 0], ...bowl(0.3, -1), [0.54, 0]]),
    '⊥': drawn(
      0.64,
      [
        [0.32, 0.6],
        [0.32, 0],
      ],
      [
        [0.08, 0],
        [0.56, 0],
      ],
    ),
    '✓': tick,
    '✔': tick,
    '✗': cross,
    '✘': cross,
    '★': star,
    '☆': star,
    '□': box,
    '☐': box,
    '☑': drawn(0.78, ...box.lines, ...moved(tick, 0.06)),
    '☒': drawn(0.78, ...box.lines, ...moved(cross, 0.08)),
    '↑': drawn(0.5, pole, [
      [0.11, 0.42],
      [0.25, 0.62],
      [0.39, 0.42],
    ]),
    '↓': drawn(0.5, pole, [
      [0.11, 0.18],
      [0.25, -0.02],
      [0.39, 0.18],
    ]),
    '↘': drawn(
      0.64,
      [
        [0.1, 0.56],
        [0.54, 0.06],
      ],
      [
        [0.28, 0.06],
        [0.54, 0.06],
        [0.54, 0.34],
      ],
    ),
    '♪': drawn(0.5, ring(0.16, 0.08, 0.1), [
      [0.26, 0.1],
      [0.26, 0.66],
      [0.42, 0.5],
    ]),
    '∠': drawn(0.64, [
      [0.52, 0.5],
      [0.08, 0],
      [0.56, 0],
    ]),
    '∫': drawn(0.5, [
      [0.44, 0.72],
      [0.34, 0.74],
      [0.27, 0.62],
      [0.2, 0.02],
      [0.13, -0.12],
      [0.03, -0.1],
    ]),
  } satisfies Record<string, DrawnSign>),
])

/** Stands for what cannot be drawn: whoever reads it sees that something is not there. */
export const missingSign = '□'

/** How a sign is drawn that no font has; undefined: it is none of these. */
export function drawnSign(sign: string): DrawnSign | undefined {
  return signs.get(sign)
}
