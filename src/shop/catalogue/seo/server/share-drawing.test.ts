import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { drawableText } from '#platform/gateways/documents/typeface/typeface.ts'
import { drawShareImage, loadShareFonts } from './share-drawing.ts'

describe('what a share image writes', () => {
  test.each([
    ['Ε΄ Δημοτικού', 'Ε′ Δημοτικού'],
    ['ΣΤ\u0374 τάξη', 'ΣΤ′ τάξη'],
    ['Ταΰγετος, ΐ', 'Ταΰγετος, ΐ'],
    ['Brüche 🎉 kürzen', 'Brüche kürzen'],
    ['H₂O → Wasser', 'H2O → Wasser'],
    ['Punkt  ·  Strich', 'Punkt · Strich'],
    ['数学 Mathe', 'Mathe'],
    ['\ud83c halb', 'halb'],
  ])('%s becomes %s', (given, drawn) =>
    expect(drawableText(given, { hasOther: false, missing: '' })).toBe(drawn),
  )

  test('with a font for them, other scripts are written', () => {
    expect(drawableText('数学 → Mathe 🎉', { hasOther: true, missing: '' })).toBe('数学 → Mathe')
  })
})

test('a further font of the operator is read and used', async () => {
  const file = createRequire(import.meta.url).resolve(
    '@fontsource/commissioner/files/commissioner-cyrillic-ext-400-normal.woff',
  )
  const facts = {
    title: 'Ѣ und 数学'.repeat(20),
    byline: '',
    details: '',
    picture: null,
    shape: 'sheet',
  } as const
  const draw = (other?: string) => drawShareImage(loadShareFonts(other), facts, undefined)
  const [plain, more] = await Promise.all([draw(), draw(file)])
  expect(more.length).toBeGreaterThan(plain.length)
  expect(() => loadShareFonts('/no/such/font.otf')).toThrow()
})
