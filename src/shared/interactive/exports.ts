import { escapeHtml } from '../rules/escape.ts'
import { bandAt, commentTo } from './comments.ts'
import { csvRow } from './formats/csv.ts'
import { giftStem, giftWords } from './formats/gift-text.ts'
import { cdata, textElement, xml } from './formats/xml.ts'
import { textOfHtml } from './rich-text.ts'
import { withoutPictures } from './things.ts'
import { writeSettings } from './typed-settings.ts'
import { typeOf } from './types.ts'
import type { Element, UnitContent } from './unit.ts'

export const exportFormats = ['gift', 'aiken', 'moodle', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Behind the first eight columns of a table of ours, which older ones have, stands what came later. */
const settingNames = ['hints', 'partial', 'bands', 'timeLimit', 'isRequired', 'tags'] as const
const csvHead = ['type', 'prompt', 'content', 'options', 'points', 'right', 'wrong', ...settingNames]

/** A file of a unit, and the ids of the elements the format has no words for. */
export interface Exported {
  text: string
  extension: string
  mime: string
  leftOut: string[]
}

/** The unit with its keys in a format of others. */
export function exportUnit(content: UnitContent, format: ExportFormat): Exported {
  const elements = content.pages.flatMap((page) => page.elements)
  // Only a table of ours knows the pictures of things.
  const plain = (element: Element) =>
    format === 'csv' ? element : { ...element, data: withoutPictures(element.data) }
  const written = elements.map((element) => ({ id: element.id, part: writers[format](plain(element)) }))
  const parts = written.flatMap(({ part }) => part ?? [])
  const leftOut = written.filter(({ part }) => part === undefined).map(({ id }) => id)
  if (format === 'moodle') {
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${parts.join('\n')}\n</quiz>\n`
    return { text, extension: 'xml', mime: 'application/xml', leftOut }
  }
  if (format === 'csv') {
    const head = csvRow(csvHead)
    return { text: `\ufeff${[head, ...parts].join('\r\n')}\r\n`, extension: 'csv', mime: 'text/csv', leftOut }
  }
  return {
    text: `${parts.join('\n\n')}\n`,
    extension: format === 'gift' ? 'gift' : 'txt',
    mime: 'text/plain',
    leftOut,
  }
}

const writers: Record<ExportFormat, (element: Element) => string | undefined> = {
  gift: writeGift,
  aiken: writeAiken,
  moodle: writeMoodle,
  csv: writeRow,
}

function writeGift(element: Element): string | undefined {
  const row = typeOf(element.type)
  const answers = row?.exchange?.giftOut?.(element.data)
  if (row === undefined || answers === undefined) return undefined
  // As Moodle writes them: a comment before the question.
  const tags = element.tags.length === 0 ? '' : `// ${element.tags.map((tag) => `[tag:${tag}]`).join(' ')}\n`
  if (row.kind === 'content') return `${tags}${answers}`
  const [statement] = row.type === 'true_false' ? Object.values(row.typed(element.data)) : []
  const stem = statement === undefined ? giftStem(element.prompt) : giftWords(plainStatement(statement))
  const body =
    answers.includes('\n') || answers.startsWith('\t')
      ? `{${answers}\n}`.replace('{\t', '{\n\t')
      : `{${answers}}`
  return `${tags}${`${stem} ${body}`.trim()}`
}

/** What is true or false is the question itself in these formats. */
function plainStatement(line: string): string {
  const words = line.replace(/^\*\s*/, '')
  return (words.split(/(?<!\\)\|/)[0] ?? '').trim().replace(/\\([\\|*])/g, '$1')
}

function writeAiken(element: Element): string | undefined {
  if (element.type !== 'choice') return undefined
  const row = typeOf('choice')
  const options = row?.view(element.data, () => 0.999_999)[0]
  const [key, ...others] = (row?.key(element.data) as string[] | undefined) ?? []
  if (options?.kind !== 'choice' || options.isMulti || key === undefined || others.length > 0)
    return undefined
  const prompt = textOfHtml(element.prompt).replace(/\n/g, ' ')
  if (options.options.length > 26 || prompt === '') return undefined
  const place = options.options.findIndex(({ value }) => value === key)
  const letters = options.options.map(({ text }, at) => `${String.fromCharCode(65 + at)}. ${text}`)
  return [prompt, ...letters, `ANSWER: ${String.fromCharCode(65 + place)}`].join('\n')
}

function writeMoodle(element: Element): string | undefined {
  const row = typeOf(element.type)
  const written = row?.exchange?.moodleOut?.(element.data)
  if (row === undefined || written === undefined) return undefined
  const [statement] = row.type === 'true_false' ? Object.values(row.typed(element.data)) : []
  const own =
    statement === undefined
      ? element.prompt
      : xml('p', {}, plainStatement(statement).replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
  const name = textOfHtml(own).split('\n')[0]?.slice(0, 80) || row.type
  const hasOwnText = written.xml.startsWith('<questiontext')
  return xml(
    'question',
    { type: written.type },
    '\n',
    xml('name', {}, xml('text', {}, cdata(name))),
    '\n',
    hasOwnText ? undefined : textElement('questiontext', own, { format: 'html' }),
    xml('defaultgrade', {}, String(element.points)),
    '\n',
    ...commentsOf(element),
    written.xml,
    '\n',
    tagsOf(element),
  )
}

/** What a task says to its answers and to who asks for help. */
function commentsOf(element: Element): string[] {
  const said = (name: string, text: string) =>
    text === '' ? [] : [`${textElement(name, escapeHtml(text), { format: 'html' })}\n`]
  return [
    ...said('correctfeedback', commentTo(element, 1)),
    // One sentence for all that is right in part: of bands the one in the middle.
    ...said('partiallycorrectfeedback', element.partial || (bandAt(element.bands, 0.5)?.text ?? '')),
    ...said('incorrectfeedback', commentTo(element, 0)),
    ...element.hints.flatMap((hint) => said('hint', hint)),
  ]
}

function tagsOf({ tags }: Element): string | undefined {
  if (tags.length === 0) return undefined
  return `${xml('tags', {}, ...tags.map((tag) => xml('tag', {}, xml('text', {}, escapeHtml(tag)))))}\n`
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
