import { bandAt, commentTo } from '#exercises/model/comments.ts'
import { standsBefore, typeOf } from '#exercises/model/task/types.ts'
import { readThing } from '#exercises/model/text/option-content.ts'
import { replacePictures } from '#exercises/model/text/rich-pictures.ts'
import { textOfHtml } from '#exercises/model/text/rich-text.ts'
import type { Element } from '#exercises/model/unit.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { cdata, textElement, xml } from '#platform/rules/text/xml.ts'
import { thingHtml } from '../media-html.ts'
import { mediaHtml } from '../packed-media.ts'
import { mediaMark, ownMark, wordsMark } from './moodle-files.ts'
import { type MoodleMedia, mediaElement, moodleTags, type PackedFile } from './moodle-media.ts'
import { promptHtml } from './moodle-text.ts'

/** What became of an element; `part` is '' where it went out with the one behind it, undefined where Moodle has no words for it. */
export interface Written {
  element: Element
  part: string | undefined
}

/** What stands before a question and goes out in its text. */
interface Waiting extends MoodleMedia {
  element: Element
}

/** The questions of a page in Moodle XML; pictures and recordings that stand by themselves go out with the question behind them. */
export function writeMoodlePage(elements: readonly Element[], packed: PackedFile): Written[] {
  let waiting: Waiting[] = []
  const all = elements.flatMap((element): Written[] => {
    const { tags, files } = moodleTags(packed)
    const html = standsBefore(element, tags)
    if (html !== undefined) {
      waiting.push({ element, html: `<p>${html}</p>`, files: files() })
      return []
    }
    const part = writeMoodle(element, waiting, packed)
    if (part === undefined) return [{ element, part }]
    const before = waiting.map((each) => ({ element: each.element, part: '' }))
    waiting = []
    return [...before, { element, part }]
  })
  // What no question follows is a description.
  const last = waiting.map(({ element, ...media }) => ({ element, part: description(media) }))
  return [...all, ...last]
}

function description(media: MoodleMedia): string {
  return question('description', [
    xml('name', {}, xml('text', {}, cdata('♪'))),
    mediaElement('questiontext', media),
  ])
}

const question = (type: string, parts: readonly string[]) =>
  xml('question', { type }, '\n', ...parts.map((part) => `${part}\n`))

function writeMoodle(element: Element, waiting: readonly Waiting[], packed: PackedFile): string | undefined {
  const row = typeOf(element.type)
  const written = row?.exchange?.moodleOut?.(element.data, packed)
  if (row === undefined || written === undefined) return undefined
  const text = textOf(element, packed)
  const name = truncate(textOfHtml(nameOf(element)).split('\n')[0] ?? '', 80) || row.type
  const hasOwnText = written.xml.startsWith('<questiontext')
  const isText = hasOwnText || statementOf(element) !== undefined
  const above = mediaOf(element, packed)
  const before =
    waiting.map((each) => each.html).join('') + above.html + (isText ? promptHtml(element.prompt) : '')
  const seen = waiting.map((each) => each.files).join('') + above.files
  const media = { html: before + text.html, files: seen + text.files }
  const whole = question(written.type, [
    xml('name', {}, xml('text', {}, cdata(name))),
    ...(hasOwnText ? [] : [mediaElement('questiontext', media)]),
    xml('defaultgrade', {}, String(element.points)),
    ...commentsOf(element),
    hasOwnText ? within(written.xml, { html: before, files: media.files }) : written.xml,
    ...tagsOf(element),
  ])
  return withWordPictures(whole, packed)
}

/** What belongs to the question, told apart from what stands before it. */
function mediaOf(element: Element, packed: PackedFile): MoodleMedia {
  const { tags, files } = moodleTags(packed, mediaMark)
  const html = mediaHtml(element, tags)
  return { html: html && `<p>${html}</p>`, files: files() }
}

/** A question with the files of the pictures in its words. */
function withWordPictures(whole: string, packed: PackedFile): string {
  const { tags, files } = moodleTags(packed, wordsMark)
  const end = '</questiontext>'
  const [text = '', ...rest] = replacePictures(whole, tags.picture).split(end)
  return [text + files(text), ...rest].join(end)
}

/** A text of its own begins with what stands before it. */
function within(text: string, { html, files }: MoodleMedia): string {
  return text
    .replace('<text><![CDATA[', () => `<text><![CDATA[${html.replaceAll(']]>', ']]]]><![CDATA[>')}`)
    .replace('</questiontext>', () => `${files}</questiontext>`)
}

/** What is true or false is the question itself. */
function statementOf({ type, data }: Element): string | undefined {
  return typeOf(type)?.outgoing?.statement?.(data)
}

function nameOf(element: Element): string {
  const statement = statementOf(element)
  return statement === undefined ? element.prompt : escapeHtml(readThing(statement).text)
}

function textOf(element: Element, packed: PackedFile): MoodleMedia {
  const statement = statementOf(element)
  if (statement === undefined) return { html: element.prompt, files: '' }
  const { tags, files } = moodleTags(packed, ownMark)
  const html = `<p>${thingHtml(statement, tags)}</p>`
  return { html, files: files() }
}

/** What a task says to its answers and to who asks for help. */
function commentsOf(element: Element): string[] {
  const said = (name: string, text: string) =>
    text === '' ? [] : [textElement(name, escapeHtml(text), { format: 'html' })]
  return [
    ...said('correctfeedback', commentTo(element, 1)),
    // One sentence for all that is right in part: of bands the one in the middle.
    ...said('partiallycorrectfeedback', element.partial || (bandAt(element.bands, 0.5)?.text ?? '')),
    ...said('incorrectfeedback', commentTo(element, 0)),
    ...element.hints.flatMap((hint) => said('hint', hint)),
  ]
}

function tagsOf({ tags }: Element): string[] {
  if (tags.length === 0) return []
  return [xml('tags', {}, ...tags.map((tag) => xml('tag', {}, xml('text', {}, escapeHtml(tag)))))]
}
