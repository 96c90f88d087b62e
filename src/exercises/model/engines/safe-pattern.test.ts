import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { patternLimits, safePattern } from './safe-pattern.ts'

const fits = (source: string, text: string, folds = false) => safePattern(source, folds)?.fits(text)

describe('a safe pattern', () => {
  test.each([
    ['colou?r', ['color', 'colour'], ['colouur', 'a color']],
    ['(?:the )?(cat|dog)s?', ['cat', 'the dogs'], ['the', 'catdog']],
    ['gr[ae]y', ['grey', 'gray'], ['griy']],
    ['[^aeiou]+', ['rhythm'], ['rhyme']],
    ['\\d{2,3}', ['12', '123'], ['1', '1234']],
    ['a{3}', ['aaa'], ['aa', 'aaaa']],
    ['a{2,}', ['aa', 'aaaaa'], ['a']],
    ['.*schmetterling.*', ['ein schmetterling fliegt'], ['schmetter']],
    ['^ja$|^nein$', ['ja', 'nein'], ['jein']],
    ['3\\.14|3,14', ['3.14', '3,14'], ['3x14']],
    ['\\w+\\s\\w+', ['größe zwei'], ['größe']],
    ['[]a]+|[a\\]]', [']a', ']'], ['b']],
    ['', [''], ['a']],
  ])('%s', (source, right, wrong) => {
    expect(right.map((text) => fits(source, text))).toEqual(right.map(() => true))
    expect(wrong.map((text) => fits(source, text))).toEqual(wrong.map(() => false))
  })

  test('capitals count only where they are to', () => {
    expect([fits('PARIS', 'paris'), fits('PARIS', 'paris', true)]).toEqual([false, true])
    expect([fits('[A-Z]+', 'paris'), fits('[A-Z]+', 'paris', true)]).toEqual([false, true])
  })

  test.each([
    ...['(a)\\1', '(?=a)b', '(?!a)b', '(?<=a)b', '(?<!a)b', '(?<name>a)', '(?i)a', '\\ba', '\\x41', '\\p{L}'],
    ...['(', 'a)', '[a', '*a', 'a**', 'a{3,1}', 'a{', '\\', '[z-a]', 'a++', '((a{99}){99}){99}'],
    ...['('.repeat(30) + ')'.repeat(30), 'a'.repeat(patternLimits.pattern + 1)],
  ])('%s is none', (source) => expect(safePattern(source)).toBeUndefined())

  test('says what the engine of the language says, wherever both can be asked', () => {
    const part = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '(a|b)',
      '(?:ab)',
      'a?',
      'b*',
      '(a|ab)+',
      'a{1,2}',
      '|',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.stringMatching(/^[abc]{0,7}$/), (parts, text) => {
        const source = parts.join('')
        expect(fits(source, text)).toBe(new RegExp(`^(?:${source})$`).test(text))
      }),
      { numRuns: 500 },
    )
  })
})

describe('patterns that hang other engines', () => {
  const hostile = [
    ...[
      '(a+)+$',
      '(a|a)*b',
      '(a|aa)+b',
      '(.*a){20}',
      '((a*)*)*b',
      '(x+x+)+y',
      '([a-z]+)*\\d',
      '(a?){50}a{50}',
    ],
    ...['.{0,90}.{0,90}b', '(a*a*a*a*a*a*)*b'],
  ]

  test.each(hostile)('%s comes to its end', (source) => {
    const pattern = safePattern(source)
    expect(pattern).toBeDefined()
    expect(pattern?.fits('a'.repeat(patternLimits.text))).toBeTypeOf('boolean')
    expect(pattern?.fits(`${'a'.repeat(patternLimits.text - 1)}!`)).toBe(false)
    expect(pattern?.fits('a'.repeat(10_000))).toBe(false)
  })
})
