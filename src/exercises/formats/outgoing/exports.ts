import { writeSettings } from '#exercises/model/task/typed-settings.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { readThing, withoutPictures } from '#exercises/model/text/option-content.ts'
import { withoutRichPictures } from '#exercises/model/text/rich-pictures.ts'
import { textOfHtml } from '#exercises/model/text/rich-text.ts'
import type { Element, UnitContent } from '#exercises/model/unit.ts'
import type { Choice } from '#exercises/types/choice/data.ts'
import type { TrueFalse } from '#exercises/types/true-false/data.ts'
import { csvRow } from '../csv.ts'
import { giftStem, giftWords } from '../gift/gift-text.ts'
import { type Written, writeMoodlePage } from '../moodle/export-moodle.ts'
import type { PackedFile } from '../moodle/moodle-media.ts'
import { type CarriedTexts, isPlainer } from '../packed-media.ts'
import { signs } from '../qti/qti-pairs.ts'
import { losesData } from './scored-otherwise.ts'

export const exportFormats = ['gift', 'aiken', 'moodle', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Behind the first eight columns of a table of ours, which older ones have, stands what came later. */
const settingNames = [
  ...(['hints', 'partial', 'bands', 'timeLimit', 'isRequired', 'tags', 'quizPoints'] as const),
  ...(['media', 'mediaKind', 'mediaAlt', 'mediaTranscript'] as const),
]
const csvHead = ['type', 'prompt', 'content', 'options', 'points', 'right', 'wrong', ...settingNames]

/** A file of a unit, and the ids of the elements the format has no words for. */
export interface Exported {
  text: string
  extension: string
  mime: string
  leftOut: string[]
  /** Ids of those that go out without their pictures, recordings or comments. */
  plainer: string[]
}

/** Bands are one sentence in Moodle; of these GIFT has tags alone. */
const carriedBy: Partial<Record<ExportFormat, CarriedTexts>> = {
  gift: { tags: true },
  moodle: { comments: true, hints: true, tags: true },
}

/** The unit with its keys in a format of others; `packed`: its pictures and recordings, where the format takes files. */
export function exportUnit(
  content: UnitContent,
  format: ExportFormat,
  packed: PackedFile = () => '',
): Exported {
  const written = content.pages.flatMap(({ elements }) =>
    writers[format](asksOneThing.has(format) ? elements.flatMap(apart) : elements, packed),
  )
  const parts = written.flatMap(({ part }) => part ?? [])
  const idsOf = (some: readonly Written[]) => [...new Set(some.map(({ element }) => element.id))]
  const leftOut = idsOf(written.filter(({ part }) => part === undefined))
  const plainer = idsOf(
    written.filter(
      ({ element, part }) =>
        part &&
        format !== 'csv' &&
        (losesData(format, element) || isPlainer(element, part, carriedBy[format])),
    ),
  )
  const outcome = { leftOut, plainer }
  if (format === 'moodle') {
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.filter(Boolean).join('\n')}\n</quiz>\n`
    return { text, extension: 'xml', mime: 'application/xml', ...outcome }
  }
  if (format === 'csv') {
    const text = `\ufeff${[csvRow(csvHead), ...parts].join('\r\n')}\r\n`
    return { text, extension: 'csv', mime: 'text/csv', ...outcome }
  }
  const extension = format === 'gift' ? 'gift' : 'txt'
  return { text: `${parts.join('\n\n')}\n`, extension, mime: 'text/plain', ...outcome }
}

/** Formats whose questions ask one thing each; a table of ours knows every task as it is. */
const asksOneThing: ReadonlySet<ExportFormat> = new Set(['gift', 'moodle', 'aiken'])

/** A task as the questions it consists of, which share its points. */
function apart(element: Element): Element[] {
  const all = typeOf(element.type)?.outgoing?.apart?.(element.data) ?? [element.data]
  const points = Number((element.points / all.length).toFixed(7))
  return all.map((data) => ({ ...element, data, points }))
}

type Writer = (elements: readonly Element[], packed: PackedFile) => Written[]

const each =
  (write: (element: Element) => string | undefined): Writer =>
  (elements) =>
    elements.map((element) => ({ element, part: write(element) }))
/** Only a table of ours knows the pictures of things by their names. */
const plain = (element: Element) => ({
  ...element,
  prompt: withoutRichPictures(element.prompt),
  data: withoutPictures(element.data),
})

const writers: Record<ExportFormat, Writer> = {
  gift: each((element) => writeGift(plain(element))),
  aiken: each((element) => writeAiken(plain(element))),
  moodle: writeMoodlePage,
  csv: each(writeRow),
}

function writeGift(element: Element): string | undefined {
  const row = typeOf(element.type)
  const answers = row?.exchange?.giftOut?.(element.data)
  if (row === undefined || answers === undefined) return undefined
  // As Moodle writes them: a comment before the question.
  const tags = element.tags.length === 0 ? '' : `// ${element.tags.map((tag) => `[tag:${tag}]`).join(' ')}\n`
  if (row.kind === 'content') return `${tags}${answers}`
  const statement = row.outgoing?.statement?.(element.data)
  const stem = statement === undefined ? giftStem(element.prompt) : giftWords(statement)
  const body =
    answers.includes('\n') || answers.startsWith('\t')
      ? `{${answers}\n}`.replace('{\t', '{\n\t')
      : `{${answers}}`
  return `${tags}${`${stem} ${body}`.trim()}`
}

function writeAiken(element: Element): string | undefined {
  if (element.type === 'true_false') return writeAikenStatement(element.data as TrueFalse)
  if (element.type !== 'choice') return undefined
  const row = typeOf('choice')
  const { isMulti, options } = element.data as Choice
  const [key, ...others] = (row?.key(element.data) as string[] | undefined) ?? []
  if (isMulti || key === undefined || others.length > 0) return undefined
  const prompt = textOfHtml(element.prompt).replace(/\n/g, ' ')
  if (options.length > 26 || prompt === '') return undefined
  const place = options.findIndex(({ id }) => id === key)
  const letters = options.map(({ text }, at) => `${String.fromCharCode(65 + at)}. ${readThing(text).text}`)
  return [prompt, ...letters, `ANSWER: ${String.fromCharCode(65 + place)}`].join('\n')
}

/** A statement with two answers, in signs that every language reads. */
function writeAikenStatement({ statements: [statement] }: TrueFalse): string | undefined {
  const text = readThing(statement?.text ?? '').text.trim()
  if (!statement || text === '') return undefined
  return [text, `A. ${signs.true}`, `B. ${signs.false}`, `ANSWER: ${statement.answer ? 'A' : 'B'}`].join('\n')
}

function writeRow(element: Element): string | undefined {
  const row = typeOf(element.type)
  if (!row) return undefined
  const [main, ...others] = row.editor
  const typed = row.typed(element.data)
  const settings = writeSettings(element)
  const names = [
    ...others.map(({ name }) => name),
    ...(main?.kind === 'picture' || others.some(({ kind }) => kind === 'picture') ? ['alt'] : []),
  ]
  const options = new URLSearchParams(names.flatMap((name) => (typed[name] ? [[name, typed[name]]] : [])))
  const cells = [
    row.type,
    element.prompt,
    typed[main?.name ?? ''] ?? '',
    options.toString(),
    String(element.points),
    element.right,
    element.wrong,
    ...settingNames.map((name) => settings[name]),
  ]
  return csvRow(cells)
}
