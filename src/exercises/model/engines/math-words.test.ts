import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlWithMathWords, withMathWords, wordsWithMath } from './math-words.ts'

test.each([
  ['\\frac{3}{4}', '3/4'],
  ['\\frac{a+b}{2c}', '(a + b)/2c'],
  ['\\frac12', '1/2'],
  ['\\frac 12 + \\dfrac1{23}', '1/2 + 1/23'],
  ['\\frac123', '1/23'],
  ['x^10', 'x¹⁰'],
  ['x^2-4=-1', 'x² − 4 = −1'],
  ['x^{n+1}', 'xⁿ⁺¹'],
  ['2^x', '2^x'],
  ['a_1', 'a₁'],
  ['\\sqrt{2}', '√2'],
  ['\\sqrt[3]{x+1}', '³√(x + 1)'],
  ['a \\le b', 'a ≤ b'],
  ['\\sin x', 'sin x'],
  ['3,14 \\cdot r^2', '3,14 ⋅ r²'],
  ['\\sin^2 x + \\log_2 8', 'sin² x + log₂ 8'],
  ["f'(x) = 30^\\circ", 'f′(x) = 30°'],
  ['\\vec a + \\hat{x}', 'a⃗ + x̂'],
  ['\\begin{pmatrix}1 & 2 \\\\ 3 & 4\\end{pmatrix}', '(1 2; 3 4)'],
  ['\\lim_{x \\to 0} f(x)', 'lim_(x → 0) f(x)'],
])('%s is %s in a line', (tex, words) => {
  expect(wordsWithMath(`Also \\(${tex}\\)!`)).toBe(`Also ${words}!`)
  expect(htmlWithMathWords(`<p>\\(${tex.replaceAll('&', '&amp;')}\\)</p>`)).toBe(`<p>${words}</p>`)
})

test('signs of HTML stay signs, what is no formula stays as it is, everything that is shown is read', () => {
  expect(wordsWithMath('\\(a < b\\) & c')).toBe('a < b & c')
  expect(htmlWithMathWords('<p>\\(a &lt; b\\)</p>')).toBe('<p>a &lt; b</p>')
  expect(wordsWithMath('f(x) = \\(')).toBe('f(x) = \\(')
  const shown = {
    options: [{ text: '\\(\\frac{1}{2}\\)', n: 1 }],
    html: '\\({{g1}}\\) <p>\\(a</p>b\\)',
    none: null,
  }
  expect(withMathWords(shown)).toEqual({ ...shown, options: [{ text: '1/2', n: 1 }] })
})

test('whatever is typed between the signs is a line of text', () => {
  const sign = fc.constantFrom('\\frac', '{', '}', '^', '_', '\\sqrt', '[', ']', 'x', '1', '<', '&', ' ')
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 40 }), (signs) => {
      expect(htmlWithMathWords(`<p>\\(${signs.join('').replace(/[<&]/g, '&lt;')}\\)</p>`)).not.toMatch(
        /<m|undefined/,
      )
    }),
  )
})
