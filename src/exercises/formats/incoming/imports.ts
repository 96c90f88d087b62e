import type { Draft } from '#exercises/model/task/element-type.ts'
import { readSettings } from '#exercises/model/task/typed-settings.ts'
import { numberIn } from '#exercises/model/task/typed-values.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { childrenOf, readXml, textIn, type XmlNode } from '#platform/rules/text/xml.ts'
import { readAiken } from '../aiken.ts'
import { readTable, type Table } from '../csv.ts'
import { readGift } from '../gift/gift.ts'
import type { GiftQuestion } from '../gift/gift-question.ts'
import { htmlOfGift } from '../gift/gift-text.ts'
import { commentsOf, hasForeignSettings, hasOtherFiles } from '../moodle/moodle-comments.ts'
import { filesOf, hasForeignMedia, mediaOf, numbered } from '../moodle/moodle-files.ts'
import { promptApart, promptOf } from '../moodle/moodle-text.ts'
import { readWords } from '../moodle/moodle-words.ts'
import { exchanges } from '../outgoing/exchanges.ts'
import { whyNot } from '../outgoing/no-counterpart.ts'
import { importCards } from './import-cards.ts'
import { type ImportReason, type ImportRefusal, reasonsThatHold } from './import-report.ts'
import { importSheet } from './import-sheet.ts'
import { Collector, type Imported } from './imported.ts'

/** The elements of a GIFT file; a category begins a page. */
export function importGift(source: string, title: string): Imported {
  const found = new Collector()
  const { questions, problems } = readGift(source)
  for (const question of questions) {
    if (question.type === 'Category') found.category(question.title)
    else takeGift(found, question)
  }
  for (const { line } of problems) found.skip(`${line}`, 'unreadable')
  return found.finish(title)
}

function takeGift(found: Collector, question: Exclude<GiftQuestion, { type: 'Category' }>): void {
  const name = question.title ?? textOfForeignHtml(htmlOfGift(question.stem))
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
  const tagged = question.tags ? { ...draft, tags: question.tags } : draft
  return said ? { right: said, wrong: said, ...tagged } : tagged
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

/** The questions of a Moodle XML file; a category begins a page. `bodyAt`: of a file whose bytes stand elsewhere, by what stands in their place. */
export function importMoodle(
  source: string,
  title: string,
  bodyAt?: (mark: string) => Uint8Array | undefined,
): Imported | ImportRefusal {
  const quiz = readXml(source)
  if (typeof quiz === 'string')
    return quiz === 'has_doctype' ? quiz : quiz === 'too_large' ? quiz : 'broken_package'
  if (quiz.name !== 'quiz') return 'unknown_format'
  const questions = childrenOf(quiz, 'question').map(namedAsInside).map(numbered)
  // Canvas calls its settings of a quiz so, too.
  if (questions.length === 0) return 'unknown_format'
  const found = new Collector(filesOf(questions, bodyAt))
  for (const question of questions) {
    if (question.attributes.type === 'category') found.category(textIn(question, 'category'))
    else takeMoodle(found, question)
  }
  return found.finish(title)
}

/** Moodle writes two types by names of their own and reads both; a plugin draws what is matched (question/format/xml, get_qtype). */
const moodleNames: Readonly<Record<string, string>> = {
  matching: 'match',
  ddmatch: 'match',
  multianswer: 'cloze',
}

function namedAsInside(question: XmlNode): XmlNode {
  const type = moodleNames[question.attributes.type ?? '']
  return type ? { ...question, attributes: { ...question.attributes, type } } : question
}

function takeMoodle(found: Collector, sent: XmlNode): void {
  const { question: whole, media, pictures } = readWords(sent, found.files)
  const { prompt, rest: question } = promptApart(whole)
  const name = textIn(question, 'name')
  const kind = question.attributes.type ?? ''
  if (kind === 'description' && promptOf(question) === '') {
    const isTaken = found.takeMedia(mediaOf(question), name)
    if (media) found.film(media, name)
    if (media || isTaken) return
  }
  for (const { type, exchange } of exchanges) {
    const draft = exchange.moodleIn?.[kind]?.(question, found.files)
    const points = numberIn(textIn(question, 'defaultgrade'))
    if (!draft) continue
    const worth = points === undefined ? {} : { points }
    const { pictures: before, sounds } = mediaOf(question)
    const asked = prompt === '' ? draft : { ...draft, prompt }
    const said = commentsOf(question)
    const seen = { pictures: [...before, ...unshown(pictures, asked)], sounds, ...(media && { media }) }
    // What the kind of question loses comes first, then what any question may.
    const simplified = [asked.simplified ?? [], lostOf(question)].flat()
    found.take(type, { ...said, ...seen, ...asked, ...worth, simplified }, name)
    return
  }
  found.skip(name || kind, whyNot(kind))
}

/** Pictures of words that became plain: they stand before the task. */
function unshown<P>(pictures: ReadonlyMap<string, P>, draft: Draft): P[] {
  const text = JSON.stringify(draft)
  return [...pictures].filter(([asset]) => !text.includes(asset)).map(([, picture]) => picture)
}

function lostOf(question: XmlNode): ImportReason[] {
  const hasPictures = hasOtherFiles(question)
  return reasonsThatHold({
    pictures: hasPictures,
    media: !hasPictures && hasForeignMedia(question),
    settings: hasForeignSettings(question),
  })
}

/** Our own columns (the first eight are enough) or those of makers of quizzes, told by their heads; else two columns are the fronts and backs of cards. */
export function importCsv(source: string, title: string): Imported | ImportRefusal {
  return importTable(readTable(source), title)
}

/** The same of a table that was read already. */
function importTable({ rows, more }: Table, title: string): Imported | ImportRefusal {
  const found = importRows(rows, title)
  if (more === 0 || typeof found === 'string') return found
  const rest = { name: '', outcome: 'skipped', reason: 'too_many', count: more } as const
  return { ...found, report: [...found.report, rest] }
}

/** The tasks of a table: questions where its heads say so, else cards. @returns the refusal where it is neither */
export function importRows(rows: readonly (readonly string[])[], title: string): Imported | ImportRefusal {
  return importQuestions(rows, title) ?? importCards(rows, title)
}

/** Where the heads of a table say that it holds questions; undefined: they do not. */
export function importQuestions(
  rows: readonly (readonly string[])[],
  title: string,
  found = new Collector(),
): Imported | undefined {
  const [head = []] = rows
  const [first, second] = head.map((cell) => cell.trim().toLowerCase())
  const isOwn = first === 'type' && (second === 'prompt' || !importSheet(rows, title))
  if (!isOwn) return importSheet(rows, title, found)
  for (const row of rows.slice(1)) takeRow(found, row)
  return found.finish(title)
}

/** A row of our own columns. */
function takeRow(
  found: Collector,
  [type = '', prompt = '', content = '', options = '', points = '', ...said]: readonly string[],
): void {
  const [right = '', wrong = '', hints = '', ...more] = said
  const [partial = '', bands = '', timeLimit = '', isRequired = '', tags = '', quizPoints = '', ...beside] =
    more
  const [media = '', mediaKind = '', mediaAlt = '', mediaTranscript = ''] = beside
  const row = typeOf(type.trim())
  if (!row) {
    found.skip(type || prompt, 'unknown_type')
    return
  }
  const fields = new URLSearchParams(options)
  const typed = { ...Object.fromEntries(fields), [row.editor[0]?.name ?? '']: content }
  const worth = numberIn(points)
  found.take(type.trim(), {
    prompt,
    data: row.fromTyped(typed),
    right,
    wrong,
    ...readSettings({
      ...{ partial, bands, hints, timeLimit, isRequired, tags, quizPoints },
      ...{ media, mediaKind, mediaAlt, mediaTranscript },
    }),
    ...(worth !== undefined && { points: worth }),
  })
}
