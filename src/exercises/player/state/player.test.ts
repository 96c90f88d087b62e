import { describe, expect, test } from 'vitest'
import { boxOf, nextCard, sorted } from '#exercises/types/flashcards/player/boxes.ts'
import { type Game, isPair, newGame, turn } from '#exercises/types/memory/player/memory.ts'
import { moved, orderOf, placesOf } from '#exercises/types/order/player/order.ts'
import { arrowed, letters, lineOf, wordCells } from '../widgets/letters.ts'
import { say, sayCount, withAnswer } from './contract.ts'
import { answersOfForm } from './fields.ts'
import { doubled } from './rows.ts'

const lines = ['x', 'y', 'z'].map((name) => ({ name, text: name }))

describe('answers', () => {
  test('what a form without script would post is what the player keeps', () => {
    const posted: [string, string][] = [
      ['seed', 's'],
      ['a.e1.pick.b', 'on'],
      ['a.e1.pick.c', 'on'],
      ['a.e2.text', 'Nil'],
      ['a.e3.text', ''],
    ]
    expect(answersOfForm(posted)).toEqual({ e1: { pick: ['b', 'c'] }, e2: { text: ['Nil'] } })
  })

  test('an empty answer is none', () => {
    expect(withAnswer({ a: ['1'], b: ['2'] }, 'a', [''])).toEqual({ b: ['2'] })
  })

  test('texts are filled in, and counted as the language counts', () => {
    const texts = {
      moved: '{{name}} an {{place}}',
      moves_one: '{{count}} Zug',
      moves_other: '{{count}} Züge',
    }
    expect(say(texts, 'moved', { name: 'Rom', place: 2 })).toBe('Rom an 2')
    expect(sayCount(texts, 'moves', 1, 'de')).toBe('1 Zug')
    expect(sayCount(texts, 'moves', 2, 'de')).toBe('2 Züge')
  })
})

test('a place that several things were given is named with them, others are not', () => {
  const options = ['1', '2'].map((value) => ({ value }))
  const rows = ['a', 'b', 'c'].map((name) => ({ name }))
  const given = { a: ['1'], b: ['2'], c: ['1'], z: ['2'] }
  expect(doubled({ rows, options }, given)).toEqual([
    { option: { value: '1' }, rows: [{ name: 'a' }, { name: 'c' }] },
  ])
  expect(doubled({ rows, options }, { a: ['1'], b: ['2'] })).toEqual([])
})

describe('an order', () => {
  test('is what was said, the rest in turn', () => {
    expect(orderOf(lines, {}).map(({ name }) => name)).toEqual(['x', 'y', 'z'])
    expect(orderOf(lines, { z: ['1'] }).map(({ name }) => name)).toEqual(['z', 'x', 'y'])
    expect(orderOf(lines, { x: ['1'], y: ['1'], z: ['9'] }).map(({ name }) => name)).toEqual(['x', 'y', 'z'])
  })

  test('moving loses nothing, and comes back from what is posted', () => {
    const order = moved(lines, 0, 2)
    expect(order.map(({ name }) => name)).toEqual(['y', 'z', 'x'])
    expect(orderOf(lines, placesOf(order))).toEqual(order)
  })
})

describe('pairs', () => {
  const partners = { aa: 'ba', ba: 'aa', ab: 'bb', bb: 'ab', ac: 'bc', bc: 'ac' }
  const turned = (game: Game, ...cards: string[]) =>
    cards.reduce((now, card) => turn(now, card, partners), game)

  test('two that belong together stay open, two others turn back at the third', () => {
    expect(isPair(partners, 'aa', 'ba')).toBe(true)
    const one = turned(newGame, 'aa', 'ba')
    expect(one).toMatchObject({ found: ['aa', 'ba'], turned: [], moves: 1 })
    const wrong = turned(one, 'ab', 'bc')
    expect(wrong).toMatchObject({ turned: ['ab', 'bc'], moves: 2 })
    expect(turned(wrong, 'bb').turned).toEqual(['bb'])
  })

  test('the same card twice is no move', () => {
    const open = turned(newGame, 'aa')
    expect(turned(open, 'aa')).toBe(open)
  })
})

describe('cards in boxes', () => {
  test('who knew one moves it on, who did not begins again, and low boxes come first', () => {
    const boxes = sorted(sorted({}, 0, true), 1, true)
    expect(boxOf(boxes, 0)).toBe(2)
    expect(nextCard(boxes, 1, 3)).toBe(2)
    expect(boxOf(sorted(boxes, 0, false), 0)).toBe(1)
    expect(nextCard({}, 0, 1)).toBe(0)
  })
})

describe('squares of letters', () => {
  test('a word is a straight line', () => {
    expect(lineOf({ x: 0, y: 0 }, { x: 2, y: 2 })).toHaveLength(3)
    expect(lineOf({ x: 2, y: 0 }, { x: 0, y: 0 })).toEqual([2, 1, 0].map((x) => ({ x, y: 0 })))
    expect(lineOf({ x: 0, y: 0 }, { x: 2, y: 1 })).toBeUndefined()
    expect(letters('Straße 1')).toEqual([...'STRAẞE1'])
  })

  test('arrows stay inside', () => {
    expect(arrowed('ArrowUp', { x: 0, y: 0 }, 3, 3)).toEqual({ x: 0, y: 0 })
    expect(arrowed('ArrowRight', { x: 0, y: 0 }, 3, 3)).toEqual({ x: 1, y: 0 })
    expect(arrowed('a', { x: 0, y: 0 }, 3, 3)).toBeUndefined()
  })

  test('a word of a crossword runs from its number', () => {
    const rows = [
      ['', '', ''],
      ['', undefined, undefined],
    ]
    expect(wordCells(rows, { '0 0': 1 }, { number: 1, isAcross: true, length: 3 })).toHaveLength(3)
    expect(wordCells(rows, { '0 0': 1 }, { number: 1, isAcross: false, length: 2 })).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: 1 },
    ])
    expect(
      wordCells(JSON.parse(JSON.stringify(rows)), { '0 0': 1 }, { number: 1, isAcross: false, length: 3 }),
    ).toHaveLength(2)
    expect(wordCells(rows, {}, { number: 1, isAcross: true, length: 3 })).toEqual([])
  })
})
