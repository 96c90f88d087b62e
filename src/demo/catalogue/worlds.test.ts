import { describe, expect, it } from 'vitest'
import taxonomy from '#platform/db/taxonomy.json' with { type: 'json' }
import { namedCurricula } from '#platform/rules/curricula/curricula.ts'
import { drawCover } from '#shop/selling/materials/server/covers/cover.ts'
import { paper } from '#shop/selling/materials/server/covers/hands.ts'
import { demoCurricula } from '../curricula.ts'
import { makeItems } from './sheets/calc.ts'
import type { Item } from './sheets/calc-numbers.ts'
import { planCovers } from './sheets/cover-plan.ts'
import { openDocument } from './sheets/ink.ts'
import { seededRandom } from './sheets/random.ts'
import { sheetWords } from './sheets/sheet-words.ts'
import type { CalcKind, DemoMaterial } from './types.ts'
import { worlds } from './world-codes.ts'
import { demoWorld, renderSheet } from './worlds.ts'

function items(kind: CalcKind): Item[] {
  return makeItems(kind, 200, seededRandom(`test/${kind}`), { lo: 1, hi: 100, m: [] }, sheetWords.en)
}

function fractionValue(text: string): number {
  const found = /^(?:(\d+) )?\{(\d+)\/(\d+)\}/.exec(text)
  return found ? Number(found[1] ?? 0) + Number(found[2]) / Number(found[3]) : Number(text)
}

function resultOf(left: number, sign: string, right: number): number {
  if (sign === '+') return left + right
  if (sign === '−') return left - right
  return sign === '×' ? left * right : left / right
}

describe('answer keys', () => {
  it.each(['add', 'sub', 'mul', 'div'] as const)('%s', (kind) => {
    for (const { q, a } of items(kind)) {
      const [left, sign, right] = q.split(' ')
      expect(resultOf(Number(left), sign ?? '', Number(right)), q).toBe(Number(a))
    }
  })

  it.each(['fadd', 'fsub', 'faddsame', 'fmul', 'fdiv'] as const)('%s', (kind) => {
    for (const { q, a } of items(kind)) {
      const [left, sign, right] = q.split(' ')
      expect(resultOf(fractionValue(left ?? ''), sign ?? '', fractionValue(right ?? '')), q).toBeCloseTo(
        fractionValue(a),
        9,
      )
    }
  })

  it('simplified fractions keep their value', () => {
    for (const { q, a } of items('simplify')) expect(fractionValue(q)).toBeCloseTo(fractionValue(a), 9)
  })
})

describe.each(worlds)('demo world %s', (world) => {
  const demo = demoWorld(world)
  const keys = demo.materials.map(({ key }) => key)
  const plans = planCovers(demo, (key) => demo.authors.findIndex((author) => author.key === key))

  it('holds sixty materials by twelve authors under unique keys', () => {
    expect(demo.materials.length).toBeGreaterThanOrEqual(60)
    expect(demo.authors).toHaveLength(12)
    expect(demo.buyers).toHaveLength(12)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('names programmes of its own world, so that the search by them finds something', () => {
    const followed = demo.materials.map((material) => demoCurricula(world, material))
    for (const ids of followed) expect(namedCurricula(world, ids)).toHaveLength(ids.length)
    expect(followed.filter((ids) => ids.length > 0).length).toBeGreaterThan(demo.materials.length / 2)
    expect(new Set(followed.flat()).size).toBeGreaterThanOrEqual(3)
  })

  it('has subjects of its own world, bundles of single materials, honest prices', () => {
    const byKey = new Map(demo.materials.map((material) => [material.key, material]))
    for (const material of demo.materials) {
      expect(material.subject.startsWith(`${world}-`)).toBe(true)
      expect(material.grades.length).toBeGreaterThan(0)
      for (const key of material.bundleOf ?? []) expect(byKey.get(key)?.materialType).not.toBe('bundle')
      for (const key of material.bundleOf ?? []) expect(byKey.has(key)).toBe(true)
      if (material.salePriceCents !== undefined)
        expect(material.salePriceCents).toBeLessThan(material.priceCents)
      for (const review of material.reviews) expect(review.text).not.toBe('')
    }
  })

  it('names only ids of its taxonomy', () => {
    const text = JSON.stringify(taxonomy.worlds[world])
    for (const { subject, grades, schoolTypes, materialType } of demo.materials) {
      for (const id of [subject, ...grades, ...schoolTypes, materialType])
        expect(text).toContain(`"id":"${id}"`)
    }
  })

  it('draws no two covers alike: another hand, or another object', () => {
    const looks = [...plans.values()].map(({ author, motif }) => `${author} ${motif}`)
    expect(new Set(looks).size).toBe(looks.length)
    expect(new Set([...plans.values()].map(({ motif }) => motif)).size).toBeGreaterThanOrEqual(50)
  })

  it('writes each title in a seventh of the cover or more', () => {
    const doc = openDocument('', '')
    for (const material of demo.materials) {
      const plan = plans.get(material.key)
      const { title, subject, sheet } = material
      if (!plan) throw new Error(material.key)
      const height = drawCover(doc, {
        ...plan,
        world,
        title,
        subject,
        line: sheet.subtitle,
      })
      expect.soft(height, title).toBeGreaterThanOrEqual(paper.height / 7)
    }
  })

  it('renders every family once, the same bytes each time', async () => {
    const seen = new Set<string>()
    const chosen = demo.materials.filter(({ sheet }: DemoMaterial) => {
      const fresh = sheet.sections.some(({ f }) => !seen.has(f))
      for (const { f } of sheet.sections) seen.add(f)
      return fresh
    })
    for (const material of chosen) {
      const author = demo.authors.find(({ key }) => key === material.authorKey)
      if (!author) throw new Error(material.authorKey)
      const plan = plans.get(material.key)
      if (!plan) throw new Error(material.key)
      const first = await renderSheet(material, world, author, plan)
      expect(first.subarray(0, 4).toString()).toBe('%PDF')
      expect(first.toString('latin1')).toMatch(/\/Type \/Page\b/)
      expect((await renderSheet(material, world, author, plan)).equals(first)).toBe(true)
    }
  })
})
