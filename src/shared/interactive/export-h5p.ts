import { escapeHtml } from '../rules/escape.ts'
import { wholeUnit } from './asset-sources.ts'
import { commentsInH5p } from './export-h5p-comments.ts'
import { dragParams, hotspotParams, imageParams } from './export-h5p-graphic.ts'
import { type Content, type Library, one, versions, withName } from './export-h5p-libraries.ts'
import { type H5pMedia, seenBefore, withMedia } from './export-h5p-media.ts'
import { askedInVideos, filmed } from './export-h5p-video.ts'
import type { SizeOfPicture } from './export-qti-graphic.ts'
import type { HasSound } from './export-qti-media.ts'
import { h5pMetadata } from './formats/h5p-rights.ts'
import { isPlainer } from './formats/packed-media.ts'
import { losesData } from './formats/plainer-data.ts'
import { fillGaps, gapIds } from './gap-markup.ts'
import { replacePictures } from './rich-pictures.ts'
import { cleanHtml, typedOfHtml } from './rich-text.ts'
import { withoutPictures } from './things.ts'
import type { Accordion } from './types/accordion/accordion.ts'
import type { Choice } from './types/choice/choice.ts'
import type { Crossword } from './types/crossword/crossword.ts'
import type { Essay } from './types/essay/essay.ts'
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

/** The files of a package, and what became of the elements, by their ids. */
export interface H5pFiles {
  files: Record<string, string>
  leftOut: string[]
  /** They go out without their comments, or without pictures or recordings of theirs. */
  plainer: string[]
}

/**
 * The files of an H5P package: content and the names of the libraries it needs, none of their code. It opens where they are.
 * `leftOut`: elements H5P has no library for, or would score in another way, and pictures that are not there.
 */
export function h5pFiles(
  content: UnitContent,
  lang: string,
  sizeOf: SizeOfPicture = () => undefined,
  hasSound: HasSound = () => true,
): H5pFiles {
  const sources = new Map(content.sources?.map((source) => [source.asset, source]))
  const media = { sizeOf, hasSound, saidOf: (asset: string) => sources.get(asset) }
  const pages = content.pages.map(({ title, elements }) => ({
    title: title || content.title,
    contents: elements.map((element) => ({ element, written: written(element, media, lang) })),
  }))
  const all = pages.flatMap(({ contents }) => contents)
  const used = new Set<Library>(all.flatMap((each) => each.written.map(({ library }) => library)))
  if (used.has('H5P.Accordion') || used.has('H5P.DragQuestion')) used.add('H5P.AdvancedText')
  // What it shows are contents of their own.
  if (used.has('H5P.MultiMediaChoice'))
    for (const library of ['H5P.Image', 'H5P.Audio'] as const)
      if (JSON.stringify(all).includes(`"library":"${library} `)) used.add(library)
  if (used.has('H5P.InteractiveVideo')) for (const library of askedInVideos) used.add(library)
  const texts = all.flatMap((each) => each.written.flatMap((part) => Object.entries(part.texts ?? {})))
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
    ...h5pMetadata(sources.get(wholeUnit)),
    defaultLanguage: lang,
    preloadedDependencies: libraries.map((machineName) => {
      const [majorVersion, minorVersion] = versions[machineName]
      return { machineName, majorVersion, minorVersion }
    }),
  }
  return {
    files: {
      'h5p.json': JSON.stringify(head),
      'content/content.json': JSON.stringify(params),
      ...Object.fromEntries(texts.map(([place, text]) => [`content/${place}`, text])),
    },
    leftOut: all.filter((each) => each.written.length === 0).map(({ element }) => element.id),
    plainer: all
      .filter((each) => each.written.length > 0 && isPlainerInH5p(each))
      .map(({ element }) => element.id),
  }
}

function isPlainerInH5p({ element, written }: { element: Element; written: readonly Content[] }): boolean {
  const text = JSON.stringify(written)
  const isSaid = /"(overallFeedback|feedbackOnCorrect)":/.test(text)
  return losesData('h5p', element) || isPlainer(element, text, { comments: isSaid, bands: isSaid })
}

function columnOf(contents: readonly { element: Element; written: readonly Content[] }[]): object {
  return {
    content: contents.flatMap(({ element, written: parts }) =>
      parts.map(({ library, params, said }) => ({
        content: withName(
          library,
          params,
          typedOfHtml(element.prompt)
            .replace(/<[^<>]*>/g, '')
            .slice(0, 80),
          said,
        ),
        useSeparator: 'auto',
      })),
    ),
  }
}

/** What the element is in H5P; nothing where it would be something else. */
function written(element: Element, media: H5pMedia, lang: string): Content[] {
  const asked = { ...element, prompt: cleanHtml(replacePictures(element.prompt, () => '')) }
  const parts = partsOf(asked, media, lang)
  if (parts.length === 0) return []
  return [...seenBefore(element, media), ...parts]
}

function partsOf(element: Element, media: H5pMedia, lang: string): Content[] {
  if (element.type === 'video_quiz') return filmed(element, { ...media, lang, inside: withName })
  const parts = pictured(element, media) ?? withMedia(element, media) ?? inWords(element)
  return parts.map((part) => ({
    ...part,
    params: { ...part.params, ...(parts.length === 1 && commentsInH5p(part, element)) },
  }))
}

function inWords(element: Element): Content[] {
  const write = writers[element.type]
  // Each type's data is what its writer takes: it went through its schema.
  return write?.(withoutPictures(element.data) as never, element.prompt) ?? []
}

const onPictures = new Set(['media', 'hotspot', 'label_image'])

function pictured({ type, data, prompt }: Element, { sizeOf, saidOf }: H5pMedia): Content[] | undefined {
  if (!onPictures.has(type)) return undefined
  const { asset } = (data as { picture: { asset: string } }).picture
  const size = asset === '' ? undefined : sizeOf(asset)
  if (!size) return []
  const said = saidOf(asset)
  if (type === 'media') return [{ library: 'H5P.Image', params: imageParams(data as Media, said), said }]
  if (type === 'hotspot') {
    const params = hotspotParams(data as Hotspot, prompt, { size, said })
    return params ? one('H5P.ImageHotspotQuestion', params) : []
  }
  // Words of things, and the picture itself as it is.
  const { picture } = data as LabelImage
  const question = one(
    'H5P.DragQuestion',
    dragParams({ ...withoutPictures(data as LabelImage), picture }, { size, said }),
  )
  // There is no room for words in it: what to do stands before it.
  return prompt === '' ? question : [...one('H5P.AdvancedText', { text: prompt }), ...question]
}

type Writer = (data: never, prompt: string) => Content[]
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
      keywords: keywords.map(({ any: [keyword = '', ...alternatives], acceptTypos, ...options }) => ({
        keyword: html(keyword),
        alternatives: alternatives.map(html),
        options: { ...options, forgiveMistakes: acceptTypos },
      })),
      behaviour: { minimumLength: min, maximumLength: max },
      solution: { sample: html(sample).replaceAll('\n', '<br>') },
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
