import { type Hue, hueOf } from '#platform/rules/web/subject-hue.ts'

/** The angles of the subjects' colours in the shop, and how colourful each is (tokens.css, --hue-*). */
const angles: Record<Hue, readonly [hue: number, chroma: number]> = {
  language: [20, 1],
  foreign: [318, 1],
  numbers: [262, 1],
  nature: [148, 0.95],
  society: [62, 0.9],
  arts: [350, 1],
  body: [215, 0.9],
  general: [172, 0.6],
}

export interface Colours {
  /** For grounds under white words, from the darkest. */
  dark: string
  deep: string
  mid: string
  /** For grounds under dark words, to the lightest. */
  soft: string
  light: string
  pale: string
  /** A blackboard with a breath of the subject. */
  board: string
  /** What stands out against all of them. */
  pop: string
}

/** The colours of a subject; `turn` goes some degrees aside, so that neighbours of one subject are kin and not the same. */
export function coloursOf(subject: string, turn = 0): Colours {
  const [angle, chroma] = angles[hueOf(subject)]
  const tone = (lightness: number, strength: number) => oklch(lightness, strength * chroma, angle + turn)
  return {
    dark: tone(0.29, 0.065),
    deep: tone(0.42, 0.125),
    mid: tone(0.58, 0.15),
    soft: tone(0.83, 0.085),
    light: tone(0.92, 0.045),
    pale: tone(0.965, 0.02),
    board: oklch(0.3, angle > 40 && angle < 110 ? 0.012 : 0.05 * chroma, angle + turn),
    pop: oklch(0.86, 0.155, 88),
  }
}

/** An OKLCH colour as `#rrggbb`, clipped to what a screen shows. */
function oklch(lightness: number, chroma: number, hue: number): string {
  const turn = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(turn), chroma * Math.sin(turn)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((linear) => {
    const share = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
    return Math.round(255 * Math.min(1, Math.max(0, share)))
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}
