import { describe, expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Answers, Widget } from '#exercises/model/task/widget.ts'
import { type Element, publicView, scoreSent } from '#exercises/model/unit.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { seeded, shuffled } from '#platform/rules/random.ts'
import { type AnswerField, answerFields } from '../../../tests/support/answer-fields.ts'
import { demoUnits } from './read.ts'

/** How somebody answers who reads nothing: by the places of things in some order. */
const guesses: Readonly<Record<string, (all: readonly AnswerField[]) => Answers>> = {
  'each thing with the one at its place': (all) =>
    Object.fromEntries(all.map(({ name, values }, at) => [name, [values[at % values.length] ?? '']])),
  'the first for each': (all) => Object.fromEntries(all.map(({ name, values }) => [name, [values[0] ?? '']])),
}

type Put = <T>(things: readonly T[], nameOf: (thing: T) => string) => T[]
const isFixed = ({ isOrder, values }: AnswerField) => isOrder || values.join() === 'true,false'

/** Fields and what they take in an order; places and yes or no stay as they are. */
const arranged = (widgets: readonly Widget[], put: Put): AnswerField[] =>
  put(answerFields(widgets), ({ name }) => name).map((field) =>
    isFixed(field) ? field : { ...field, values: put(field.values, (value) => value) },
  )

const byName: Put = (things, nameOf) =>
  things.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
const orders: Readonly<Record<string, Put>> = {
  'by name': byName,
  'by name, backwards': (things, nameOf) => byName(things, nameOf).toReversed(),
  'as they stand there': (things) => [...things],
}

/** Ids as editors and imports give them by their place, which were the key. */
const guessed: Readonly<Record<string, readonly string[]>> = {
  choice: ['pick'],
  hotspot: ['area'],
}
const letters = [...'abcdefghijklmnop']

function byPlace({ type }: Element, widgets: readonly Widget[]): Answers {
  const count = answerFields(widgets).length
  const each = (name: (letter: string, at: number) => [string, string]) =>
    Object.fromEntries(
      letters
        .slice(0, count)
        .map((letter, at) => name(letter, at))
        .map(([a, b]) => [a, [b]]),
    )
  if (type in guessed) return Object.fromEntries((guessed[type] ?? []).map((name) => [name, ['a']]))
  if (type === 'order') return each((letter, at) => [letter, String(at + 1)])
  if (type === 'match') return each((letter) => [`l${letter}`, `r${letter}`])
  if (type === 'gap_drag') return each((letter, at) => [`g${at + 1}`, letter])
  if (type === 'gap_select') return each((_letter, at) => [`g${at + 1}`, 'a'])
  if (type === 'label_image') return each((letter) => [`i${letter}`, letter])
  if (type === 'memory') return each((letter) => [`a${letter}`, `b${letter}`])
  if (type === 'categorize') return each((letter) => [letter, 'ca'])
  if (type === 'video_quiz') return each((letter) => [letter, `${letter}x1`])
  return {}
}

describe('in the exercises of the demonstration', () => {
  const tasks = liveWorldCodes
    .flatMap((world) => demoUnits(world))
    .flatMap(({ content }) => content.pages.flatMap(({ elements }) => elements))
    .filter(
      (task) =>
        typeOf(task.type)?.kind === 'scored' && answerFields(publicView(task, 's').widgets).length > 0,
    )
  const full = (answer: (task: Element, widgets: readonly Widget[]) => Answers, seed: string) =>
    tasks.filter((task) => scoreSent(task, answer(task, publicView(task, seed).widgets)).scaled === 1).length
  const mean = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0) / counts.length
  const seeds = Array.from({ length: 20 }, (_each, at) => `room:${at}`)

  test('there are many', () => expect(tasks.length).toBeGreaterThan(200))

  describe.each(Object.entries(guesses))('%s', (_guess, answer) => {
    const byLot = mean(
      seeds.map((seed) => {
        const random = seeded(seed)
        return full((_task, widgets) => answer(arranged(widgets, (things) => shuffled(things, random))), seed)
      }),
    )

    test.each(Object.entries(orders))('%s, is right as often as in any order', (_order, put) => {
      const often = mean(seeds.map((seed) => full((_task, widgets) => answer(arranged(widgets, put)), seed)))
      expect(often).toBeLessThan(byLot + 2 * Math.sqrt(byLot))
    })
  })

  test('ids that used to be the key are nothing', () => {
    const tried = tasks.filter((task) => Object.keys(byPlace(task, publicView(task, 's').widgets)).length > 0)
    expect(new Set(tried.map(({ type }) => type)).size).toBeGreaterThan(6)
    expect(full(byPlace, 's')).toBe(0)
  })
})
