import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { demoUnits } from '#demo/units/read.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { drawableText, hasScriptedSigns, loadTypeface, missingSign, scriptOf } from './typeface.ts'

/** What draws documents reads fonts by it. */
const { create } = createRequire(import.meta.url)('fontkit') as {
  create: (font: Buffer) => { hasGlyphForCodePoint: (code: number) => boolean }
}

const isDrawn = hasScriptedSigns
const onPaper = (text: string) => drawableText(text, { hasOther: false, missing: missingSign, isDrawn })

const typeface = loadTypeface()
const fonts = new Map<string, ReturnType<typeof create>>()
function hasLetter(sign: string): boolean {
  const script = scriptOf(sign)
  if (script === undefined || script === 'other') return false
  const font = fonts.get(script) ?? create(typeface.font('plain', script))
  fonts.set(script, font)
  return font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)
}

describe('what a document writes', () => {
  test.each([
    ['✓ wahr ✗ falsch ★', '✓ wahr ✗ falsch ★'],
    ['a → b ≤ c ≥ √2 · ½ × 3', 'a → b ≤ c ≥ √2 · ½ × 3'],
    ['⅓ von 6', '1/3 von 6'],
    ['Gut 🎉 gemacht', 'Gut □ gemacht'],
    ['👩🏽‍🏫', '□'],
    ['🇩🇪!', '□!'],
    ['weich\u00adtrennen\u200b', 'weichtrennen'],
    ['数学', '□□'],
    ['x\u0336', '□'],
    ['a\u2003b, 12\u202f%', 'a b, 12 %'],
    ['E\u2011Mail, 3 ‰', 'E-Mail, 3 0/00'],
    ['x ∈ ℝ ∖ {0}, ∀ ε ∃ δ: ‖x‖ ⇌ ☐ ✘ ▲', 'x ∈ ℝ ∖ {0}, ∀ ε ∃ δ: ‖x‖ ⇌ ☐ ✘ ▲'],
    ['x⁻¹⁰ + a₁₂', 'x⁻¹⁰ + a₁₂'],
  ])('%s becomes %s', (given, drawn) => expect(onPaper(given)).toBe(drawn))

  test('has a letter of a font for every sign of our exercises', () => {
    const said = liveWorldCodes.flatMap((world) =>
      demoUnits(world).flatMap(({ content }) => [
        JSON.stringify(content),
        ...content.pages.flatMap(({ elements }) =>
          elements.flatMap(({ type, data }) => typeOf(type)?.solution(data) ?? []),
        ),
      ]),
    )
    const signs = new Set(said.join('').replace(/\s/g, ''))
    for (const sign of '✓✗★→≤≥√½×÷±°²³µ€§„“”‚‘’«»–—…•·‰′″') signs.add(sign)
    const bare = [...signs].filter((sign) => {
      const drawn = [...onPaper(sign)]
      return (
        drawn.length === 0 || drawn.some((one) => one === missingSign || !(isDrawn(one) || hasLetter(one)))
      )
    })
    expect(bare).toEqual([])
  })

  test('no font is said to have a sign that it lacks: the sign would be an empty box or nothing', () => {
    const lacking: string[] = []
    for (let code = 0x20; code < 0x10000; code += 1) {
      const sign = String.fromCharCode(code)
      const script = scriptOf(sign)
      if (script !== undefined && script !== 'other' && !hasLetter(sign)) lacking.push(code.toString(16))
    }
    expect(lacking).toEqual([])
  })
})
