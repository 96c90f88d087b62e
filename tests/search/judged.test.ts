import { describe, expect, test } from 'vitest'
import { demoWorld } from '#demo/catalogue/worlds.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { isHard, readJudged, readSimilar } from './judged.ts'

describe.each(liveWorldCodes)('%s', (world) => {
  const known = demoWorld(world).materials.map(({ key }) => key)

  test('judgements name materials of the catalogue, each query once', async () => {
    const judged = await readJudged(world)
    expect(judged.world).toBe(world)
    expect(known).toEqual(
      expect.arrayContaining(
        [...judged.queries, ...judged.further].flatMap(({ expected }) => Object.keys(expected)),
      ),
    )
    const queries = [...judged.queries, ...judged.further].map(({ query }) => query)
    expect(queries).toEqual([...new Set(queries)])
  })

  test('a little more than half of the queries are hard', async () => {
    const { queries, further } = await readJudged(world)
    expect(further.filter((each) => !isHard(each.class))).toEqual([])
    const hard = queries.filter((each) => isHard(each.class)).length / queries.length
    expect(hard).toBeGreaterThan(0.5)
    expect(hard).toBeLessThan(0.6)
  })

  test('similar pairs name materials of the catalogue', async () => {
    const pairs = (await readSimilar())[world]
    expect(pairs).toHaveLength(30)
    for (const { of, similar, notFirst } of pairs) {
      const named = [of, ...similar, ...notFirst]
      expect(known).toEqual(expect.arrayContaining(named))
      expect(named).toEqual([...new Set(named)])
    }
  })
})
