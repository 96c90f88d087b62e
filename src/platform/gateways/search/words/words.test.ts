import { describe, expect, test } from 'vitest'
import { worldOf } from '#platform/routing/worlds.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { searchLanguages } from './languages.ts'
import {
  nameLexeme,
  type QueryWord,
  queryWords,
  runsOf,
  toWordQuery,
  umlautSpellings,
  wordsOf,
} from './words.ts'

describe('wordsOf', () => {
  test.each([
    ['Klassen 5-6: Brüche', ['Klassen', '5', '6', 'Brüche']],
    ["l'eau d’été", ['l', 'eau', 'd', 'été']],
    ['a & b | !c <-> d:*', ['a', 'b', 'c', 'd']],
    ['m² 6.º', ['m2', '6', 'o']],
    ['1º ESO, 3ª', ['1', 'o', 'ESO', '3', 'a']],
    ['1×1, 1 x 1, 1 × 1, 1·1, 1*1, 1 X 1, 1x1', Array(7).fill('1x1')],
    ['kleines 1 x 1', ['kleines', '1x1']],
    ['2½ Stunden, 1/2', ['2', '1', '2', 'Stunden', '1', '2']],
    ['x², x^2, 12 ÷ 4, 5 − 3', ['x2', 'x2', '12', '4', '5', '3']],
    ['Malware x Tiere, 5x Lesen', ['Malware', 'x', 'Tiere', '5x', 'Lesen']],
    ['m.c.d. y M.C.M, z. B. A.', ['mcd', 'y', 'MCM', 'z', 'B', 'A']],
    ['nul\0l \ud800 half', ['nul', 'l', 'half']],
    ['', []],
  ])('%j', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  test('drops what is too long to be a word', () => {
    expect(wordsOf(`${'x'.repeat(61)} y`)).toEqual(['y'])
  })
})

test('a long text is cut to so many different words, a short one keeps those that come twice', () => {
  expect(queryWords('wort '.repeat(10_000))).toEqual(['wort'])
  expect(queryWords(Array.from({ length: 500 }, (_, index) => `w${index}`).join(' '))).toHaveLength(64)
  expect(queryWords('ser o no ser')).toEqual(['ser', 'o', 'no', 'ser'])
})

describe('toWordQuery', () => {
  const word = (lexeme: string | undefined, isCompoundStart = false): QueryWord => ({
    word: 'w',
    folded: 'w',
    lexeme,
    isCompoundStart,
    same: [],
    narrower: [],
  })

  test('joins by and, leaves out what has no lexeme, lets compounds begin with a word', () => {
    const query = toWordQuery([word("'bruchrechn'", true), word(undefined), word("'6'")])
    expect(query).toMatchObject({
      match: "('bruchrechn':*) & ('6')",
      exact: "('bruchrechn') & ('6')",
      title: "('bruchrechn':A) & ('6':A)",
      phrase: "'bruchrechn':A <-> '6':A",
    })
  })

  test('the same is worth as much as the word, the narrower less', () => {
    const spiel = { ...word("'spiel'", true), same: ["('lern' & 'spiel')"], narrower: ["'rechenspiel'"] }
    expect(toWordQuery([spiel])).toMatchObject({
      match: "('spiel':* | ('lern' & 'spiel') | 'rechenspiel')",
      exact: "('spiel' | ('lern' & 'spiel'))",
      title: "('spiel':A | ('lern':A & 'spiel':A))",
      phrase: undefined,
    })
  })

  test('words around the topic and forms of material are no condition', () => {
    const query = toWordQuery([
      { ...word("'uhr'"), role: 'topic' },
      { ...word("'ubung'"), role: 'weak' },
      { ...word("'spiel'"), role: 'type', termIds: [7] },
    ])
    expect(query?.match).toBe("('uhr')")
    expect(query?.evidence.map(({ role }) => role)).toEqual(['topic', 'weak', 'type'])
    expect(toWordQuery([{ ...word("'spiel'"), role: 'type' }])).toBeUndefined()
  })

  test('an author called so is found by the name itself', () => {
    const query = toWordQuery([{ ...word("'ost'"), name: nameLexeme('oster') }])
    expect(query?.match).toBe("('ost' | 'author:oster')")
  })

  test('a lexeme that is not plain gets no prefix, and no word is no query', () => {
    expect(toWordQuery([word("'a' & 'b'", true)])?.match).toBe("('a' & 'b')")
    expect(toWordQuery([word(undefined)])).toBeUndefined()
    expect(toWordQuery([])).toBeUndefined()
  })
})

test.each(liveWorldCodes)('the text search configuration of %s is that of its world', (world) => {
  expect(searchLanguages[world].config).toBe(worldOf(world).textSearch)
})

describe('umlautSpellings', () => {
  test.each([
    ['Brüche', ['brueche']],
    ['Brueche', ['bruche']],
    ['Übungsgrößen', ['uebungsgroeßen']],
    ['neue', []],
    ['Frauen', []],
    ['Quelle', []],
    ['Igel', []],
  ])('%s', (word, spellings) => {
    expect(umlautSpellings(word)).toEqual(spellings)
  })
})

test('runs of words come longest first', () => {
  expect(runsOf(['a', 'b', 'c', 'd']).map(({ text }) => text)).toEqual([
    ...['a b c', 'b c d', 'a b', 'b c', 'c d', 'a', 'b', 'c', 'd'],
  ])
  expect(runsOf([])).toEqual([])
})
