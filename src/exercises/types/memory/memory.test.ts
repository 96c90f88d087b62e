import { expect, test } from 'vitest'
import { scoreAnswers } from '#exercises/model/unit.ts'
import { element } from '../../../../tests/support/typed-elements.ts'

const pairs = (...all: [string, string][]) => element('memory', { pairs: all.map(([a, b]) => ({ a, b })) })
const animals = pairs(['Hund', 'dog'], ['Katze', 'cat'], ['Pudel', 'dog'])
const game = (done: string, moves: string, ms: string) => ({ done: [done], moves: [moves], ms: [ms] })

test.each([
  ['a game of seven moves', game('on', '7', '42000'), 1],
  ['as few moves as there are pairs', game('on', '3', '1'), 1],
  ['fewer moves than pairs', game('on', '2', '42000'), 0],
  ['no time at all', game('on', '7', '0'), 0],
  ['a game that is not over', game('', '7', '42000'), 0],
  ['nothing but that it is over', { done: ['on'] }, 0],
  ['nonsense', game('on', '-7', 'NaN'), 0],
  ['numbers that are none', game('on', '7e9', ' 1\u0000'), 0],
  ['numbers that are too long', game('on', '9'.repeat(10_000), '1'), 0],
  ['all pairs of a list', { aa: ['ba'], ab: ['bb'], ac: ['bc'] }, 1],
  ['all pairs, of two that look alike the other one', { aa: ['bc'], ab: ['bb'], ac: ['ba'] }, 1],
  ['one wrong pair', { aa: ['ba'], ab: ['bc'], ac: ['bc'] }, 0],
  ['a pair left out', { aa: ['ba'], ab: ['bb'] }, 0],
  ['cards nobody has', { aa: ['bz'], ab: ['bb'], ac: ['aa'] }, 0],
])('%s', (_name, answers, scaled) => {
  expect(scoreAnswers(animals, answers)).toMatchObject({ scaled })
})
