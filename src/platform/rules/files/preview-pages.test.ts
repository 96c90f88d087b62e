import { describe, expect, test } from 'vitest'
import { formatPages, parsePages, planPages, solutionPagesOf } from './preview-pages.ts'

const shown = (pageCount: number, choice: Partial<Parameters<typeof planPages>[0]> = {}, most = 20) =>
  planPages({ shown: null, solutions: null, ...choice }, { pageCount, most })
    .filter(({ isShown }) => isShown)
    .map(({ page }) => page)

describe('pages everybody may read', () => {
  test('the first third, at least 2, at most 8', () => {
    expect(shown(1)).toEqual([1])
    expect(shown(3)).toEqual([1, 2])
    expect(shown(10)).toEqual([1, 2, 3, 4])
    expect(shown(900)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('no solutions, unless the author shows them', () => {
    expect(shown(2, { solutions: [2] })).toEqual([1])
    expect(shown(2, { solutions: [2], shown: [2] })).toEqual([1, 2])
  })

  test("the author's choice, and always the cover", () => {
    expect(shown(9, { shown: [4, 9] })).toEqual([1, 4, 9])
    expect(shown(9, { shown: [] })).toEqual([1])
  })

  test('no more than are listed', () => {
    expect(planPages({ shown: null, solutions: [30] }, { pageCount: 30, most: 20 })).toHaveLength(20)
  })
})

describe('solutions by their headings', () => {
  test.each([
    'Lösungen',
    'Soluciones',
    'Corrigé',
    'Λύσεις',
    'Soluzioni',
    'Answers',
    'ANSWER KEY:',
    '– Lösung –',
  ])('%s', (heading) => {
    expect(solutionPagesOf(['Bruchrechnen', `Bruchrechnen\r\n${heading}\r\n1) 3/4`])).toEqual([2])
  })

  test('a key goes on without headings, an early one does not', () => {
    expect(solutionPagesOf(['a', 'b', 'Lösungen', 'c'])).toEqual([3, 4])
    expect(solutionPagesOf(['a', 'Lösung', 'b', 'c', 'd'])).toEqual([2])
  })

  test('a title that ends so is none, though it stands on every page', () => {
    const head = 'Brüche kürzen mit\r\nLösungen\r\n'
    expect(solutionPagesOf([`${head}1.1`, `${head}2.1`, `${head}3.1`])).toEqual([])
  })

  test('words of a task are none', () => {
    expect(
      solutionPagesOf(['Lösungen', 'Lösungswort\nLösungen und Gemische', 'Finde die Lösungen.']),
    ).toEqual([])
  })
})

describe('as for a printer', () => {
  test.each([
    ['1-3, 5', [1, 2, 3, 5]],
    ['5;2 – 3', [2, 3, 5]],
    ['', []],
    ['3-1', undefined],
    ['0', []],
    ['0-2', undefined],
    ['2, x', undefined],
    ['1-1001', undefined],
  ])('%s', (text, pages) => {
    expect(parsePages(text, 1000)).toEqual(pages)
  })

  test('and back', () => {
    expect(formatPages([1, 2, 3, 5, 7, 8])).toBe('1-3, 5, 7-8')
    // None at all is another thing than no choice.
    expect([formatPages([]), formatPages(null)]).toEqual(['0', ''])
  })
})
