import { describe, expect, it } from 'vitest'
import { mediaKinds, silentMedia } from '#exercises/model/media/element-media.ts'
import { elementTypes, typeOf } from '#exercises/model/task/types.ts'
import { hasSilentPictures, picturesInHtml } from '#exercises/model/text/rich-pictures.ts'
import { spokenPieces } from '#exercises/model/text/spoken.ts'
import { wordsLanguage } from '#exercises/model/text/unit-metadata.ts'
import { gapsOf } from '#exercises/model/unit.ts'
import taxonomy from '#platform/db/taxonomy.json' with { type: 'json' }
import { worldOf } from '#platform/routing/worlds.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { demoAssets } from './assets.ts'
import { demoUnits } from './read.ts'

describe.each(liveWorldCodes)('the exercises of %s', (world) => {
  const units = demoUnits(world)
  const elements = units.flatMap(({ content }) => content.pages.flatMap((page) => page.elements))

  it('are at least 25 of all kinds, some to buy, some free, some to practise', () => {
    expect(units.length).toBeGreaterThanOrEqual(25)
    expect(new Set(elements.map(({ type }) => type))).toEqual(new Set(elementTypes.map(({ type }) => type)))
    const prices = units.map(({ price }) => price)
    expect(prices.filter((price) => price === 0).length).toBeGreaterThan(2)
    expect(prices.filter((price) => price === undefined).length).toBeGreaterThan(5)
    expect(prices.filter(Boolean).length).toBeGreaterThan(7)
  })

  it('could be published, and their keys are right', () => {
    for (const element of elements) {
      const { type, data } = element
      const row = typeOf(type)
      expect(gapsOf(element)).toEqual([])
      const { scaled, isPending } = row?.score(data, row.key(data)) ?? {}
      if (row?.kind === 'scored' && row.parts(data) > 0 && !isPending)
        expect([type, scaled]).toEqual([type, 1])
    }
  })

  it('have hints, a time, comments by percent and tags somewhere, and something that is required', () => {
    const has = (isMeant: (element: (typeof elements)[number]) => boolean) => elements.some(isMeant)
    expect(has(({ bands }) => bands.length > 0)).toBe(true)
    expect(has(({ hints }) => hints.length > 1)).toBe(true)
    expect(has(({ timeLimit }) => timeLimit > 0)).toBe(true)
    expect(has(({ isRequired }) => isRequired)).toBe(true)
    expect(has(({ tags }) => tags.length > 1)).toBe(true)
  })

  it('show every picture, recording and film there is', () => {
    const all = JSON.stringify(units)
    const unused = [...demoAssets()].filter(([, { key }]) => !all.includes(key)).map(([name]) => name)
    expect(unused).toEqual([])
  })

  it('show a stranger a picture above, pictures in the words, and all that stands above a task', () => {
    const isFound = ({ price }: (typeof units)[number]) => price === 0 || price === undefined
    expect(units.filter(({ content }) => content.cover).length).toBeGreaterThanOrEqual(4)
    expect(units.filter((unit) => unit.content.cover && isFound(unit)).length).toBeGreaterThanOrEqual(2)
    expect(new Set(elements.flatMap(({ media }) => media?.kind ?? []))).toEqual(new Set(mediaKinds))
    expect(elements.filter(({ prompt }) => picturesInHtml(prompt).length > 0).length).toBeGreaterThanOrEqual(
      2,
    )
    for (const { media } of elements) expect(silentMedia(media)).toEqual([])
    for (const { content } of units) {
      expect(hasSilentPictures(content)).toBe(false)
      expect(content.cover?.alt).not.toBe('')
    }
    for (const { description } of units) expect(description).not.toMatch(/!\[|unit\//)
  })

  it('have recordings on answers, pairs, statements and groups, and beside the question', () => {
    const heard = elements.filter(({ data }) => JSON.stringify(data).includes('.mp3')).map(({ type }) => type)
    expect(new Set(heard)).toEqual(
      new Set(['audio', 'memory', 'choice', 'match', 'true_false', 'categorize']),
    )
  })

  it('say where their language is another one, so that nobody hears them in the wrong voice', () => {
    const own = worldOf(world).lang
    const pieces = units.flatMap(({ content }) =>
      content.pages
        .flatMap((page) => page.elements)
        .flatMap(({ prompt }) => spokenPieces(prompt, wordsLanguage(content, own))),
    )
    /** How instructions begin that are certainly of one language. */
    const begins: readonly (readonly [RegExp, string])[] = [
      [/^(Write|Fill in|Match\b|Which|Find the|Put the|True or)/, 'en'],
      [/^(¿|Elige)/, 'es'],
      [/^(Avoir ou|Vrai ou|Quelle|Complète)/, 'fr'],
      [/[α-ω]/, 'el'],
      [/^(Der, die oder|Was ist|Wie )/, 'de'],
    ]
    for (const { lang, text } of pieces)
      for (const [begin, meant] of begins) if (begin.test(text)) expect([text, lang]).toEqual([text, meant])
    for (const { description } of units) expect(description).not.toContain('<span')
  })

  it('stand at subjects, grades and stages of their world', () => {
    const terms = taxonomy.worlds[world]
    const live = new Set(terms.school_types.filter(({ active }) => active).map(({ id }) => id))
    for (const { title, subject, grade, schoolType } of units) {
      const stages: readonly string[] = terms.grades.find(({ id }) => id === grade)?.school_types ?? []
      const isTaught = terms.subjects.some(({ id }) => id === subject)
      expect([title, isTaught, live.has(schoolType), stages]).toEqual([
        title,
        true,
        true,
        expect.arrayContaining([schoolType]),
      ])
    }
  })
})
