import { sheet } from './sheet.ts'

/** What stands above exercises of the demonstration, and parts of a whole for the words of its tasks. */
export const covers: Readonly<Record<string, () => string>> = {
  river,
  tower,
  fractions,
  'pie-half': () => pie(2, 1),
  'pie-third': () => pie(3, 1),
  'pie-quarters': () => pie(4, 2),
  'pie-three-quarters': () => pie(4, 3),
}

interface Point {
  x: number
  y: number
}

/** Where the hand of a clock of that radius points after a part of its round. */
function around(part: number, radius: number): Point {
  const turn = part * 2 * Math.PI
  return { x: radius * Math.sin(turn), y: -radius * Math.cos(turn) }
}

const written = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`

/** From the middle to the rim and back: one of so many equal pieces. */
function slice(at: number, parts: number, radius: number): string {
  const [from, to] = [around(at / parts, radius), around((at + 1) / parts, radius)]
  return `M0 0 L${written(from)} A${radius} ${radius} 0 0 1 ${written(to)} Z`
}

/** A round whole in equal parts, some of them coloured. */
function pie(parts: number, coloured: number): string {
  const slices = Array.from({ length: parts }, (_, at) => {
    const fill = at < coloured ? '#1f6fb2' : '#fffdf5'
    return `<path d="${slice(at, parts, 108)}" fill="${fill}"/>`
  })
  return sheet(
    240,
    240,
    `<rect width="240" height="240" rx="24" fill="#f3efe4"/>
    <g transform="translate(120 120)" stroke="#2b2b2b" stroke-width="5" stroke-linejoin="round">${slices.join('')}</g>`,
  )
}

/** A pizza of eight pieces, three of them on their way to somebody, and a bar of chocolate with a piece broken off. */
function fractions(): string {
  const pieces = Array.from({ length: 8 }, (_, at) => {
    const middle = around((at + 0.5) / 8, at < 3 ? 74 : 0)
    const toppings = [0.32, 0.68].map((part, n) => {
      const spot = around((at + part) / 8, n === 0 ? 150 : 210)
      return n === 0
        ? `<circle cx="${spot.x.toFixed(1)}" cy="${spot.y.toFixed(1)}" r="22" fill="#b8322a"/>`
        : `<ellipse cx="${spot.x.toFixed(1)}" cy="${spot.y.toFixed(1)}" rx="18" ry="9" transform="rotate(${at * 45} ${written(spot)})" fill="#4f9d45"/>`
    })
    return `<g transform="translate(${written(middle)})"><path d="${slice(at, 8, 270)}" fill="#c98a45"/>
      <path d="${slice(at, 8, 240)}" fill="#f2c14e" stroke="#e0a32f" stroke-width="3"/>${toppings.join('')}</g>`
  })
  const blocks = Array.from({ length: 12 }, (_, at) => {
    const [column, row] = [at % 3, Math.floor(at / 3)]
    const away = at === 2 ? 'translate(44 -46) rotate(14 295 -170)' : ''
    return `<g transform="${away}"><rect x="${column * 104}" y="${row * 104 - 208}" width="98" height="98" rx="10" fill="#6b4226"/>
      <rect x="${column * 104 + 16}" y="${row * 104 - 192}" width="66" height="66" rx="8" fill="#84563a"/></g>`
  })
  return sheet(
    1200,
    800,
    `<rect width="1200" height="800" fill="#dfeee9"/><rect y="640" width="1200" height="160" fill="#c9ddd5"/>
    <ellipse cx="390" cy="430" rx="345" ry="322" fill="#b9cfc7"/><circle cx="390" cy="412" r="322" fill="#fdfaf1"/>
    <g transform="translate(390 412)">${pieces.join('')}</g>
    <g transform="translate(792 420) rotate(-6)"><rect x="-22" y="-40" width="350" height="276" rx="12" fill="#d33f49"/>
    <g>${blocks.join('')}</g><path d="M-22 40 H328 V224 Q328 236 316 236 H-10 Q-22 236 -22 224 Z" fill="#d33f49"/><path d="M-22 40 l25 -16 25 16 25 -16 25 16 25 -16 25 16 25 -16 25 16 25 -16 25 16 25 -16 25 16 25 -16 25 16" fill="#b8323c"/></g>`,
  )
}

/** From the spring in the mountains over a fall and round its bends to the sea; it rains above, the sun shines on the sea. */
function river(): string {
  const drops = Array.from({ length: 18 }, (_, at) => {
    const [x, y] = [190 + (at % 6) * 38 + Math.floor(at / 6) * 12, 218 + Math.floor(at / 6) * 44]
    return `<path d="M${x} ${y} l-9 26" stroke="#4f8fc0" stroke-width="6" stroke-linecap="round"/>`
  })
  const vapour = [860, 930, 1000, 1070].map(
    (x, n) =>
      `<path d="M${x} ${560 - n * 8} q-26 -34 0 -66 q26 -32 0 -66" fill="none" stroke="#ffffff" stroke-opacity="0.75" stroke-width="10" stroke-linecap="round"/>`,
  )
  const trees = [
    [560, 470, 1],
    [640, 452, 0.8],
    [150, 640, 1.3],
    [690, 640, 1.1],
  ].map(
    ([x, y, size]) =>
      `<g transform="translate(${x} ${y}) scale(${size})"><rect x="-7" y="0" width="14" height="42" fill="#6d4a2c"/><path d="M0 -92 L42 10 H-42 Z" fill="#2f7d4a"/><path d="M0 -120 L32 -44 H-32 Z" fill="#3a9159"/></g>`,
  )
  const puffs = (colour: string) =>
    `<g fill="${colour}"><circle r="56"/><circle cx="66" cy="-26" r="70"/><circle cx="146" cy="0" r="58"/><rect x="-56" y="0" width="260" height="56" rx="28"/></g>`
  return sheet(
    1200,
    800,
    `<rect width="1200" height="800" fill="#c8e6f5"/><circle cx="1040" cy="130" r="74" fill="#f7c531"/><circle cx="1040" cy="130" r="104" fill="#f7c531" fill-opacity="0.25"/>
    <path d="M0 420 L180 300 L300 400 L400 250 L620 460 L860 600 V800 H0 Z" fill="#8795a1"/>
    <path d="M180 300 L222 335 L196 348 L176 334 L150 346 L138 328 Z M400 250 L456 303 L424 322 L400 302 L372 320 L350 325 Z" fill="#ffffff"/>
    <path d="M0 470 Q220 390 430 430 T900 540 L760 800 H0 Z" fill="#7fb463"/><path d="M0 640 Q300 560 640 610 T900 560 L700 800 H0 Z" fill="#93c572"/>
    <path d="M1200 540 Q1000 516 860 552 Q760 590 726 660 Q700 720 640 800 H1200 Z" fill="#2e86c1"/><path d="M1200 580 Q1040 560 930 590 Q850 620 830 680 Q816 740 780 800 H1200 Z" fill="#3f9ad6"/>
    <path d="M398 352 Q392 380 404 402" fill="none" stroke="#3f9ad6" stroke-width="14" stroke-linecap="round"/>
    <path d="M404 400 L398 466" stroke="#e8f5fc" stroke-width="26" stroke-linecap="round"/><path d="M396 410 V458 M408 410 V462" stroke="#9fcdea" stroke-width="4"/>
    <path d="M398 470 Q300 510 330 556 Q366 596 470 580 Q590 566 574 622 Q552 676 660 676 Q712 676 742 648" fill="none" stroke="#3f9ad6" stroke-width="32" stroke-linecap="round" stroke-linejoin="round"/>
    ${trees.join('')}<path d="M900 690 q30 -16 60 0 t60 0 M1000 750 q30 -16 60 0 t60 0 M1060 640 q26 -14 52 0" fill="none" stroke="#bfe0f4" stroke-width="7" stroke-linecap="round"/>
    ${vapour.join('')}${drops.join('')}<g transform="translate(210 150)">${puffs('#8fa1ae')}</g><g transform="translate(640 130) scale(0.8)">${puffs('#f4fafd')}</g>`,
  )
}

/** A town at dusk; the clock of its tower says a quarter to ten. */
function tower(): string {
  const roofs = [
    [60, 560, 190, '#a5523f'],
    [270, 600, 160, '#8d5a4a'],
    [760, 570, 180, '#a5523f'],
    [960, 540, 200, '#8d5a4a'],
  ].map(([x = 0, y = 0, width = 0, colour]) => {
    const [left, wide] = [Number(x), Number(width)]
    const lights = [0.2, 0.58].map(
      (part, n) =>
        `<rect x="${left + wide * part}" y="${Number(y) + 50}" width="36" height="52" rx="4" fill="${n === 0 ? '#f7d774' : '#57617a'}"/>`,
    )
    return `<rect x="${left}" y="${y}" width="${wide}" height="300" fill="#d9c3a5"/><path d="M${left - 18} ${y} L${left + wide / 2} ${Number(y) - 110} L${left + wide + 18} ${y} Z" fill="${colour}"/>${lights.join('')}`
  })
  const marks = Array.from({ length: 12 }, (_, at) => {
    const long = at % 3 === 0 ? 26 : 14
    return `<path d="M0 -116 V${-116 + long}" stroke="#2b2b2b" stroke-width="${at % 3 === 0 ? 9 : 6}" transform="rotate(${at * 30})"/>`
  })
  const stars = [
    [120, 90],
    [260, 200],
    [380, 70],
    [820, 110],
    [960, 220],
    [1090, 80],
    [1130, 300],
    [60, 300],
  ].map(([x, y], at) => `<circle cx="${x}" cy="${y}" r="${at % 2 === 0 ? 5 : 3}" fill="#fdf6da"/>`)
  return sheet(
    1200,
    800,
    `<rect width="1200" height="800" fill="#31446b"/><rect y="380" width="1200" height="420" fill="#4a5d86"/>${stars.join('')}
    <circle cx="960" cy="150" r="52" fill="#fdf1c4"/><circle cx="984" cy="138" r="46" fill="#31446b"/>${roofs.join('')}
    <rect x="440" y="230" width="300" height="570" fill="#e6d5b8"/><rect x="420" y="560" width="340" height="24" fill="#c4ad88"/><rect x="420" y="222" width="340" height="26" fill="#c4ad88"/>
    <path d="M420 224 L590 30 L760 224 Z" fill="#7d3f33"/><path d="M590 32 V-4" stroke="#f2c14e" stroke-width="8"/>
    <path d="M540 222 V168 A50 50 0 0 1 640 168 V222 Z" fill="#3d2a24"/><path d="M590 146 Q562 150 560 202 H620 Q618 150 590 146 Z" fill="#f2c14e"/><circle cx="590" cy="208" r="9" fill="#d39e2a"/>
    <g transform="translate(590 402)"><circle r="138" fill="#7d3f33"/><circle r="124" fill="#fffdf5"/>${marks.join('')}
    <path d="M0 0 V-62" stroke="#2b2b2b" stroke-width="13" stroke-linecap="round" transform="rotate(292.5)"/><path d="M0 0 V-98" stroke="#2b2b2b" stroke-width="8" stroke-linecap="round" transform="rotate(270)"/><circle r="12" fill="#2b2b2b"/></g>
    <path d="M544 800 V700 A46 46 0 0 1 636 700 V800 Z" fill="#6b4226"/><rect x="500" y="606" width="44" height="62" rx="22" fill="#f7d774"/><rect x="636" y="606" width="44" height="62" rx="22" fill="#f7d774"/>`,
  )
}
