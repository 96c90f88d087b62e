/** Greek letters as the database's `search_sound` writes them. */
const sounds: Readonly<Record<string, string>> = Object.fromEntries(
  [...'αβγδεζηθικλμνξοπρσςτυφχψω'].map((letter, index) => [letter, 'avgdeziqiklmnxoprsstifhyo'[index] ?? '']),
)

/** How a folded Greek word sounds, in the letters of the database's `search_sound`. */
export function soundOf(folded: string): string {
  return folded
    .replaceAll('ου', 'u')
    .replaceAll('ει', 'i')
    .replaceAll('οι', 'i')
    .replaceAll('αι', 'e')
    .replace(/[α-ω]/g, (letter) => sounds[letter] ?? letter)
}

/**
 * What Latin letters may stand for, in the letters of `search_sound`, the likeliest first; the longest run that is
 * known is read first. Some write by sound ("th", "ks"), some by shape ("8", "3", "w"), most mix both.
 */
const readings: Readonly<Record<string, readonly string[]>> = {
  th: ['q', 'ti'],
  ps: ['y'],
  ks: ['x'],
  ch: ['h'],
  kh: ['h'],
  ph: ['f'],
  ou: ['u'],
  oy: ['u'],
  ei: ['i'],
  oi: ['i'],
  ai: ['e', 'ai'],
  eu: ['ei'],
  ey: ['ei', 'i'],
  ef: ['ei', 'ef'],
  ev: ['ei', 'ev'],
  au: ['ai'],
  ay: ['ai'],
  af: ['ai', 'af'],
  av: ['ai', 'av'],
  mp: ['mp'],
  nt: ['nt'],
  gk: ['gk', 'gg'],
  gg: ['gg'],
  ng: ['gg', 'gk'],
  gh: ['g'],
  dh: ['d'],
  b: ['v', 'mp'],
  c: ['s', 'k'],
  d: ['d', 'nt'],
  g: ['g', 'gk'],
  h: ['i', 'h'],
  j: ['x', 'z'],
  q: ['q', 'k'],
  u: ['i', 'u'],
  w: ['o'],
  x: ['h', 'x'],
  y: ['i'],
  0: ['q'],
  3: ['x'],
  4: ['y'],
  8: ['q'],
  9: ['q'],
}

const maxReadings = 48

/** Whether a word is in Latin letters, with or without the digits that stand for Greek ones. */
export function isLatin(folded: string): boolean {
  return /^[a-z0-9]*[a-z][a-z0-9]*$/.test(folded)
}

/** How a Greek word typed in Latin letters may sound, the likeliest first. */
export function greeklishSounds(folded: string): string[] {
  let heads: { sound: string; at: number }[] = [{ sound: '', at: 0 }]
  const whole: string[] = []
  while (heads.length > 0) {
    heads = heads.flatMap(({ sound, at }) => {
      if (at >= folded.length) {
        whole.push(sound)
        return []
      }
      const pair = folded.slice(at, at + 2)
      const single = folded.slice(at, at + 1)
      const wide = pair.length === 2 ? (readings[pair] ?? []) : []
      const narrow = readings[single] ?? [single]
      return [
        ...wide.map((read) => ({ sound: sound + read, at: at + 2 })),
        ...(wide.length > 0 ? [] : narrow.map((read) => ({ sound: sound + read, at: at + 1 }))),
      ]
    })
    heads = heads.slice(0, maxReadings)
  }
  return [...new Set(whole)].slice(0, maxReadings)
}
