import { unknownSource } from './asset-sources.ts'
import type { Draft } from './element-type.ts'
import { exchanges } from './exchanges.ts'
import { commentsOf } from './formats/h5p-comments.ts'
import type { H5pContent } from './formats/h5p-content.ts'
import { at, heardWords, htmlAt, listAt, soundPaths, wordsAt } from './formats/h5p-content.ts'
import { h5pRights } from './formats/h5p-rights.ts'
import { readInstead, seenInView } from './formats/h5p-views.ts'
import { type FileReader, noFiles } from './import-files.ts'
import type { ImportReason } from './import-report.ts'
import { Collector, type Imported } from './imported.ts'
import { whyNot } from './no-counterpart.ts'
import { textOfHtml } from './rich-text.ts'
import { askedByAction, videoQuizExchange } from './types/video-quiz/exchange.ts'

const deepest = 8

/** The content of an H5P package, which is data: nothing else of the package is looked at. */
export function importH5p(
  main: { library: string; title: string; content: unknown; head?: unknown },
  read: FileReader = noFiles,
): Imported {
  const found = new Collector(read)
  takeH5p(found, { library: main.library, params: main.content, files: found.files }, main.title, 0)
  const pass = at(main.content, 'passPercentage')
  const isShare = typeof pass === 'number' && pass >= 0 && pass <= 100
  const rights = h5pRights(main.head, main.content)
  const finished = found.finish(main.title)
  return {
    ...finished,
    files: finished.files.map((file) => ({ ...file, source: rights.files.get(file.name) ?? unknownSource })),
    source: rights.whole,
    said: { words: [], language: languageIn(main.head) },
    ...(isShare && { passPercent: Math.round(pass) }),
  }
}

/** `und`: its maker said none. */
function languageIn(head: unknown): string {
  const language = at(head, 'defaultLanguage') ?? at(head, 'language')
  return typeof language === 'string' && language !== 'und' ? language : ''
}

function takeH5p(found: Collector, content: H5pContent, name: string, depth: number): void {
  const library = content.library.split(' ')[0] ?? ''
  if (depth > deepest) {
    found.skip(library, 'too_many')
    return
  }
  if (library === 'H5P.InteractiveVideo') {
    takeVideo(found, { ...content, library }, name, depth)
    return
  }
  const inner = innerOf(library, content.params)
  if (inner) {
    for (const { title, contents } of inner) {
      if (inner.length > 1 || title !== '') found.page(title)
      for (const each of contents) takeInner(found, content, each, depth)
    }
    return
  }
  for (const { type, exchange } of exchanges) {
    const map = exchange.h5pIn?.[library]
    if (!map) continue
    const drafts = map({ ...content, library })
    if (drafts === undefined) {
      const html = readInstead(library, content.params)
      if (html === '') found.skip(name || library, 'incomplete')
      else found.take('info', { prompt: '', data: { html }, ...withLost(content.params, 'incomplete') }, name)
      return
    }
    const all = Array.isArray(drafts) ? drafts : [drafts]
    const said = commentsOf(content.params)
    // What is said of a set is said of none of its questions.
    const ofSet = Object.keys(said).length > 0 ? { simplified: 'feedback' as const } : {}
    for (const [place, draft] of all.entries()) {
      const others = [Array.isArray(drafts) ? ofSet : said, seenWith(content.params)]
      const lost = [...others, draft].flatMap(({ simplified = [] }) => simplified)
      const shown =
        place === 0
          ? { ...others[0], ...others[1], ...draft, ...(lost.length > 0 && { simplified: lost }) }
          : draft
      found.take(type, shown, Array.isArray(drafts) ? '' : name)
    }
    return
  }
  if (!takeView(found, library, content.params, name)) found.skip(library || name || '?', whyNot(library))
}

/** What stands above a question, and why there is no question below it. */
function withLost(params: unknown, reason: ImportReason): Partial<Draft> {
  const seen = seenWith(params)
  return { ...seen, simplified: [reason, ...[seen.simplified ?? []].flat()] }
}

/** What a view without a task shows, one below the other; false: nothing of it. */
function takeView(found: Collector, library: string, params: unknown, name: string): boolean {
  const all = seenInView(library, params, name)
  const simplified = library === 'H5P.Link' ? undefined : viewReason(library)
  for (const { path, alt, html } of all) {
    const lost = simplified && { simplified }
    const pictures = path === '' ? [] : [{ path, alt }]
    if (html !== '') found.take('info', { prompt: '', data: { html }, pictures, ...lost }, textOfHtml(html))
    else if (found.files.take(path, 'picture') === '') found.skip(alt || name || library, 'pictures')
    else
      found.take('media', { prompt: '', data: { caption: '' }, picture: { path, alt }, ...lost }, alt || name)
  }
  return all.length > 0
}

const viewReason = (library: string): ImportReason =>
  library === 'H5P.IFrameEmbed' || library === 'H5P.Video' ? 'outside' : 'views'

/** The picture or recording above a question; another medium there is said to be left out. */
function seenWith(params: unknown): Partial<Draft> {
  const medium = at(params, 'media', 'type') ?? at(params, 'media')
  const library = String(at(medium, 'library') ?? '').split(' ')[0]
  if (library === 'H5P.Image') {
    const path = String(at(medium, 'params', 'file', 'path') ?? '')
    return path === '' ? {} : { pictures: [{ path, alt: wordsAt(medium, 'params', 'alt') }] }
  }
  if (library === 'H5P.Audio') {
    const words = heardWords(at(medium, 'params'))
    const sounds = soundPaths(at(medium, 'params', 'files'))
      .slice(0, 1)
      .map((path) => ({ path, words }))
    return sounds.length === 0 ? {} : { sounds }
  }
  const isThere =
    listAt(medium, 'params', 'sources').length > 0 || listAt(medium, 'params', 'files').length > 0
  return isThere ? { simplified: 'media' } : {}
}

function takeInner(found: Collector, { files }: H5pContent, inner: unknown, depth: number): void {
  const library = String(at(inner, 'library') ?? '')
  const params = at(inner, 'params')
  takeH5p(found, { library, params, files }, wordsAt(inner, 'metadata', 'title'), depth + 1)
}

/** A video with its questions, where it lies in the package; what else it asks becomes tasks beside it. */
function takeVideo(found: Collector, content: H5pContent, name: string, depth: number): void {
  const draft = videoQuizExchange.h5pIn?.[content.library]?.(content)
  const isThere = draft !== undefined && !Array.isArray(draft)
  if (isThere) found.take('video_quiz', { ...draft, prompt: draft.prompt || name }, name)
  else found.skip(name || content.library, 'media')
  const actions = listAt(content.params, 'interactiveVideo', 'assets', 'interactions').map((each) =>
    at(each, 'action'),
  )
  for (const action of actions)
    if (!isThere || askedByAction(action) === undefined) takeInner(found, content, action, depth)
}

/** What lies in a library that only holds others, page by page. */
function innerOf(library: string, params: unknown): { title: string; contents: unknown[] }[] | undefined {
  if (library === 'H5P.QuestionSet') {
    const intro = htmlAt(params, 'introPage', 'introduction')
    const read = intro === '' ? [] : [{ library: 'H5P.AdvancedText', params: { text: intro } }]
    return [{ title: '', contents: [...read, ...listAt(params, 'questions')] }]
  }
  if (library === 'H5P.Column')
    return [{ title: '', contents: listAt(params, 'content').map((each) => at(each, 'content')) }]
  if (library === 'H5P.CoursePresentation')
    return listAt(params, 'presentation', 'slides').map((slide, place) => ({
      title: String(place + 1),
      contents: listAt(slide, 'elements').map((element) => at(element, 'action')),
    }))
  if (library === 'H5P.InteractiveBook')
    return listAt(params, 'chapters').map((chapter) => ({
      title: wordsAt(chapter, 'metadata', 'title'),
      contents: [chapter],
    }))
  return undefined
}
