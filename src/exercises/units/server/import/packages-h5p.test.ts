import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { Imported } from '#exercises/formats/incoming/imported.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { samples, withSamples } from '../../../../../tests/support/samples.ts'
import { readPackage } from './packages.ts'

/*
 * The keys of packages of others, taken by this test from their content.json itself, and what becomes of them here. Numbers and
 * words that stand here were read in those files.
 */

/** Content of others has no type. */
type Content = ReturnType<typeof JSON.parse>

function contentOf(folder: string, name: string): Content {
  const files = unzipSync(readFileSync(join(samples(folder), name)))
  return JSON.parse(new TextDecoder().decode(files['content/content.json']))
}

async function read(folder: string, name: string): Promise<Imported> {
  const found = await readPackage(join(samples(folder), name))
  if (typeof found === 'string') throw new Error(`${name}: ${found}`)
  return found
}

/** HTML as words. */
const words = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|\s/g, ' ')
    .replace(/&#0?39;/g, "'")
    .replace(/ +/g, ' ')
    .trim()
/** The words beside the picture of a thing, and those behind it. */
const seen = (thing: string) => {
  const [, alt = '', said = ''] = /^!\[([^\]]*)\]\([^)]*\)\s*(.*)$/.exec(thing) ?? ['', '', thing]
  return [alt, said]
}
const starred = (text: string) =>
  [...text.matchAll(/\*([^*]+)\*/g)].map(([, inner = '']) => inner.split(':')[0] ?? '')
const bare = (word: string) => word.replace(/[.,;!?]+$/, '')

interface Oracle {
  /** The tasks it becomes. */
  types: readonly string[]
  /** So many parts the contract counts. */
  count: number
  /** What is right, by its content. */
  key: (content: Content) => readonly unknown[]
  /** What is right here, by the data of its tasks. */
  ours: (data: readonly Content[]) => readonly unknown[]
}

const choices = {
  key: (lists: string[][]) => lists.map((texts) => texts.map((text, at) => [words(text), at === 0 ? 1 : 0])),
  ours: (data: readonly Content[]) =>
    data.map(({ options }) => options.map(({ text, weight }: Content) => [text, weight])),
}

const oracles: Readonly<Record<string, Oracle>> = {
  Accordion: {
    types: ['accordion'],
    count: 4,
    key: ({ panels }) => panels.map(({ title, content }: Content) => [title, words(content.params.text)]),
    ours: ([{ sections }]) => sections.map(({ title, html }: Content) => [title, words(html)]),
  },
  Blanks: {
    types: ['gap_text'],
    count: 3,
    key: ({ questions }) => questions.flatMap(starred).map((gap: string) => gap.split('/')),
    ours: ([{ gaps }]) =>
      Object.values<Content>(gaps).map(({ answers }) => answers.map((each: Content) => each.text)),
  },
  Dialogcards: {
    types: ['flashcards'],
    count: 5,
    key: ({ dialogs }) =>
      dialogs.map(({ imageAltText, text, answer }: Content) => [imageAltText, text, answer]),
    ours: ([{ cards }]) => cards.map(({ front, back }: Content) => [...seen(front), back]),
  },
  DragQuestion: {
    types: ['label_image'],
    count: 1,
    key: ({ question: { task } }) =>
      task.dropZones.map(({ correctElements }: Content) => [
        task.elements.map(({ type }: Content) => words(type.params.text)),
        correctElements.map((at: string) => words(task.elements[Number(at)].type.params.text)),
      ]),
    ours: ([{ items, zones }]) =>
      zones.map(({ accepts }: Content) => [
        items.map(({ text }: Content) => text),
        accepts.map((id: string) => items.find((item: Content) => item.id === id).text),
      ]),
  },
  DragText: {
    types: ['gap_drag'],
    count: 3,
    key: ({ textField }) => starred(textField),
    ours: ([{ gaps, bank }]) =>
      Object.values(gaps).map((id) => bank.find((word: Content) => word.id === id).text),
  },
  Essay: {
    types: ['essay'],
    count: 6,
    key: ({ keywords }) =>
      keywords.map(({ keyword, alternatives = [], options }: Content) => [
        [keyword, ...alternatives],
        options.points,
        options.occurrences,
        options.caseSensitive,
        options.forgiveMistakes,
      ]),
    ours: ([{ keywords }]) =>
      keywords.map(({ any, points, occurrences, caseSensitive, acceptTypos }: Content) => [
        any,
        points,
        occurrences,
        caseSensitive,
        acceptTypos,
      ]),
  },
  FindTheWords: {
    types: ['word_search'],
    count: 12,
    key: ({ wordList }) => wordList.split(','),
    ours: ([{ words: hidden }]) => hidden.map(({ word }: Content) => word),
  },
  Flashcards: {
    types: ['flashcards'],
    count: 5,
    key: ({ cards }) => cards.map(({ text, answer }: Content) => [text, answer]),
    ours: ([{ cards }]) => cards.map(({ front, back }: Content) => [seen(front).join(''), back]),
  },
  ImageHotspotQuestion: {
    types: ['hotspot'],
    count: 4,
    key: ({ imageHotspotQuestion: { hotspotSettings } }) =>
      hotspotSettings.hotspot.map(({ userSettings, computedSettings: { figure, ...box } }: Content) => [
        userSettings.correct,
        box,
      ]),
    ours: ([{ areas }]) => areas.map(({ isRight, box }: Content) => [isRight, box]),
  },
  ImageSequencing: {
    types: ['order'],
    count: 8,
    key: ({ sequenceImages }) => sequenceImages.map(({ imageDescription }: Content) => imageDescription),
    ours: ([{ items }]) => items.map(({ text }: Content) => seen(text)[0]),
  },
  MarkTheWords: {
    types: ['mark_words'],
    count: 7,
    key: ({ textField }) => starred(textField),
    ours: ([{ tokens }]) =>
      tokens.filter(({ isRight }: Content) => isRight).map(({ text }: Content) => bare(text)),
  },
  MemoryGame: {
    types: ['memory'],
    count: 4,
    key: ({ cards }) => cards.map(({ imageAlt, matchAlt }: Content) => [imageAlt, matchAlt]),
    ours: ([{ pairs }]) => pairs.map(({ a, b }: Content) => [seen(a)[0], b]),
  },
  MultiChoice: {
    types: ['choice'],
    count: 1,
    key: ({ answers }) => [answers.map(({ text, correct }: Content) => [words(text), correct ? 1 : 0])],
    ours: choices.ours,
  },
  // In these two the first option is the right one.
  SingleChoiceSet: {
    types: ['choice', 'choice', 'choice'],
    count: 3,
    key: (content) => choices.key(content.choices.map(({ answers }: Content) => answers)),
    ours: choices.ours,
  },
  Summary: {
    types: ['choice', 'choice'],
    count: 2,
    key: ({ summaries }) => choices.key(summaries.map(({ summary }: Content) => summary)),
    ours: choices.ours,
  },
  Timeline: {
    types: ['timeline'],
    count: 9,
    key: ({ timeline }) =>
      timeline.date.map(({ startDate, headline }: Content) => [String(Number(startDate)), headline]),
    ours: ([{ dates }]) => dates.map(({ when, title }: Content) => [when, title]),
  },
  TrueFalse: {
    types: ['true_false'],
    count: 1,
    key: ({ question, correct }) => [[words(question), correct === 'true']],
    ours: ([{ statements }]) => statements.map(({ text, answer }: Content) => [text, answer]),
  },
}

withSamples('h5p', () => {
  test('each package stands here, or holds others and has a test of its own', () => {
    const names = [...Object.keys(oracles), 'CoursePresentation', 'QuestionSet'].map(
      (name) => `H5P.${name}.h5p`,
    )
    expect(names.toSorted()).toEqual(readdirSync(samples('h5p')).toSorted())
  })

  test.each(Object.entries(oracles))('H5P.%s: its key is that of its content', async (name, oracle) => {
    const content = contentOf('h5p', `H5P.${name}.h5p`)
    const { pages } = await read('h5p', `H5P.${name}.h5p`)
    const elements = pages.flatMap((page) => page.elements)
    expect(elements.map(({ type }) => type)).toEqual(oracle.types)
    const key = oracle.key(content)
    expect(key).toHaveLength(oracle.count)
    expect(oracle.ours(elements.map(({ data }) => data))).toEqual(key)
  })

  /** What the contract says in numbers and words; the test above compares both with the content. */
  test.each([
    ['Blanks', ['blue', 'Cloud', 'black']],
    ['DragText', ['blue', 'red', 'orange']],
    ['MultiChoice', ['Very dark purple']],
    ['SingleChoiceSet', ['Wolfberries', 'Asia', 'Dried']],
    ['Summary', ['Blueberries are edible, round berries.', 'Blueberries turn blue on ripening.']],
    ['TrueFalse', ['✓ Oslo is the capital of Norway.']],
    ['DragQuestion', ['Fragaria']],
    // Its areas have no names: they are told by where they lie.
    ['ImageHotspotQuestion', ['3']],
  ])('H5P.%s is solved by %j', async (name, solution) => {
    const { pages } = await read('h5p', `H5P.${name}.h5p`)
    const found = pages
      .flatMap(({ elements }) => elements)
      .flatMap(({ type, data }) => typeOf(type)?.solution(data) ?? [])
    // Places are numbered as they lie.
    expect(found.map((each) => each.replace(/^\d+: /, ''))).toEqual(solution)
  })

  test('so many answers are offered', async () => {
    const counts = async (name: string) =>
      (await read('h5p', `H5P.${name}.h5p`)).pages
        .flatMap(({ elements }) => elements)
        .flatMap(({ data }) => (data as Content).options?.length ?? [])
    expect(await counts('MultiChoice')).toEqual([3])
    expect(await counts('SingleChoiceSet')).toEqual([3, 3, 3])
    expect(await counts('Summary')).toEqual([3, 2])
  })

  test('the tip of a statement comes along', async () => {
    const { summaries } = contentOf('h5p', 'H5P.Summary.h5p')
    expect(summaries.map(({ tip }: Content) => tip)).toEqual(['Blueberries are used in blueberry jam', ''])
    const { pages } = await read('h5p', 'H5P.Summary.h5p')
    expect(pages.flatMap(({ elements }) => elements).map(({ hints }) => hints)).toEqual([
      ['Blueberries are used in blueberry jam'],
      [],
    ])
  })

  test('three slides are three pages, though nothing of the first comes over', async () => {
    const { slides } = contentOf('h5p', 'H5P.CoursePresentation.h5p').presentation
    expect(slides.map(({ elements }: Content) => elements.length)).toEqual([10, 16, 1])
    const { pages, report } = await read('h5p', 'H5P.CoursePresentation.h5p')
    expect(pages.map(({ title }) => title)).toEqual(['1', '2', '3'])
    expect(pages.map(({ elements }) => elements.length > 0)).toEqual([false, true, true])
    // An empty text, link, picture, video and recording, four shapes, a way to another slide.
    expect(report.slice(0, 10).map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual([
      'skipped incomplete',
      'skipped unknown_type',
      'skipped incomplete',
      ...['skipped views', 'skipped views', 'skipped views', 'skipped views'],
      'skipped media',
      'skipped branching',
      'skipped incomplete',
    ])
  })

  test('a set of nine questions nobody wrote has a reason for each', async () => {
    const { questions, passPercentage } = contentOf('h5p', 'H5P.QuestionSet.h5p')
    expect([questions.length, passPercentage]).toEqual([9, 50])
    const { report, passPercent } = await read('h5p', 'H5P.QuestionSet.h5p')
    expect(passPercent).toBe(50)
    const libraries = questions.map(({ library }: Content) => library.split(' ')[0])
    // Of gaps without a text what to do is left.
    expect(report.map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual(
      libraries.map((library: string) =>
        library === 'H5P.Blanks' ? 'simplified incomplete' : 'skipped incomplete',
      ),
    )
  })
})

withSamples('h5p-malformed', () => {
  describe('interactive-content-2260', () => {
    const name = 'interactive-content-2260.h5p'
    const parts = () => contentOf('h5p-malformed', name).content.map((each: Content) => each.content)

    test('all of its nine contents come over, what is not as it was is told', async () => {
      const { report, files } = await read('h5p-malformed', name)
      expect(parts().map(({ library }: Content) => library.split(' ')[0])).toEqual([
        'H5P.Video',
        'H5P.AdvancedText',
        ...['H5P.DragQuestion', 'H5P.DragQuestion', 'H5P.DragQuestion'],
        'H5P.Essay',
        ...['H5P.Blanks', 'H5P.Blanks'],
        'H5P.GuessTheAnswer',
      ])
      const titles = parts().map(({ metadata }: Content) => metadata.title)
      expect(report.map((line) => line.name)).toEqual(titles)
      const reported = report.map(({ outcome, reason, others = [] }) =>
        [outcome, reason, ...others].filter(Boolean),
      )
      expect(reported).toEqual([
        // It lies elsewhere: there is a link to it.
        ['simplified', 'outside'],
        ...[['converted'], ['converted'], ['converted'], ['converted']],
        // From how much on its text is passed, and words that are shown to help.
        ['simplified', 'passing', 'helping_words'],
        ...[['converted'], ['converted'], ['converted']],
      ])
      expect(files).toHaveLength(3)
    })

    test('its keys are those of its content', async () => {
      const elements = (await read('h5p-malformed', name)).pages.flatMap((page) => page.elements)
      const ofType = (type: string): Content[] =>
        elements.filter((each) => each.type === type).map(({ data }) => data)
      const ofLibrary = (library: string): Content[] =>
        parts()
          .filter((part: Content) => part.library.startsWith(`${library} `))
          .map(({ params }: Content) => params)
      const placed = ({ items, zones }: Content) =>
        zones.map(({ accepts }: Content) =>
          accepts.map((id: string) => items.find((item: Content) => item.id === id).text),
        )
      expect(ofType('label_image').map(placed)).toEqual(
        ofLibrary('H5P.DragQuestion').map(({ question: { task } }) =>
          task.dropZones.map(({ correctElements }: Content) =>
            correctElements.map((at: string) => words(task.elements[Number(at)].type.params.text)),
          ),
        ),
      )
      expect(
        ofType('gap_text').map(({ gaps }) =>
          Object.values<Content>(gaps).map(({ answers }) => answers[0].text),
        ),
      ).toEqual(ofLibrary('H5P.Blanks').map(({ questions }) => questions.flatMap(starred)))
      expect(ofType('essay').map(({ keywords }) => keywords.map(({ any }: Content) => any))).toEqual(
        ofLibrary('H5P.Essay').map(({ keywords }) =>
          keywords.map(({ keyword, alternatives = [] }: Content) => [keyword, ...alternatives]),
        ),
      )
    })
  })
})
