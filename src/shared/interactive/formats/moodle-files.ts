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

/** Two questions may have files of one name. */
export function pathOf(question: XmlNode, name: string): string {
  return `${textIn(question, 'name')}/${name}`
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
