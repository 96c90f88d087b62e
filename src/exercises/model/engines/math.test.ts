import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withMath } from './math.ts'

const math = (inner: string) => `<math xmlns="http://www.w3.org/1998/Math/MathML">${inner}</math>`

test.each([
  ['x^2', '<msup><mi>x</mi><mn>2</mn></msup>'],
  ['a_1', '<msub><mi>a</mi><mn>1</mn></msub>'],
  ['x_1^2', '<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>'],
  ['\\frac{1}{2}', '<mfrac><mn>1</mn><mn>2</mn></mfrac>'],
  ['\\frac12x', '<mrow><mfrac><mn>1</mn><mn>2</mn></mfrac><mi>x</mi></mrow>'],
  ['\\frac a2', '<mfrac><mi>a</mi><mn>2</mn></mfrac>'],
  ['\\sqrt{x+1}', '<msqrt><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow></msqrt>'],
  ['\\sqrt[3]{8}', '<mroot><mn>8</mn><mn>3</mn></mroot>'],
  ['3,14 \\cdot \\pi', '<mrow><mn>3,14</mn><mo>⋅</mo><mi>π</mi></mrow>'],
  ['a &lt; b', '<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>'],
  ['\\text{Weg}', '<mtext>Weg</mtext>'],
  [
    '\\sin x',
    '<mrow><mrow><mi>sin</mi><mo>\u2061</mo><mspace width="0.1667em"></mspace></mrow><mi>x</mi></mrow>',
  ],
  // As teachers type it.
  ['x^10', '<msup><mi>x</mi><mn>10</mn></msup>'],
  ['10 % \\cdot x', '<mrow><mn>10</mn><mi>%</mi><mo>⋅</mo><mi>x</mi></mrow>'],
  ['\\text{Größe}', '<mtext>Größe</mtext>'],
  // What had been words once.
  ['\\overline{a}', '<menclose notation="top" class="tml-overline"><mi>a</mi></menclose>'],
  ['\\vec a', '<mover><mi>a</mi><mo stretchy="false">→</mo></mover>'],
  ['\\mathbb{R}', '<mi>ℝ</mi>'],
  [
    '\\begin{matrix}1 &amp; 2\\end{matrix}',
    '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable>',
  ],
])('%s', (tex, mathml) => {
  expect(withMath(`<p>\\(${tex}\\)</p>`)).toBe(`<p>${math(mathml)}</p>`)
})

test('text without formulas, and a formula that never ends, stay as they are', () => {
  for (const html of ['<p>f(x) = 2</p>', '<p>\\(x</p>', '']) expect(withMath(html)).toBe(html)
})

test.each([
  '\\frac{1}{',
  '\\zzz',
  'a}',
  '\\href{https://a.example}{b}',
  '\\ref{a}',
  '\\includegraphics{a}',
  '\\def\\a{\\a\\a}\\a',
  `${'{ '.repeat(700)}x${'}'.repeat(700)}`,
  'x'.repeat(2000),
])('what is no formula, or too much of one, is shown as it was typed: %s', (tex) => {
  expect(withMath(`\\(${tex}\\)`)).toBe(math(`<mtext>${tex}</mtext>`))
})

test('no formula brings a colour or a style', () => {
  for (const tex of [
    '\\color{red}x',
    '\\colorbox{red}{x}',
    '\\begin{pmatrix}1\\end{pmatrix}',
    '\\rule{9em}{9em}',
  ])
    expect(withMath(`\\(${tex}\\)`)).not.toMatch(/style=|color|background|red|#/)
})

test('one formula knows nothing of another', () => {
  expect(withMath('\\(\\gdef\\zz{9}\\zz\\) \\(\\zz\\)')).toBe(
    `${math('<mn>9</mn>')} ${math('<mtext>\\zz</mtext>')}`,
  )
})

test('whatever is typed makes closed elements of mathematics and nothing else', () => {
  const sign = fc.constantFrom(
    '\\frac',
    '{',
    '}',
    '^',
    '_',
    '\\sqrt',
    '[',
    ']',
    'x',
    '1',
    '\\',
    '&lt;',
    ' ',
    '\\text',
    '\\zzz',
  )
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 30 }), (signs) => {
      const html = withMath(`\\(${signs.join('')}\\)`)
      const open: string[] = []
      for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z]+)[^>]*>/g)) {
        if (slash) expect(open.pop()).toBe(name)
        else open.push(name)
      }
      expect(open).toEqual([])
    }),
  )
})
