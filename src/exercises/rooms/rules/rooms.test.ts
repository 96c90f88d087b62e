import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roomModes } from '#exercises/model/modes.ts'
import {
  attemptsIn,
  commands,
  feedbackOf,
  purgeDate,
  roomStatuses,
  statusAfter,
} from '#exercises/model/room.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { itemAnalysis } from './analysis.ts'
import { codeOf, readCode } from './code.ts'
import { isDecentName } from './decent-names.ts'
import { freeNames, nameAt, nameCount } from './names.ts'
import { fullOf, pointsOf, type QuizAnswer, quizEach, quizFull, totalOf } from './points.ts'
import { looksOf } from './pupil-names.ts'

describe('codes', () => {
  test('are read however they are typed, and nothing else is one', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (bytes) => {
        const code = codeOf(bytes)
        fc.pre(code.length === 6)
        expect(readCode(` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `)).toBe(code)
      }),
    )
    for (const typed of ['', 'ABCDE', 'ABCDEFG', 'ABCDE0', 'ABCDEI', 'ÄBCDEF', 'x'.repeat(1e6)])
      expect(readCode(typed)).toBeUndefined()
  })
})

describe('names', () => {
  test.each(liveWorldCodes)(
    '%s has one for each of 200 pupils, all different, none that is blocked',
    (world) => {
      const all = Array.from({ length: nameCount(world) }, (_, place) => nameAt(world, place) ?? '')
      expect(new Set(all.flatMap(looksOf)).size).toBe(2 * all.length)
      expect(all.length).toBeGreaterThan(600)
      expect(all.filter((name) => !isDecentName(name) || name.length > 60)).toEqual([])
      const taken = new Set(all.slice(2).flatMap(looksOf))
      expect(freeNames(world, taken, 3, Math.random).sort()).toEqual([0, 1])
    },
  )
})

describe('the life of a room', () => {
  test('a command twice is the same as once, and nothing leads out of closed', () => {
    for (const status of roomStatuses)
      for (const command of commands) {
        const after = statusAfter(status, command)
        if (after !== undefined) expect(statusAfter(after, command)).toBe(after)
        if (status === 'closed' && after !== undefined) expect(after).toBe('closed')
      }
  })

  test('solutions are shown by the teacher alone', () => {
    for (const mode of roomModes)
      expect(feedbackOf(mode, { isReleased: false, isRevealed: false })).not.toBe('solution')
    expect(feedbackOf('exam', { isReleased: false, isRevealed: true })).toBe('none')
  })

  test('the end of a school year is the next one', () => {
    expect(purgeDate('year', new Date('2026-11-22')).toISOString()).toBe('2027-08-01T00:00:00.000Z')
    expect(purgeDate('year', new Date('2026-07-31')).toISOString()).toBe('2026-08-01T00:00:00.000Z')
    expect(purgeDate('7', new Date('2026-11-22')).toISOString()).toBe('2026-11-29T00:00:00.000Z')
  })
})

const quizPoints = fc.constantFrom('none' as const, 'normal' as const, 'double' as const)
const answers = fc.record({ scaled: fc.constantFrom(0, 0.5, 1, null), ms: fc.nat(100_000), quizPoints })
const rules = fc.record({ hasSpeed: fc.boolean(), hasStreak: fc.boolean(), seconds: fc.constantFrom(0, 20) })

describe('points of a quiz', () => {
  test('lie between half and all of what an answer is worth; more time never costs', () => {
    fc.assert(
      fc.property(answers, rules, (answer, given) => {
        const points = pointsOf(answer, given)
        const worth = quizFull[answer.quizPoints] * (answer.scaled ?? 0)
        expect(points).toBeGreaterThanOrEqual(Math.floor(worth / 2))
        expect(points).toBeLessThanOrEqual(worth)
        expect(pointsOf(answer, given, 1.5)).toBeGreaterThanOrEqual(points)
        if (!given.hasSpeed) expect(points).toBe(worth)
      }),
    )
  })

  test('nothing, as usual or double: what is chosen for a question counts for it alone', () => {
    expect(quizFull).toEqual({ none: 0, normal: 1000, double: 2000 })
    fc.assert(
      fc.property(answers, rules, (answer, given) => {
        const of = (worth: QuizAnswer['quizPoints']) => pointsOf({ ...answer, quizPoints: worth }, given)
        expect(of('none')).toBe(0)
        expect(Math.abs(of('double') - 2 * of('normal'))).toBeLessThanOrEqual(1)
        // Contents from before there was a choice.
        expect(of('normal')).toBe(pointsOf({ scaled: answer.scaled, ms: answer.ms }, given))
      }),
    )
  })

  test('of several right answers each earns 500, or 1000; never more than all of them, in whatever order', () => {
    expect(quizEach).toEqual({ none: 0, normal: 500, double: 1000 })
    const choice = typeOf('choice')
    const flat = { hasSpeed: false, hasStreak: false, seconds: 20 }
    const policies = fc.constantFrom('net' as const, 'all' as const)
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 2, maxLength: 8 }),
        fc.infiniteStream(fc.boolean()),
        ...[policies, quizPoints, rules, fc.nat(100_000)],
        (isRight, ticks, policy, worth, given, ms) => {
          fc.pre(isRight.some(Boolean))
          const options = isRight.map((right, at) => {
            return { id: `a${at}`, text: `${at}`, weight: right ? 1 : 0, feedback: '' }
          })
          const data = { isMulti: true, policy, options }
          const rights = choice?.picks?.(data) ?? 0
          expect(rights).toBe(isRight.filter(Boolean).length)
          const earned = (ids: readonly string[], by = flat) => {
            const { scaled = null } = choice?.score(data, ids) ?? {}
            return pointsOf({ scaled, ms, quizPoints: worth, rights }, by)
          }
          const picked = options.filter(() => ticks.next().value).map(({ id }) => id)
          const [hits, misses] = [true, false].map(
            (right) => picked.filter((id) => isRight[Number(id.slice(1))] === right).length,
          )
          const net = policy === 'net' ? Math.max(0, (hits ?? 0) - (misses ?? 0)) : 0
          const isAll = hits === rights && misses === 0
          expect(earned(picked)).toBe(quizEach[worth] * (isAll ? rights : net))
          expect(earned(picked.toReversed(), given)).toBe(earned(picked, given))
          expect(earned(picked, given)).toBeLessThanOrEqual(fullOf({ quizPoints: worth, rights }))
          const all = options.map(({ id }) => id)
          if (isRight.filter((each) => !each).length >= rights) expect(earned(all)).toBe(0)
        },
      ),
    )
    // One answer is picked, or none is right: the question is paid as a whole.
    const single = { options: [{ id: 'a', text: 'a', weight: 1, feedback: '' }], policy: 'net' }
    expect(choice?.picks?.({ ...single, isMulti: false })).toBeUndefined()
    expect(choice?.picks?.({ isMulti: true, policy: 'net', options: [] })).toBeUndefined()
  })

  test('a question without points changes no sum and no streak, wherever it stands', () => {
    const list = fc.array(fc.option(answers, { nil: undefined }), { maxLength: 12 })
    fc.assert(
      fc.property(list, list, rules, fc.constantFrom(0, 0.5, 1), (one, other, given, scaled) => {
        const free = { scaled, ms: 0, quizPoints: 'none' as const }
        expect(totalOf([...one, free, ...other], given)).toEqual(totalOf([...one, ...other], given))
      }),
    )
  })

  test('the steps of a streak are not doubled', () => {
    const right = { scaled: 1, ms: 0, quizPoints: 'double' as const }
    const given = { hasSpeed: false, hasStreak: true, seconds: 0 }
    expect(totalOf([right, right, right], given).points).toBe(6300)
  })

  test('a streak adds 100 a step, 500 at most, and ends with what is wrong or missing', () => {
    const right = { scaled: 1, ms: 0 }
    const all = { hasSpeed: false, hasStreak: true, seconds: 0 }
    expect(totalOf([right, right, right], all)).toEqual({ points: 3300, right: 3 })
    expect(totalOf([right, undefined, right], all).points).toBe(2000)
    expect(totalOf([right, { scaled: null, ms: 0 }, right], all).points).toBe(2100)
    expect(
      totalOf(
        Array.from({ length: 8 }, () => right),
        all,
      ).points,
    ).toBe(8000 + 100 + 200 + 300 + 400 + 500 + 500 + 500)
  })
})

describe('item analysis', () => {
  test('tells easy from hard, and good pupils from others, from ten pupils on', () => {
    const pupils = Array.from({ length: 10 }, (_, at) => at)
    const scores = pupils.flatMap((participant) => [
      { participant, element: 'easy', scaled: 1, picks: ['a'] },
      { participant, element: 'hard', scaled: participant < 3 ? 1 : 0, picks: [participant < 3 ? 'a' : 'b'] },
    ])
    const [easy, hard, none] = itemAnalysis(['easy', 'hard', 'none'], pupils, scores)
    expect(easy).toMatchObject({ answered: 10, p: 1, discrimination: 0 })
    expect(hard).toMatchObject({ p: 0.3, discrimination: 1 })
    expect([...(hard?.picks ?? [])]).toEqual([
      ['a', 3],
      ['b', 7],
    ])
    expect(none).toMatchObject({ answered: 0, p: undefined })
    expect(itemAnalysis(['hard'], pupils.slice(0, 9), scores)[0]?.picks).toBeUndefined()
  })
})

test('tries are counted where a pupil hears at once how right it was, and nowhere else', () => {
  const limited = roomModes.filter((mode) => attemptsIn(mode, { attempts: 2 }) === 2)
  expect(limited).toEqual(['practice', 'self'])
  expect(roomModes.map((mode) => attemptsIn(mode, undefined))).toEqual(roomModes.map(() => 0))
})
