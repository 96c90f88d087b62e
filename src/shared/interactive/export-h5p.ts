import { escapeHtml } from '../rules/escape.ts'
import { dragParams, hotspotParams, pictureInH5p } from './export-h5p-graphic.ts'
import type { SizeOfPicture } from './export-qti-graphic.ts'
import { fillGaps, gapIds } from './gap-markup.ts'
import { typedOfHtml } from './rich-text.ts'
import { withoutPictures } from './things.ts'
import type { Accordion } from './types/accordion/accordion.ts'
import type { Choice } from './types/choice/choice.ts'
import type { Crossword } from './types/crossword/crossword.ts'
import type { Essay } from './types/essay/essay.ts'
import type { Flashcards } from './types/flashcards/flashcards.ts'
import type { GapDrag } from './types/gap-drag/gap-drag.ts'
import type { GapText } from './types/gap-text/gap-text.ts'
import type { Hotspot } from './types/hotspot/hotspot.ts'
import type { LabelImage } from './types/label-image/label-image.ts'
import type { MarkWords } from './types/mark-words/mark-words.ts'
import type { Media } from './types/media/media.ts'
import type { Order } from './types/order/order.ts'
import type { TrueFalse } from './types/true-false/true-false.ts'
import { h5pOrientations } from './types/word-search/exchange.ts'
import type { WordSearch } from './types/word-search/word-search.ts'
import type { Element, UnitContent } from './unit.ts'

/** The version of each library whose content is written; the places it is opened in have it or a later one. */
const versions = {
  'H5P.Column': [1, 16],
  'H5P.InteractiveBook': [1, 7],
  'H5P.MultiChoice': [1, 16],
  'H5P.TrueFalse': [1, 8],
  'H5P.Blanks': [1, 14],
  'H5P.DragText': [1, 10],
  'H5P.MarkTheWords': [1, 11],
  'H5P.SortParagraphs': [0, 11],
  'H5P.Essay': [1, 5],
  'H5P.Flashcards': [1, 7],
  'H5P.Dialogcards': [1, 9],
  'H5P.FindTheWords': [1, 4],
  'H5P.Crossword': [0, 5],
  'H5P.Accordion': [1, 0],
  'H5P.AdvancedText': [1, 1],
  'H5P.Image': [1, 1],
  'H5P.ImageHotspotQuestion': [1, 8],
  'H5P.DragQuestion': [1, 13],
} as const satisfies Readonly<Record<string, readonly [number, number]>>
type Library = keyof typeof versions

interface Content {
  library: Library
  params: object
}

/**
 * The files of an H5P package: content and the names of the libraries it needs, none of their code. It opens where they are.
 * `leftOut`: elements H5P has no library for, or would score in another way, and pictures that are not there.
 */
export function h5pFiles(
  content: UnitContent,
  lang: string,
  sizeOf: SizeOfPicture = () => undefined,
): { files: Record<string, string>; leftOut: string[] } {
  const pages = content.pages.map(({ title, elements }) => ({
    title: title || content.title,
    contents: elements.map((element) => ({ element, written: written(element, sizeOf) })),
  }))
  const all = pages.flatMap(({ contents }) => contents)
  const used = new Set<Library>(all.flatMap((each) => each.written.map(({ library }) => library)))
  if (used.has('H5P.Accordion') || used.has('H5P.DragQuestion')) used.add('H5P.AdvancedText')
  const columns = pages.map((page) => ({ ...page, column: columnOf(page.contents) }))
  const isBook = columns.length > 1
  const params = isBook
    ? { chapters: columns.map(({ title, column }) => withName('H5P.Column', column, title)) }
    : (columns[0]?.column ?? {})
  const main: Library = isBook ? 'H5P.InteractiveBook' : 'H5P.Column'
  const libraries = [main, ...(isBook ? (['H5P.Column'] as const) : []), ...used]
  const head = {
    title: content.title,
    language: lang,
    mainLibrary: main,
    embedTypes: ['div'],
    license: 'U',
    defaultLanguage: lang,
    preloadedDependencies: libraries.map((machineName) => {
      const [majorVersion, minorVersion] = versions[machineName]
      return { machineName, majorVersion, minorVersion }
    }),
  }
  return {
    files: { 'h5p.json': JSON.stringify(head), 'content/content.json': JSON.stringify(params) },
    leftOut: all.filter((each) => each.written.length === 0).map(({ element }) => element.id),
  }
}

function columnOf(contents: readonly { element: Element; written: readonly Content[] }[]): object {
  return {
    content: contents.flatMap(({ element, written: parts }) =>
      parts.map(({ library, params }) => ({
        content: withName(
          library,
          params,
          typedOfHtml(element.prompt)
            .replace(/<[^<>]*>/g, '')
            .slice(0, 80),
        ),
        useSeparator: 'auto',
      })),
    ),
  }
}

function withName(library: Library, params: object, title: string): object {
  const [major, minor] = versions[library]
  return {
    library: `${library} ${major}.${minor}`,
    params,
    metadata: { title, license: 'U', contentType: library },
  }
}

/** What the element is in H5P; nothing where it would be something else. */
function written(element: Element, sizeOf: SizeOfPicture): Content[] {
  if (onPictures.has(element.type)) return pictured(element, sizeOf)
  const write = writers[element.type]
  // Each type's data is what its writer takes: it went through its schema.
  return write?.(withoutPictures(element.data) as never, element.prompt) ?? []
}

const onPictures = new Set(['media', 'hotspot', 'label_image'])

function pictured({ type, data, prompt }: Element, sizeOf: SizeOfPicture): Content[] {
  const { asset } = (data as { picture: { asset: string } }).picture
  const size = asset === '' ? undefined : sizeOf(asset)
  if (!size) return []
  if (type === 'media') return one('H5P.Image', imageParams(data as Media))
  if (type === 'hotspot') {
    const params = hotspotParams(data as Hotspot, prompt, size)
    return params ? one('H5P.ImageHotspotQuestion', params) : []
  }
  // Words of things, and the picture itself as it is.
  const { picture } = data as LabelImage
  const question = one(
    'H5P.DragQuestion',
    dragParams({ ...withoutPictures(data as LabelImage), picture }, size),
  )
  // There is no room for words in it: what to do stands before it.
  return prompt === '' ? question : [...one('H5P.AdvancedText', { text: prompt }), ...question]
}

function imageParams({ picture, caption }: Media): object {
  return {
    contentName: 'Image',
    file: { path: pictureInH5p(picture.asset), mime: 'image/jpeg', copyright: { license: 'U' } },
    alt: html(picture.alt),
    title: html(caption),
  }
}

type Writer = (data: never, prompt: string) => Content[]
const one = (library: Library, params: object): Content[] => [{ library, params }]
/** Signs with a meaning between asterisks, which H5P cannot take from them. */
const isPlain = (text: string) => !/[*/:\\]/.test(text)
const html = (text: string) => escapeHtml(text)

const writers: Readonly<Record<string, Writer>> = {
  choice: ({ isMulti, policy, options }: Choice, question) => {
    const rights = options.filter(({ weight }) => weight > 0)
    const isExact = options.every(({ weight }) => weight === 0 || weight === 1)
    if (!isExact || policy === 'weighted' || (!isMulti && rights.length !== 1)) return []
    return one('H5P.MultiChoice', {
      question,
      answers: options.map(({ text, weight, feedback }) => ({
        text: html(text),
        correct: weight > 0,
        tipsAndFeedback: { tip: '', chosenFeedback: html(feedback), notChosenFeedback: '' },
      })),
      behaviour: {
        type: isMulti ? 'multi' : 'single',
        singlePoint: isMulti && policy === 'all',
        randomAnswers: true,
        enableRetry: true,
        enableSolutionsButton: true,
      },
    })
  },
  true_false: ({ statements }: TrueFalse, prompt) =>
    statements.map(({ text, answer }) => ({
      library: 'H5P.TrueFalse',
      params: {
        question: `${prompt}<p>${html(text)}</p>`,
        correct: String(answer),
        behaviour: { enableRetry: true },
      },
    })),
  gap_text: ({ html: text, gaps, caseSensitive, acceptTypos }: GapText, prompt) => {
    const all = Object.values(gaps)
    const isExact = all.every(
      ({ answers, tip }) =>
        isPlain(tip) && answers.every((each) => each.fraction === 1 && isPlain(each.text)),
    )
    if (!isExact || text.includes('*')) return []
    const filled = fillGaps(text, (id) => {
      const { answers = [], tip = '' } = gaps[id] ?? {}
      return `*${answers.map((each) => html(each.text)).join('/')}${tip === '' ? '' : `:${html(tip)}`}*`
    })
    return one('H5P.Blanks', {
      text: prompt,
      questions: [filled],
      behaviour: {
        caseSensitive,
        acceptSpellingErrors: acceptTypos,
        enableRetry: true,
        enableSolutionsButton: true,
      },
    })
  },
  gap_drag: ({ html: text, gaps, bank, hasPenalty }: GapDrag, prompt) => {
    const typed = typedOfHtml(text)
    const wordOf = (id: string) => bank.find((each) => each.id === id)?.text ?? ''
    if (hasPenalty || /[*<]/.test(typed) || bank.some((each) => !isPlain(each.text))) return []
    const used = new Set(gapIds(text).map((id) => gaps[id]))
    const others = bank.filter(({ id }) => !used.has(id))
    return one('H5P.DragText', {
      taskDescription: prompt,
      textField: fillGaps(typed, (id) => `*${wordOf(gaps[id] ?? '')}*`),
      distractors: others.map((each) => `*${each.text}*`).join(' '),
      behaviour: { enableRetry: true, enableSolutionsButton: true },
    })
  },
  mark_words: ({ tokens }: MarkWords, taskDescription) => {
    if (tokens.some(({ text }) => text.includes('*'))) return []
    const words = tokens.map(({ text, isRight }) => (isRight ? `*${html(text)}*` : html(text)))
    return one('H5P.MarkTheWords', { taskDescription, textField: words.join(' ').replaceAll(' \n ', '<br>') })
  },
  order: ({ items, scoring }: Order, taskDescription) =>
    scoring === 'all'
      ? []
      : one('H5P.SortParagraphs', {
          taskDescription,
          paragraphs: items.map(({ text }) => `<p>${html(text)}</p>`),
          behaviour: { scoringMode: scoring === 'adjacent' ? 'transitions' : 'positions' },
        }),
  essay: ({ min, max, keywords, sample }: Essay, taskDescription) =>
    one('H5P.Essay', {
      taskDescription,
      keywords: keywords.map(({ any: [keyword = '', ...alternatives], points, occurrences }) => ({
        keyword: html(keyword),
        alternatives: alternatives.map(html),
        options: { points, occurrences, caseSensitive: false, forgiveMistakes: false },
      })),
      behaviour: { minimumLength: min, maximumLength: max },
      solution: { sample: html(sample).replaceAll('\n', '<br>') },
    }),
  flashcards: ({ cards, isTyped }: Flashcards, description) =>
    isTyped
      ? one('H5P.Flashcards', {
          description,
          cards: cards.map(({ front, back, tip }) => ({
            text: html(front),
            answer: html(back),
            tip: html(tip),
          })),
        })
      : one('H5P.Dialogcards', {
          description,
          mode: 'normal',
          dialogs: cards.map(({ front, back, tip }) => ({
            text: html(front),
            answer: html(back),
            tips: { front: html(tip), back: '' },
          })),
        }),
  word_search: ({ words, showsWords, dirs }: WordSearch, taskDescription) =>
    !showsWords || words.some(({ word, clue }) => clue !== '' || word.includes(','))
      ? []
      : one('H5P.FindTheWords', {
          taskDescription,
          wordList: words.map(({ word }) => word).join(','),
          behaviour: { orientations: h5pOrientations(dirs), showVocabulary: true },
        }),
  crossword: ({ words }: Crossword, taskDescription) =>
    one('H5P.Crossword', {
      taskDescription,
      words: words.map(({ word, clue }) => ({ answer: html(word), clue: html(clue), orientation: 'across' })),
    }),
  accordion: ({ sections }: Accordion) =>
    one('H5P.Accordion', {
      panels: sections.map(({ title, html: text }) => ({
        title: html(title),
        content: withName('H5P.AdvancedText', { text }, title),
      })),
    }),
  info: ({ html: text }: { html: string }) => one('H5P.AdvancedText', { text }),
}
