import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withMath } from './math.ts'

const row = (inner: string) => `<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow>${inner}</mrow></math>`

test.each([
  ['x^2', '<msup><mi>x</mi><mn>2</mn></msup>'],
  ['a_1', '<msub><mi>a</mi><mn>1</mn></msub>'],
  ['x_1^2', '<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>'],
  ['\\frac{1}{2}', '<mfrac><mn>1</mn><mn>2</mn></mfrac>'],
  ['\\frac12x', '<mfrac><mn>1</mn><mn>2</mn></mfrac><mi>x</mi>'],
  ['\\frac a2', '<mfrac><mi>a</mi><mn>2</mn></mfrac>'],
  ['\\sqrt{x+1}', '<msqrt><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow></msqrt>'],
  ['\\sqrt[3]{8}', '<mroot><mn>8</mn><mn>3</mn></mroot>'],
  ['3,14 \\cdot \\pi', '<mn>3,14</mn><mo>⋅</mo><mi>π</mi>'],
  ['a &lt; b', '<mi>a</mi><mo>&lt;</mo><mi>b</mi>'],
  ['\\text{Weg}', '<mtext>Weg</mtext>'],
  ['\\sin x', '<mi>sin</mi><mi>x</mi>'],
])('%s', (tex, mathml) => {
  expect(withMath(`<p>\\(${tex}\\)</p>`)).toBe(`<p>${row(mathml)}</p>`)
})

test('text without formulas, and a formula that never ends, stay as they are', () => {
  for (const html of ['<p>f(x) = 2</p>', '<p>\\(x</p>', '']) expect(withMath(html)).toBe(html)
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
