import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawTeam, teamScores } from './teams.ts'

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('teams', () => {
  test('however many are drawn, no team has more than one above another', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.array(chance, { maxLength: 60 }), (teams, chances) => {
        const taken: number[] = []
        for (const one of chances) taken.push(drawTeam(taken, teams, () => one))
        const sizes = Array.from({ length: teams }, (_, at) => taken.filter((team) => team === at + 1).length)
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(taken.length)
      }),
    )
  })

  test('have the mean of their members: a small one loses nothing by being small, and who has no team counts for none', () => {
    const scores = teamScores([
      { team: 1, score: 1000 },
      { team: 1, score: 0 },
      { team: 2, score: 700 },
      { team: null, score: 5000 },
      { team: 3, score: 700 },
    ])
    expect(scores).toEqual([
      { team: 2, members: 1, mean: 700 },
      { team: 3, members: 1, mean: 700 },
      { team: 1, members: 2, mean: 500 },
    ])
    expect(teamScores([])).toEqual([])
  })
})
