import type { FileReader } from '../import-files.ts'
import { decodeEntities } from '../rich-text.ts'
import { childrenOf, textIn, type XmlNode } from './xml.ts'

/** Files of questions as Moodle writes them into its XML; each is read when something asks for it. */
export function filesOf(questions: readonly XmlNode[]): FileReader {
  const files = new Map(
    questions.flatMap((question) =>
      [question, ...childrenOf(question, 'questiontext')].flatMap((holder) =>
        childrenOf(holder, 'file').map((file): [string, XmlNode] => [
          pathOf(question, file.attributes.name ?? ''),
          file,
        ]),
      ),
    ),
  )
  return (path) => {
    const file = files.get(path)
    return file?.attributes.encoding === 'base64' ? bytesOf(file) : undefined
  }
}

/** The pictures a question shows, in their order. */
export function picturesOf(question: XmlNode): { path: string; alt: string }[] {
  const tags = textIn(question, 'questiontext').match(/<img\b[^<>]*>/gi) ?? []
  return tags.map((tag) => {
    const name = attributeIn(tag, 'src').replace(/^@@PLUGINFILE@@\//, '')
    return { path: pathOf(question, safelyDecoded(name)), alt: attributeIn(tag, 'alt').slice(0, 500) }
  })
}

/** What is heard in a question, in its order. */
export function soundsOf(question: XmlNode): string[] {
  const tags = textIn(question, 'questiontext').match(/<audio\b[\s\S]*?(?:<\/audio>|$)/gi) ?? []
  return tags.flatMap((tag) => {
    const name = attributeIn(tag, 'src').replace(/^@@PLUGINFILE@@\//, '')
    return name === '' ? [] : [pathOf(question, safelyDecoded(name))]
  })
}

/** Whether a question shows what has no place here: videos, frames. */
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

function attributeIn(tag: string, attribute: 'src' | 'alt'): string {
  const [, one, other] = new RegExp(`\\s${attribute}=(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag) ?? []
  return decodeEntities(one ?? other ?? '').trim()
}

function safelyDecoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function bytesOf(file: XmlNode): Uint8Array | undefined {
  const text = file.children.filter((child) => typeof child === 'string').join('')
  try {
    return Uint8Array.from(atob(text.replace(/\s+/g, '')), (sign) => sign.charCodeAt(0))
  } catch {
    return undefined
  }
}
