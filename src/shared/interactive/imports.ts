import type { Draft } from './element-type.ts'
import { readAiken } from './formats/aiken.ts'
import { readCsv } from './formats/csv.ts'
import { readGift } from './formats/gift.ts'
import type { GiftQuestion } from './formats/gift-question.ts'
import type { H5pContent } from './formats/h5p-content.ts'
import { at, listAt, soundPaths, wordsAt } from './formats/h5p-content.ts'
import { filesOf, picturesOf } from './formats/moodle-files.ts'
import { childrenOf, readXml, textIn, type XmlNode } from './formats/xml.ts'
import { type FileReader, noFiles } from './import-files.ts'
import type { ImportRefusal } from './import-report.ts'
import { importSheet } from './import-sheet.ts'
import { Collector, type Imported } from './imported.ts'
import { textOfHtml } from './rich-text.ts'
import { numberIn } from './typed-values.ts'
import { askedByAction, videoQuizExchange } from './types/video-quiz/exchange.ts'
import { elementTypes, typeOf } from './types.ts'

const exchanges = elementTypes.flatMap(({ type, exchange }) => (exchange ? [{ type, exchange }] : []))

/** The elements of a GIFT file; a category begins a page. */
export function importGift(source: string, title: string): Imported {
  const found = new Collector()
  const { questions, problems } = readGift(source)
  for (const question of questions) {
    if (question.type === 'Category') found.page(question.title.split('/').at(-1) ?? '')
    else takeGift(found, question)
  }
  for (const { line } of problems) found.skip(`${line}`, 'unreadable')
  return found.finish(title)
}

function takeGift(found: Collector, question: Exclude<GiftQuestion, { type: 'Category' }>): void {
  const name = question.title ?? question.stem.text
  for (const { type, exchange } of exchanges) {
    const draft = exchange.giftIn?.(question)
    if (draft) {
      found.take(type, withComments(draft, question), name)
      return
    }
  }
  found.skip(name, 'unknown_type')
}

/** What a file says about every answer is said about the wrong ones, unless something is said already. */
function withComments(draft: Draft, question: Exclude<GiftQuestion, { type: 'Category' }>): Draft {
  const said =
    'globalFeedback' in question ? question.globalFeedback?.text.replace(/<[^>]*>/g, ' ') : undefined
  return said ? { right: said, wrong: said, ...draft } : draft
}

/** Multiple choice as Aiken has it. */
export function importAiken(source: string, title: string): Imported {
  const found = new Collector()
  for (const question of readAiken(source)) {
    if ('skipped' in question) found.skip(question.name, question.skipped)
    else found.take('choice', question.draft, question.name)
  }
  return found.finish(title)
}

/** The questions of a Moodle XML file; a category begins a page. */
export function importMoodle(source: string, title: string): Imported | ImportRefusal {
  const quiz = readXml(source)
  if (typeof quiz === 'string')
    return quiz === 'has_doctype' ? quiz : quiz === 'too_large' ? quiz : 'broken_package'
  if (quiz.name !== 'quiz') return 'unknown_format'
  const questions = childrenOf(quiz, 'question')
  const found = new Collector(filesOf(questions))
  for (const question of questions) {
    if (question.attributes.type === 'category')
      found.page(textIn(question, 'category').split('/').at(-1) ?? '')
    else takeMoodle(found, question)
  }
  return found.finish(title)
}

function takeMoodle(found: Collector, question: XmlNode): void {
  const name = textIn(question, 'name')
  const kind = question.attributes.type ?? ''
  for (const { type, exchange } of exchanges) {
    const draft = exchange.moodleIn?.[kind]?.(question, found.files)
    const points = numberIn(textIn(question, 'defaultgrade'))
    if (!draft) continue
    const worth = points === undefined ? {} : { points }
    const hasOthers = childrenOf(question, 'answer').some((answer) => childrenOf(answer, 'file').length > 0)
    const lost = hasOthers ? { simplified: 'pictures' as const } : {}
    found.take(type, { pictures: picturesOf(question), ...lost, ...draft, ...worth }, name)
    return
  }
  found.skip(name || kind, 'unknown_type')
}

/** Our own eight columns or those of makers of quizzes, told by their heads; else two columns are the fronts and backs of cards. */
export function importCsv(source: string, title: string): Imported | ImportRefusal {
  return importRows(readCsv(source), title)
}

/** The same of a table that was read already. */
export function importRows(rows: readonly (readonly string[])[], title: string): Imported | ImportRefusal {
  const found = new Collector()
  const [head = []] = rows
  if (head[0]?.trim().toLowerCase() === 'type') {
    for (const [
      type = '',
      prompt = '',
      content = '',
      options = '',
      points = '',
      right = '',
      wrong = '',
    ] of rows.slice(1)) {
      const row = typeOf(type.trim())
      if (!row) {
        found.skip(type || prompt, 'unknown_type')
        continue
      }
      const fields = new URLSearchParams(options)
      const typed = { ...Object.fromEntries(fields), [row.editor[0]?.name ?? '']: content }
      const worth = numberIn(points)
      found.take(type.trim(), {
        prompt,
        data: row.fromTyped(typed),
        right,
        wrong,
        ...(worth !== undefined && { points: worth }),
      })
    }
    return found.finish(title)
  }
  return importSheet(rows, title) ?? importCards(rows, found, title)
}

/** The fronts and backs of cards (Quizlet, Anki); lines of Anki about the file itself are none. */
function importCards(
  all: readonly (readonly string[])[],
  found: Collector,
  title: string,
): Imported | ImportRefusal {
  const rows = all.filter(([first = '']) => !/^#(separator|html|tags|columns|notetype|deck|guid)/.test(first))
  const isAnki = rows.length < all.length
  const pairs = rows
    .map((row) => (isAnki ? row.slice(0, 2).map((cell) => textOfHtml(cell)) : row))
    .filter((row) => row.length === 2 && row.every((cell) => cell.trim() !== ''))
  if (pairs.length === 0 || pairs.length < rows.length / 2) return 'unknown_format'
  const cards = pairs.map(([front = '', back = '']) => ({ front: front.trim(), back: back.trim(), tip: '' }))
  for (let from = 0; from < cards.length; from += 100)
    found.take(
      'flashcards',
      { prompt: '', data: { cards: cards.slice(from, from + 100), isTyped: false } },
      title,
    )
  return found.finish(title)
}

const deepest = 8

/** The content of an H5P package, which is data: nothing else of the package is looked at. */
export function importH5p(
  main: { library: string; title: string; content: unknown },
  read: FileReader = noFiles,
): Imported {
  const found = new Collector(read)
  takeH5p(found, { library: main.library, params: main.content, files: found.files }, main.title, 0)
  const pass = at(main.content, 'passPercentage')
  const isShare = typeof pass === 'number' && pass >= 0 && pass <= 100
  return { ...found.finish(main.title), ...(isShare && { passPercent: Math.round(pass) }) }
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
      found.skip(name || library, 'incomplete')
      return
    }
    const all = Array.isArray(drafts) ? drafts : [drafts]
    for (const [place, draft] of all.entries()) {
      const shown = place === 0 ? { ...seenWith(content.params), ...draft } : draft
      found.take(type, shown, Array.isArray(drafts) ? '' : name)
    }
    return
  }
  found.skip(library || name || '?', 'unknown_type')
}

/** The picture or recording above a question; another medium there is said to be left out. */
function seenWith(params: unknown): Partial<Draft> {
  const medium = at(params, 'media', 'type') ?? at(params, 'media')
  const library = String(at(medium, 'library') ?? '').split(' ')[0]
  if (library === 'H5P.Image') {
    const path = String(at(medium, 'params', 'file', 'path') ?? '')
    return path === '' ? {} : { pictures: [{ path, alt: wordsAt(medium, 'params', 'alt') }] }
  }
  if (library === 'H5P.Audio') {
    const sounds = soundPaths(at(medium, 'params', 'files')).slice(0, 1)
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
  if (library === 'H5P.QuestionSet') return [{ title: '', contents: listAt(params, 'questions') }]
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
