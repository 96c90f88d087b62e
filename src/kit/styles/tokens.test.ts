import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const sheet = readFileSync(fileURLToPath(new URL('./tokens.css', import.meta.url)), 'utf8')

type Theme = 'light' | 'dark'
type Rgb = readonly [number, number, number]

/** Linear-light sRGB, clipped to the gamut, by the definition of OKLab (CSS Color 4, 10.2). */
function linearRgb(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function colorOf(token: string, theme: Theme): Rgb {
  const found = new RegExp(`--${token}: light-dark\\(oklch\\(([^/)]+)\\), oklch\\(([^/)]+)\\)\\)`).exec(sheet)
  const parts = found?.[theme === 'light' ? 1 : 2]?.trim().split(/\s+/).map(Number)
  const [lightness, chroma, hue] = parts ?? []
  if (lightness === undefined || chroma === undefined || hue === undefined) {
    throw new Error(`tokens.css has no opaque colour --${token} for ${theme}`)
  }
  return linearRgb(lightness, chroma, hue)
}

/** Relative luminance and contrast as WCAG 2.2 define them. */
function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

const grounds = ['paper', 'surface', 'tint']

/** Text needs 4.5:1 (WCAG 1.4.3), parts of controls and pictures 3:1 (1.4.11). */
const textPairs: [string, string][] = [
  ...['ink', 'ink-soft', 'accent', 'accent-strong', 'sale', 'success', 'warning', 'danger'].flatMap((text) =>
    grounds.map((ground): [string, string] => [text, ground]),
  ),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-sale', 'sale-fill'],
  ['paper', 'ink'],
  ...['accent', 'success', 'warning', 'danger'].flatMap((kind): [string, string][] => [
    [kind, `${kind}-soft`],
    ['ink', `${kind}-soft`],
  ]),
  ['accent-strong', 'accent-soft'],
]
const partPairs: [string, string][] = [
  ...grounds.map((ground): [string, string] => ['line-strong', ground]),
  ['star', 'surface'],
  ['star', 'paper'],
  ...['language', 'foreign', 'numbers', 'nature', 'society', 'arts', 'body', 'general'].flatMap((hue) =>
    grounds.map((ground): [string, string] => [`hue-${hue}`, ground]),
  ),
]

describe.each(['light', 'dark'] as const)('colours in %s', (theme) => {
  test.each(textPairs)('text: %s on %s', (front, back) => {
    expect(contrast(colorOf(front, theme), colorOf(back, theme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(partPairs)('part: %s on %s', (front, back) => {
    expect(contrast(colorOf(front, theme), colorOf(back, theme))).toBeGreaterThanOrEqual(3)
  })
})

test('every colour token is named in a pair', () => {
  const named = new Set([...textPairs, ...partPairs].flat())
  const opaque = [...sheet.matchAll(/--([a-z-]+): light-dark\(oklch\([^/)]+\), oklch\([^/)]+\)\)/g)].map(
    (found) => found[1] ?? '',
  )
  // A hairline between areas and the ground behind a picture carry no meaning of their own.
  const silent = new Set(['line', 'sheet'])
  expect(opaque.filter((token) => !silent.has(token) && !named.has(token))).toEqual([])
})

test('raw colours are written in tokens.css alone', () => {
  const folder = fileURLToPath(new URL('../../', import.meta.url))
  const others = globSync('**/*.css', { cwd: folder }).filter((name) => !name.endsWith('tokens.css'))
  expect(others.length).toBeGreaterThan(50)
  for (const name of others) {
    const css = readFileSync(folder + name, 'utf8').replace(/url\([^)]*\)/g, '')
    expect(css.match(/#[0-9a-f]{3,8}\b(?![^{]*\{)|\boklch\(\d|\brgba?\(|\bhsla?\(/gi) ?? []).toEqual([])
  }
})
