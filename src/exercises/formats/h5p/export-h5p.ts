import { allBands, type Comments, commentTo } from '#exercises/model/comments.ts'
import { wholeUnit } from '#exercises/model/media/asset-sources.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { cleanHtml } from '#exercises/model/text/clean-html.ts'
import { replacePictures } from '#exercises/model/text/rich-pictures.ts'
import { typedOfHtml } from '#exercises/model/text/rich-text.ts'
import type { Element, UnitContent } from '#exercises/model/unit.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { losesData } from '../outgoing/scored-otherwise.ts'
import { isPlainer } from '../packed-media.ts'
import type { SizeOfPicture } from '../qti/export-qti-graphic.ts'
import type { HasSound } from '../qti/export-qti-media.ts'
import { type Content, type Library, versions, withName } from './export-h5p-libraries.ts'
import { type H5pMedia, mediaAbove, seenBefore, withMedia } from './export-h5p-media.ts'
import { h5pMetadata } from './h5p-rights.ts'

/** The files of a package, and what became of the elements, by their ids. */
interface H5pFiles {
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
  const media = { sizeOf, hasSound, sourceStatementOf: (asset: string) => sources.get(asset) }
  const pages = content.pages.map(({ title, elements }) => ({
    title: title || content.title,
    contents: elements.map((element) => ({ element, written: written(element, media, lang) })),
  }))
  const all = pages.flatMap(({ contents }) => contents)
  const used = new Set<Library>(
    all.flatMap((each) => each.written.flatMap(({ library, inside = [] }) => [library, ...inside])),
  )
  const texts = all.flatMap((each) => each.written.flatMap((part) => Object.entries(part.texts ?? {})))
  // A page without exported tasks makes no chapter.
  const shown = pages.filter(({ contents }) => contents.some((each) => each.written.length > 0))
  const columns = shown.map((page) => ({ ...page, column: columnOf(page.contents) }))
  const isBook = columns.length > 1
  const params = isBook
    ? { chapters: columns.map(({ title, column }) => withName('H5P.Column', column, title)) }
    : (columns[0]?.column ?? { content: [] })
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
      parts.map((part) => ({
        content: withName(part.library, part.params, titleOf(element), part),
        useSeparator: 'auto',
      })),
    ),
  }
}

function titleOf({ prompt }: Element): string {
  return truncate(typedOfHtml(prompt).replace(/<[^<>]*>/g, ''), 80)
}

/** What the element is in H5P; nothing where it would be something else. */
function written(element: Element, media: H5pMedia, lang: string): Content[] {
  const asked = { ...element, prompt: cleanHtml(replacePictures(element.prompt, () => '')) }
  const parts = partsOf(asked, media, lang)
  if (parts.length === 0) return []
  const shown = withMedia(parts, mediaAbove(element, media, lang), titleOf(asked))
  return [...seenBefore(element, media), ...shown]
}

function partsOf(element: Element, media: H5pMedia, lang: string): Content[] {
  const { id, type, data, prompt } = element
  const parts = typeOf(type)?.outgoing?.h5p?.(data, { ...media, id, prompt, lang }) ?? []
  return parts.map((part) => ({
    ...part,
    params: { ...part.params, ...(parts.length === 1 && commentsInH5p(part, element)) },
  }))
}

/** Libraries that say something to shares of all points. */
const telling: ReadonlySet<string> = new Set([
  ...['H5P.MultiChoice', 'H5P.Blanks', 'H5P.DragText', 'H5P.MarkTheWords', 'H5P.SortParagraphs'],
  ...['H5P.Essay', 'H5P.FindTheWords', 'H5P.Crossword', 'H5P.DragQuestion'],
])

/** What is to be added to the content of a library, so that it says what the task says to its answers. */
function commentsInH5p({ library, params }: { library: string; params: object }, comments: Comments): object {
  const bands = allBands(comments)
  if (bands.length === 0) return {}
  if (telling.has(library))
    return { overallFeedback: bands.map(({ from, to, text }) => ({ from, to, feedback: escapeHtml(text) })) }
  if (library !== 'H5P.TrueFalse') return {}
  const said = {
    feedbackOnCorrect: escapeHtml(commentTo(comments, 1)),
    feedbackOnWrong: escapeHtml(commentTo(comments, 0)),
  }
  return { behaviour: { ...(params as { behaviour?: object }).behaviour, ...said } }
}
