import type { ElementMedia } from '../element-media.ts'
import type { ImportFiles } from '../import-files.ts'
import { pictureTag } from '../rich-pictures.ts'
import { htmlOfTyped, textOfHtml } from '../rich-text.ts'
import type { FoundMedia } from './media-html.ts'
import { mediaIn, mediaMark, wordsMark } from './moodle-files.ts'
import { childrenOf, type XmlNode } from './xml.ts'

type FoundPicture = FoundMedia['pictures'][number]

/** A question with the names of the pictures in its words, and what belongs to it as a whole. */
export interface ReadWords {
  question: XmlNode
  media: ElementMedia | undefined
  /** By their names. */
  pictures: ReadonlyMap<string, FoundPicture>
}

const blocks = /<\/?(?:p|div|li|ul|ol|dl|dt|dd|td|th|tr|table|h[1-6]|blockquote|pre)\b[^<>]*>/gi
const listed = /<(\/?)(?:table|ul|ol)\b/gi
const medium = new RegExp(`<(?:img|audio)\\b[^<>]*${mediaMark}[^<>]*>(?:[^<]*</audio\\s*>)?`, 'i')

/**
 * Pictures of a question's text stay in it where its words need them there: between words of one block, in a list or a table, or
 * where an export of ours says so. Others stand before the question.
 */
export function readWords(question: XmlNode, files: ImportFiles): ReadWords {
  const pictures = new Map<string, FoundPicture>()
  let media: ElementMedia | undefined
  const [text] = childrenOf(question, 'questiontext')
  if (text === undefined || ['markdown', 'plain_text'].includes(text.attributes.format ?? ''))
    return { question, media, pictures }
  const read = (html: string) => {
    const [own] = medium.exec(html) ?? []
    media = own === undefined ? undefined : mediaOf(mediaIn(question, own, ''), files)
    const rest = own === undefined || !media ? html : html.replace(own, '').replace(/<p>\s*<\/p>/, '')
    return rest.replace(/<img\b[^<>]*>/gi, (tag, at: number) => {
      if (!tag.includes(wordsMark) && (/ data-part="/.test(tag) || !standsInWords(rest, at, tag))) return tag
      const [picture] = mediaIn(question, tag, '').pictures
      const asset = picture ? files.take(picture.path, 'picture') : ''
      if (!picture || asset === '') return tag
      pictures.set(asset, picture)
      return pictureTag({ asset, alt: picture.alt })
    })
  }
  return { question: withText(question, read), media, pictures }
}

function mediaOf(
  { pictures: [picture], sounds: [sound] }: FoundMedia,
  files: ImportFiles,
): ElementMedia | undefined {
  const kind = picture ? 'picture' : 'sound'
  const asset = files.take((picture ?? sound)?.path ?? '', kind)
  const said = { alt: picture?.alt ?? '', transcript: htmlOfTyped(sound?.words ?? '') }
  return asset === '' ? undefined : { asset, kind, ...said }
}

/** Whether words of one block stand on both sides of it, or it is part of a list or a table. */
function standsInWords(html: string, at: number, tag: string): boolean {
  const [before, after] = [html.slice(0, at), html.slice(at + tag.length)]
  const depth = [...before.matchAll(listed)].reduce((sum, [, slash]) => sum + (slash ? -1 : 1), 0)
  if (depth > 0) return true
  const [left, right] = [before.split(blocks).at(-1) ?? '', after.split(blocks)[0] ?? '']
  return textOfHtml(left) !== '' && textOfHtml(right) !== ''
}

/** The question with another text. */
function withText(question: XmlNode, read: (html: string) => string): XmlNode {
  const inText = (node: XmlNode): XmlNode => ({
    ...node,
    children: node.children.map((child) => {
      if (typeof child === 'string') return read(child)
      return child.name === 'text' ? inText(child) : child
    }),
  })
  const children = question.children.map((child) =>
    typeof child !== 'string' && child.name === 'questiontext' ? inText(child) : child,
  )
  return { ...question, children }
}
