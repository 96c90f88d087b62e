import { commentsOfBands } from '#exercises/model/comments.ts'
import { unknownSource } from '#exercises/model/media/asset-sources.ts'
import type { Draft } from '#exercises/model/task/element-type.ts'
import { textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { askedByAction, videoQuizExchange } from '#exercises/types/video-quiz/exchange.ts'
import { type FileReader, noFiles } from '../incoming/import-files.ts'
import type { ImportReason } from '../incoming/import-report.ts'
import { Collector, type Imported } from '../incoming/imported.ts'
import { exchanges } from '../outgoing/exchanges.ts'
import { whyNot } from '../outgoing/no-counterpart.ts'
import { actionsOfVideo, drawsSome, type Inner, innerOf, nestedIn } from './h5p-containers.ts'
import { at, type H5pContent, type Json, listAt, nameAt, numberAt, wordsAt } from './h5p-content.ts'
import { filmOf, seenAbove } from './h5p-media.ts'
import { h5pRights } from './h5p-rights.ts'
import { readInstead, seenInView } from './h5p-views.ts'

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
  const film = library === 'H5P.Video' ? filmOf(content) : undefined
  const inner = innerOf(library, content.params)
  if (film) found.film(film, name)
  else if (inner) takeContainer(found, { ...content, library }, { inner, name, depth })
  else if (!takeTask(found, { ...content, library }, name) && !takeView(found, library, content.params, name))
    takeUnknown(found, { ...content, library }, name, depth)
}

function takeContainer(
  found: Collector,
  content: H5pContent,
  { inner, name, depth }: { inner: readonly Inner[]; name: string; depth: number },
): void {
  const { library, params } = content
  if (inner.every(({ contents }) => contents.length === 0)) {
    const reason = whyNot(library)
    found.skip(library, reason === 'unknown_type' ? 'incomplete' : reason)
  }
  if (drawsSome(library, params)) found.tell(name || library, 'settings')
  for (const { title, contents } of inner) {
    // Slides are counted: nothing of one may come over, and the next is the next still.
    if (inner.length > 1 || title !== '') found.page(title, library === 'H5P.CoursePresentation')
    for (const each of contents) takeInner(found, content, each, depth)
  }
}

/** What nothing here comes close to may hold contents that somebody could learn with. */
function takeUnknown(found: Collector, content: H5pContent, name: string, depth: number): void {
  const { library, params } = content
  found.skip(library || name || '?', whyNot(library))
  for (const each of nestedIn(params)) takeInner(found, content, each, depth)
}

/** The tasks a library is here; false: none. */
function takeTask(found: Collector, content: H5pContent, name: string): boolean {
  const { library, params } = content
  const maps = exchanges.flatMap(({ type, exchange }) => {
    const map = exchange.h5pIn?.[library]
    return map ? [{ type, map }] : []
  })
  for (const { type, map } of maps) {
    const drafts = map(content)
    if (drafts === undefined) continue
    if (Array.isArray(drafts) && drafts.length === 0) found.skip(name || library, 'incomplete')
    else takeDrafts(found, type, { drafts, params, name })
    return true
  }
  if (maps.length === 0) return false
  const html = readInstead(library, params)
  if (html === '') found.skip(name || library, 'incomplete')
  else found.take('info', { prompt: '', data: { html }, ...withLost(content, 'incomplete') }, name)
  return true
}

function takeDrafts(
  found: Collector,
  type: string,
  { drafts, params, name }: { drafts: Draft | Draft[]; params: unknown; name: string },
): void {
  const all = Array.isArray(drafts) ? drafts : [drafts]
  const said = commentsOf(params)
  // What is said of a set is said of none of its questions.
  const ofSet = Object.keys(said).length > 0 ? { simplified: 'feedback' as const } : {}
  for (const [place, draft] of all.entries()) {
    const others = [Array.isArray(drafts) ? ofSet : said, seenAbove(params, found.files)]
    const lost = [...others, draft].flatMap(({ simplified = [] }) => simplified)
    const shown =
      place === 0
        ? { ...others[0], ...others[1], ...draft, ...(lost.length > 0 && { simplified: lost }) }
        : draft
    found.take(type, shown, Array.isArray(drafts) ? '' : name)
  }
}

/** What stands above a question, and why there is no question below it. */
function withLost({ params, files }: H5pContent, reason: ImportReason): Partial<Draft> {
  const seen = seenAbove(params, files)
  return { ...seen, simplified: [reason, ...[seen.simplified ?? []].flat()] }
}

/** What a view without a task shows, one below the other; false: nothing of it. */
function takeView(found: Collector, library: string, params: unknown, name: string): boolean {
  const all = seenInView(library, params, name)
  const simplified = library === 'H5P.Link' ? undefined : viewReason(library)
  for (const { path, alt, html } of all) {
    const lost = simplified && { simplified }
    const pictures = path === '' ? [] : [{ path, alt }]
    if (html !== '')
      found.take('info', { prompt: '', data: { html }, pictures, ...lost }, textOfForeignHtml(html))
    else if (found.files.take(path, 'picture') === '') found.skip(alt || name || library, 'pictures')
    else
      found.take('media', { prompt: '', data: { caption: '' }, picture: { path, alt }, ...lost }, alt || name)
  }
  return all.length > 0
}

const viewReason = (library: string): ImportReason =>
  library === 'H5P.IFrameEmbed' || library === 'H5P.Video' ? 'outside' : 'views'

function takeInner(found: Collector, { files }: H5pContent, inner: unknown, depth: number): void {
  const library = nameAt(inner, 'library')
  const params = at(inner, 'params')
  const metadata = at(inner, 'metadata')
  takeH5p(found, { library, params, metadata, files }, wordsAt(metadata, 'title'), depth + 1)
}

/** A video with its questions, where it lies in the package; what else it asks becomes tasks beside it. */
function takeVideo(found: Collector, content: H5pContent, name: string, depth: number): void {
  const draft = videoQuizExchange.h5pIn?.[content.library]?.(content)
  const isThere = draft !== undefined && !Array.isArray(draft)
  if (isThere) found.take('video_quiz', { ...draft, prompt: draft.prompt || name }, name)
  else found.skip(name || content.library, 'media')
  for (const action of actionsOfVideo(content.params))
    if (!isThere || askedByAction(action) === undefined) takeInner(found, content, action, depth)
}

/** The default score messages of these libraries. */
const counted = /[@:](score|total|percent|numcorrect|maxscore)/

/** What a task says to answers; what is said of one answer only when it is not picked has no place here. */
function commentsOf(params: Json): Pick<Draft, 'right' | 'partial' | 'wrong' | 'bands' | 'simplified'> {
  const bands = listAt(params, 'overallFeedback')
    .map((band) => ({
      from: numberAt(band, 'from'),
      to: numberAt(band, 'to'),
      text: wordsAt(band, 'feedback'),
    }))
    .filter(({ text }) => text !== '' && !counted.test(text))
  const found = commentsOfBands(bands)
  const [ofRight, ofWrong] = ['feedbackOnCorrect', 'feedbackOnWrong'].map((name) =>
    wordsAt(params, 'behaviour', name),
  )
  const said = { ...found, right: ofRight || found.right, wrong: ofWrong || found.wrong }
  const isCut = said.right !== (found.right || said.right) || said.wrong !== (found.wrong || said.wrong)
  return {
    ...(said.right && { right: said.right }),
    ...(said.partial && { partial: said.partial }),
    ...(said.wrong && { wrong: said.wrong }),
    ...(said.bands.length > 0 && { bands: said.bands }),
    ...((isCut || listAt(params, 'answers').some(saysMore)) && { simplified: 'feedback' as const }),
  }
}

/** Of one answer: what is shown before it is picked, and to who did not pick it. */
function saysMore(answer: Json): boolean {
  return ['tip', 'notChosenFeedback'].some((name) => wordsAt(at(answer, 'tipsAndFeedback'), name) !== '')
}
