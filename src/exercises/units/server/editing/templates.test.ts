import { describe, expect, it } from 'vitest'
import { unitTemplates } from '#exercises/model/task/templates.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { type Element, gapsOf, scoreResponse } from '#exercises/model/unit.ts'
import taxonomy from '#platform/db/taxonomy.json' with { type: 'json' }
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { begunUnit, templateLines } from './templates.ts'

const cases = liveWorldCodes.flatMap((world) => unitTemplates.map((template) => ({ world, template })))
const fullMarks = ({ points, ...element }: Element) => {
  const { type, data } = element
  return scoreResponse({ ...element, points }, typeOf(type)?.key(data))
}

it.each(liveWorldCodes)('%s has the templates all worlds have, and no others', async (world) => {
  expect([...(await templateLines(world)).keys()]).toEqual([...unitTemplates])
})

describe.each(cases)('$world: $template', ({ world, template }) => {
  it('is one or two pages of three to five tasks a teacher could publish at once', async () => {
    const { title, pages } = await begunUnit(world, 'Mine', template)
    expect(title).toBe('Mine')
    expect(pages.length).toBeLessThanOrEqual(2)
    const tasks = pages.flatMap(({ elements }) => elements)
    expect(tasks.length).toBeGreaterThanOrEqual(3)
    expect(tasks.length).toBeLessThanOrEqual(5)
    expect(tasks.flatMap(gapsOf)).toEqual([])
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length)
    expect(new Set(tasks.map(({ type }) => type)).size).toBeGreaterThanOrEqual(3)
  })

  it('scores its key with full marks, and has something to score', async () => {
    const { pages } = await begunUnit(world, 'Mine', template)
    const scored = pages
      .flatMap(({ elements }) => elements)
      .filter(({ type }) => typeOf(type)?.kind === 'scored')
    expect(scored.length).toBeGreaterThanOrEqual(2)
    for (const element of scored) {
      const { state, raw } = fullMarks(element)
      expect([element.type, state, raw]).toEqual([element.type, 'correct', element.points])
      expect(element.points).toBeGreaterThan(0)
    }
  })

  it('says for what it is in terms of its world; an exit ticket is for any lesson', async () => {
    const { subjects, grades, schoolTypes } = await begunUnit(world, 'Mine', template)
    const lists = taxonomy.worlds[world]
    const known = (list: readonly { id: string }[]) => list.map(({ id }) => id)
    expect(subjects).toHaveLength(template === 'exit-ticket' ? 0 : 1)
    expect(known(lists.subjects)).toEqual(expect.arrayContaining(subjects))
    expect(known(lists.grades)).toEqual(expect.arrayContaining(grades))
    expect(known(lists.school_types)).toEqual(expect.arrayContaining(schoolTypes))
    expect(grades.length > 0).toBe(template !== 'exit-ticket')
  })

  it('has no field the kind of task does not know', async () => {
    const lines = (await templateLines(world)).get(template) ?? []
    const unknown = lines.flatMap((line) => {
      const [, type = ''] = /^= (\w+) /.exec(line) ?? []
      const known = typeOf(type)?.editor.map(({ name }) => name) ?? []
      return [...line.matchAll(/ ¦ @(\w+) /g)]
        .map(([, name = '']) => name)
        .filter((name) => !known.includes(name))
    })
    expect(unknown).toEqual([])
  })
})

it('is an empty page without a template', async () => {
  const { pages } = await begunUnit('de', 'Leer', undefined)
  expect(pages.map(({ elements }) => elements)).toEqual([[]])
})

it('has tasks of the same kinds in every world', async () => {
  for (const template of unitTemplates) {
    const kinds = await Promise.all(
      liveWorldCodes.map(async (world) => {
        const { pages } = await begunUnit(world, 'Mine', template)
        return pages.map(({ elements }) => elements.map(({ type }) => type).join(' ')).join(' / ')
      }),
    )
    expect([template, ...new Set(kinds)]).toEqual([template, kinds[0]])
  }
})
