import { sheet } from './sheet.ts'

/** The pictures of the demonstration's tasks; no words in them, so that six worlds share them. */
export const pictures: Readonly<Record<string, () => string>> = { plant, clocks, cell, park }

/** A poppy, its root in the ground. */
function plant(): string {
  const petals = [20, 92, 164, 236, 308].map(
    (turn) =>
      `<ellipse cx="400" cy="130" rx="62" ry="88" transform="rotate(${turn} 400 205)" fill="#d6402f" stroke="#a32a1d" stroke-width="4"/>`,
  )
  const leaf = (x: number, y: number, side: 1 | -1) => `<g transform="translate(${x} ${y}) scale(${side} 1)">
    <path d="M0 0 C60 -90 170 -110 240 -70 C190 10 90 40 0 0 Z" fill="#4f9d45" stroke="#2f6b29" stroke-width="4"/>
    <path d="M0 0 C80 -40 150 -60 222 -66 M70 -34 L84 -74 M120 -50 L140 -84 M90 -42 L128 -12 M140 -54 L176 -28" fill="none" stroke="#2f6b29" stroke-width="3"/></g>`
  const roots = [
    'M400 700 C396 780 404 850 398 950',
    'M400 730 C350 770 320 800 270 830',
    'M400 730 C450 770 490 790 530 836',
    'M400 790 C360 830 340 860 310 910',
    'M400 790 C440 830 466 860 490 910',
    'M320 800 C300 800 280 796 250 800',
    'M490 792 C510 790 530 786 556 792',
  ].map((path, n) => `<path d="${path}" stroke-width="${n === 0 ? 16 : n < 5 ? 9 : 5}"/>`)
  const stones = [
    [120, 800, 34],
    [670, 860, 42],
    [200, 930, 22],
    [640, 750, 18],
    [90, 900, 16],
  ].map(([x = 0, y = 0, r = 0]) => `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 0.7}" fill="#8a6f55"/>`)
  return sheet(
    800,
    1000,
    `<rect width="800" height="1000" fill="#dff1fb"/>
    <path d="M0 680 Q200 664 400 682 T800 676 V1000 H0 Z" fill="#6e5038"/>
    <path d="M0 680 Q200 664 400 682 T800 676 V700 Q600 690 400 704 T0 704 Z" fill="#6fae4e"/>${stones.join('')}
    <g fill="none" stroke="#e9d9b8" stroke-linecap="round">${roots.join('')}</g>
    <path d="M400 700 C410 560 388 420 400 230" fill="none" stroke="#3f8538" stroke-width="18" stroke-linecap="round"/>
    ${leaf(402, 560, 1)}${leaf(398, 480, -1)}${petals.join('')}
    <circle cx="400" cy="205" r="46" fill="#2b2b2b"/><circle cx="400" cy="205" r="24" fill="#7da34d"/>`,
  )
}

/** Half past three, a quarter past six, three o'clock, half past four: two by two. */
function clocks(): string {
  const times: [number, number][] = [
    [4, 30],
    [3, 30],
    [6, 15],
    [3, 0],
  ]
  const faces = times.map(([hour, minute], n) => {
    const marks = Array.from({ length: 60 }, (_, at) => {
      const [length, width] = at % 5 === 0 ? [20, 7] : [10, 3]
      return `<line y1="-182" y2="${-182 + length}" stroke="#222" stroke-width="${width}" transform="rotate(${at * 6})"/>`
    })
    const digits = Array.from({ length: 12 }, (_, at) => {
      const turn = ((at + 1) * Math.PI) / 6
      const [x, y] = [138 * Math.sin(turn), 14 - 138 * Math.cos(turn)]
      return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}">${at + 1}</text>`
    })
    return `<g transform="translate(${240 + (n % 2) * 480} ${240 + Math.floor(n / 2) * 480})">
      <circle r="208" fill="${['#c0392b', '#1f6fb2', '#2e8b57', '#8e5bb5'][n]}"/><circle r="190" fill="#fffdf5"/>${marks.join('')}
      <g font-family="DejaVu Sans, sans-serif" font-size="40" font-weight="700" text-anchor="middle" fill="#222">${digits.join('')}</g>
      <line y2="-76" stroke="#222" stroke-width="16" stroke-linecap="round" transform="rotate(${hour * 30 + minute / 2})"/>
      <line y2="-112" stroke="#222" stroke-width="9" stroke-linecap="round" transform="rotate(${minute * 6})"/><circle r="14" fill="#222"/></g>`
  })
  return sheet(960, 960, `<rect width="960" height="960" fill="#f3efe4"/>${faces.join('')}`)
}

/** A plant cell, cut open. */
function cell(): string {
  const chloroplasts = [
    [250, 190, -18],
    [520, 150, 6],
    [860, 190, 14],
    [205, 480, 74],
    [330, 690, -10],
    [700, 715, 8],
    [985, 330, 80],
  ].map(
    ([x = 0, y = 0, turn = 0]) => `<g transform="translate(${x} ${y}) rotate(${turn})">
    <ellipse rx="62" ry="32" fill="#3e8e41" stroke="#235c27" stroke-width="4"/>
    <path d="M-38 -8 H-14 M-38 4 H-14 M-4 -12 H20 M-4 0 H20 M-4 12 H20 M30 -6 H46 M30 6 H46" stroke="#a9dba0" stroke-width="5" stroke-linecap="round"/></g>`,
  )
  const mitochondria = [
    [420, 205, 24],
    [745, 140, -12],
    [520, 720, 4],
    [195, 340, 60],
  ].map(
    ([x = 0, y = 0, turn = 0]) => `<g transform="translate(${x} ${y}) rotate(${turn})">
    <ellipse rx="44" ry="22" fill="#e58a4c" stroke="#a8541d" stroke-width="4"/>
    <path d="M-30 6 Q-22 -14 -14 6 T2 6 T18 6 T32 4" fill="none" stroke="#a8541d" stroke-width="4"/></g>`,
  )
  return sheet(
    1200,
    860,
    `<rect width="1200" height="860" fill="#ffffff"/>
    <path d="M150 60 H1050 Q1130 60 1150 140 V720 Q1130 800 1050 800 H150 Q70 800 50 720 V140 Q70 60 150 60 Z" fill="#b9d88a" stroke="#5f8a35" stroke-width="30"/>
    <path d="M160 90 H1040 Q1100 90 1118 150 V710 Q1100 770 1040 770 H160 Q100 770 82 710 V150 Q100 90 160 90 Z" fill="#eef6d2" stroke="#c9882b" stroke-width="8"/>
    <path d="M330 300 Q470 250 620 290 Q700 310 700 440 Q700 590 620 630 Q470 670 340 620 Q270 580 280 450 Q280 340 330 300 Z" fill="#bfe0f5" stroke="#4d8fbd" stroke-width="6"/>
    <circle cx="865" cy="480" r="130" fill="#d8b6e6" stroke="#7d4a98" stroke-width="7"/><circle cx="890" cy="455" r="46" fill="#8e5bb5"/>
    ${chloroplasts.join('')}${mitochondria.join('')}`,
  )
}

/** An afternoon in a park: a girl flies a kite, a dog runs after a ball, an old man reads on a bench. */
function park(): string {
  const tree = (x: number, y: number, size: number) => `<g transform="translate(${x} ${y}) scale(${size})">
    <path d="M-16 0 L-10 -150 H10 L16 0 Z" fill="#7a5230"/>
    <circle cy="-190" r="78" fill="#3f8b3c"/><circle cx="-58" cy="-150" r="56" fill="#4c9d48"/><circle cx="58" cy="-152" r="58" fill="#367a35"/></g>`
  const cloud = (x: number, y: number) =>
    `<g fill="#ffffff" transform="translate(${x} ${y})"><circle r="34"/><circle cx="42" cy="8" r="28"/><circle cx="-42" cy="10" r="26"/><rect x="-66" y="10" width="134" height="26" rx="13"/></g>`
  const girl = `<g transform="translate(430 560)">
    <path d="M-20 62 L-30 132 M16 62 L30 130" stroke="#3b4a6b" stroke-width="18" stroke-linecap="round"/>
    <path d="M-30 -20 H30 L44 70 H-44 Z" fill="#e0a526"/><path d="M26 -8 L84 -66 M-26 -8 L-60 40" stroke="#e9b58c" stroke-width="15" stroke-linecap="round"/>
    <circle cy="-54" r="34" fill="#e9b58c"/><path d="M-36 -50 Q-38 -96 0 -94 Q38 -96 36 -50 Q20 -76 -8 -74 Q-26 -70 -36 -50 Z" fill="#6b3f1d"/>
    <path d="M-34 -56 Q-70 -40 -66 -6" stroke="#6b3f1d" stroke-width="14" fill="none" stroke-linecap="round"/>
    <circle cx="-8" cy="-52" r="4" fill="#333"/><circle cx="16" cy="-52" r="4" fill="#333"/><path d="M-6 -38 Q6 -28 18 -38" stroke="#8a3c2b" stroke-width="4" fill="none"/></g>`
  const kite = `<path d="M514 494 Q620 360 720 190" fill="none" stroke="#555" stroke-width="3"/>
    <path d="M720 70 L790 140 L720 240 L650 140 Z" fill="#d33f49"/><path d="M720 70 L790 140 H650 Z" fill="#f2c14e"/>
    <path d="M720 240 q-22 30 4 56 q22 24 -2 52" fill="none" stroke="#1f6fb2" stroke-width="7"/>`
  const dog = `<g transform="translate(700 650)">
    <path d="M-50 20 L-66 66 M-30 24 L-34 70 M34 24 L30 70 M50 18 L68 60" stroke="#8a5a33" stroke-width="14" stroke-linecap="round"/>
    <ellipse rx="72" ry="32" fill="#a06a3d"/><path d="M-66 -8 Q-100 -30 -104 -62" stroke="#a06a3d" stroke-width="13" fill="none" stroke-linecap="round"/>
    <ellipse cx="84" cy="-34" rx="34" ry="28" fill="#a06a3d"/><ellipse cx="112" cy="-26" rx="18" ry="13" fill="#c48f62"/><circle cx="126" cy="-30" r="6" fill="#222"/>
    <path d="M64 -56 Q46 -50 50 -18 Q66 -24 72 -46 Z" fill="#6d4424"/><circle cx="90" cy="-42" r="4" fill="#222"/></g>
    <circle cx="900" cy="706" r="28" fill="#d33f49"/><path d="M874 698 Q900 686 926 698" stroke="#ffffff" stroke-width="6" fill="none"/>`
  const man = `<g transform="translate(1010 520)">
    <path d="M-120 30 H120 M-120 62 H120 M-130 104 H130" stroke="#7a5230" stroke-width="16" stroke-linecap="round"/><path d="M-100 104 V164 M100 104 V164" stroke="#444" stroke-width="14"/>
    <path d="M-34 96 L-38 100 L-50 166 M24 96 L40 100 L44 166" stroke="#4a4a55" stroke-width="22" stroke-linecap="round" fill="none"/>
    <rect x="-44" y="-16" width="84" height="118" rx="24" fill="#3e6f8e"/><circle cx="-4" cy="-52" r="34" fill="#e3b08a"/>
    <path d="M-40 -60 Q-40 -100 -2 -98 Q36 -98 34 -62 Z" fill="#555b66"/><rect x="-62" y="-68" width="64" height="10" rx="5" fill="#555b66"/><path d="M-30 -34 Q-4 -6 24 -34 Q20 -10 -4 -8 Q-28 -10 -30 -34 Z" fill="#f2f2f2"/>
    <circle cx="-18" cy="-52" r="4" fill="#333"/><circle cx="6" cy="-52" r="4" fill="#333"/>
    <path d="M-40 14 L-58 52 M36 14 L40 52" stroke="#3e6f8e" stroke-width="20" stroke-linecap="round"/>
    <path d="M-70 30 L-8 44 V92 L-70 76 Z" fill="#ffffff" stroke="#999" stroke-width="3"/><path d="M50 30 L-8 44 V92 L50 76 Z" fill="#f4f4f0" stroke="#999" stroke-width="3"/></g>`
  const ducks = [
    [170, 690],
    [270, 720],
  ].map(
    ([
      x,
      y,
    ]) => `<g transform="translate(${x} ${y})"><path d="M-40 0 Q-30 26 6 26 Q44 24 46 -10 Q20 6 0 -4 Q-20 -8 -40 0 Z" fill="#f6f6f2" stroke="#b9b9ae" stroke-width="3"/>
    <circle cx="44" cy="-22" r="18" fill="#f6f6f2" stroke="#b9b9ae" stroke-width="3"/><path d="M60 -24 L80 -18 L60 -12 Z" fill="#ef8e22"/><circle cx="48" cy="-26" r="3" fill="#222"/></g>`,
  )
  return sheet(
    1200,
    800,
    `<rect width="1200" height="800" fill="#bfe3f6"/><circle cx="130" cy="110" r="62" fill="#f7c531"/>${cloud(360, 110)}${cloud(960, 130)}
    <path d="M0 420 Q300 370 640 414 T1200 396 V800 H0 Z" fill="#8cc466"/><path d="M0 470 Q300 430 640 470 T1200 452 V800 H0 Z" fill="#79b656"/>
    <ellipse cx="210" cy="710" rx="250" ry="86" fill="#5fb0de"/><ellipse cx="210" cy="704" rx="220" ry="68" fill="#7cc3ea"/>
    ${tree(130, 540, 1)}${tree(1110, 470, 0.9)}${tree(850, 460, 0.7)}${kite}${man}${girl}${dog}${ducks.join('')}`,
  )
}
