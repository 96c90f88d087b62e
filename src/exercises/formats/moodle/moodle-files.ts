import { textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { decodeEntities } from '#platform/rules/text/decode-entities.ts'
import { decodedPart } from '#platform/rules/text/decoded.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { childrenOf, ownText, textIn, type XmlNode } from '#platform/rules/text/xml.ts'
import type { FileReader, ImportFiles } from '../incoming/import-files.ts'
import type { ImportReason } from '../incoming/import-report.ts'
import { type FoundMedia, type SeenVideo, thingWith } from '../media-html.ts'

/** Parts of a question that show files of their own. */
const holders = ['questiontext', 'answer', 'subquestion'] as const
type Holder = (typeof holders)[number]

/** Files of questions as Moodle writes them into its XML; each is read when something asks for it. */
export function filesOf(
  questions: readonly XmlNode[],
  bodyAt: (mark: string) => Uint8Array | undefined = () => undefined,
): FileReader {
  const files = new Map(
    questions.flatMap((question) => [
      ...filesIn(question, question, ''),
      ...holders.flatMap((name) =>
        childrenOf(question, name).flatMap((node, at) => filesIn(question, node, placeOf(name, at))),
      ),
    ]),
  )
  return (path) => {
    const file = files.get(path)
    return file?.attributes.encoding === 'base64' ? (bodyAt(ownText(file)) ?? bytesOf(file)) : undefined
  }
}

function filesIn(question: XmlNode, holder: XmlNode, place: string): [string, XmlNode][] {
  return childrenOf(holder, 'file').map((file) => [
    pathOf(question, place + (file.attributes.name ?? '')),
    file,
  ])
}

/** Answers have files of one name with other bytes. */
function placeOf(name: Holder, at: number): string {
  return name === 'questiontext' ? '' : `${name} ${at + 1}/`
}

/** What is seen and heard with the question, in its order. */
export function mediaOf(question: XmlNode): FoundMedia {
  const html = textIn(question, 'questiontext')
  return mediaIn(question, html.replace(ownTag, ''), '')
}

/** A statement's own pictures and recordings stand in the text of its question, which it is. */
export const ownMark = ' data-part="statement"'
/** A picture or recording of ours that belongs to the question, and a picture in its words. */
export const mediaMark = ' data-part="media"'
export const wordsMark = ' data-part="words"'
const ownTag = /<(?:img|audio)\b[^<>]*\sdata-part="statement"[^<>]*>/gi

/** The statement of a question with what is seen and heard of it. */
export function statementOf(
  question: XmlNode,
  words: string,
  files: ImportFiles,
): { thing: string; lost?: ImportReason } {
  const html = textIn(question, 'questiontext')
  const own = mediaIn(question, (html.match(ownTag) ?? []).join(''), '')
  return thingWith(words, own, (path, kind) => files.take(path, kind))
}

/** The answers or the left sides of a question, with what is seen and heard of them. */
export function thingsOf(
  question: XmlNode,
  name: 'answer' | 'subquestion',
  files: ImportFiles,
): { thing: string; lost?: ImportReason }[] {
  return childrenOf(question, name).map((node, at) => {
    const html = textIn({ name: '', attributes: {}, children: [node] }, name)
    const media = mediaIn(question, html, placeOf(name, at))
    return thingWith(wordsOf(html), media, (path, kind) => files.take(path, kind))
  })
}

/** What an HTML text of a question shows; `place`: the part of the question it stands in. */
export function mediaIn(question: XmlNode, html: string, place: string): FoundMedia {
  const pathIn = (tag: string) =>
    pathOf(question, place + decodedPart(attributeIn(tag, 'src').replace(/^@@PLUGINFILE@@\//, '')))
  // Those that stay in its words have their names already.
  const pictures = (html.match(/<img\b(?! asset=)[^<>]*>/gi) ?? []).map((tag) => ({
    path: pathIn(tag),
    alt: truncate(attributeIn(tag, 'alt'), 500),
  }))
  const heard = html.match(/<audio\b[\s\S]*?(?:<\/audio\s*>|$)/gi) ?? []
  const sounds = heard
    .filter((tag) => attributeIn(tag, 'src') !== '')
    .map((tag) => ({
      path: pathIn(tag),
      words: attributeIn(tag, 'aria-label'),
      label: attributeIn(tag, 'title'),
    }))
  const videos = (html.match(filmed) ?? []).map((tag) => videoIn(tag, pathIn))
  return { pictures, sounds, videos }
}

/** A video, to its end. */
export const filmed = /<video\b[\s\S]*?(?:<\/video\s*>|$)/gi

function videoIn(tag: string, pathIn: (tag: string) => string): SeenVideo {
  const [track] = /<track\b[^<>]*>/i.exec(tag) ?? []
  // The file itself may stand in a `source`, before or behind the tracks.
  const path = pathIn(tag.replace(/<track\b[^<>]*>/gi, ''))
  return {
    path,
    label: attributeIn(tag, 'aria-label') || attributeIn(tag, 'title'),
    words: attributeIn(tag, 'data-words'),
    track: track ? pathIn(track) : '',
  }
}

/** What stands inside of a recording or a video is for browsers that play none: the name of its file. */
export function withoutSounds(html: string): string {
  return html.replace(/<audio\b[\s\S]*?(?:<\/audio\s*>|$)/gi, '').replace(filmed, '')
}

function wordsOf(html: string): string {
  return textOfForeignHtml(withoutSounds(html)).replace(/\n/g, ' ')
}

/** Whether a question shows what has no place here: videos that are not there, frames. */
export function hasForeignMedia(question: XmlNode): boolean {
  return /<(video|iframe|object|embed|canvas|svg)\b/i.test(textIn(question, 'questiontext'))
}

/** The question with its place in the file, for two may have one name and files of one name. */
export function numbered(question: XmlNode, at: number): XmlNode {
  return { ...question, attributes: { ...question.attributes, place: String(at + 1) } }
}

/** A file of a question among those of all. */
export function pathOf(question: XmlNode, name: string): string {
  return `${question.attributes.place}. ${textIn(question, 'name')}/${name}`
}

type Read = 'src' | 'alt' | 'title' | 'aria-label' | 'data-words'

function attributeIn(tag: string, attribute: Read): string {
  const [, one, other] = new RegExp(`\\s${attribute}=(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag) ?? []
  return decodeEntities(one ?? other ?? '').trim()
}

function bytesOf(file: XmlNode): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(ownText(file).replace(/\s+/g, '')), (sign) => sign.charCodeAt(0))
  } catch {
    return undefined
  }
}
