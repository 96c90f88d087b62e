import type { ElementMedia } from '#exercises/model/media/element-media.ts'
import { textOfForeignHtml } from '#exercises/model/text/clean-html.ts'
import { pictureTag } from '#exercises/model/text/rich-pictures.ts'
import { htmlOfTyped } from '#exercises/model/text/rich-text.ts'
import { childrenOf, type XmlNode } from '#platform/rules/text/xml.ts'
import type { ImportFiles } from '../incoming/import-files.ts'
import { type FoundMedia, videoMedia } from '../media-html.ts'
import { filmed, mediaIn, mediaMark, wordsMark } from './moodle-files.ts'

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
const end = '(?:(?:<track[^<>]*></track>)?[^<]*</(?:audio|video)\\s*>)?'
const medium = new RegExp(`<(?:img|audio|video)\\b[^<>]*${mediaMark}[^<>]*>${end}`, 'i')

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
  const takeFilm = (tag: string) => {
    media = mediaOf(mediaIn(question, tag, ''), files)
    return media !== undefined
  }
  const read = (html: string) => {
    const [own] = medium.exec(html) ?? []
    media = own === undefined ? undefined : mediaOf(mediaIn(question, own, ''), files)
    const rest = own === undefined || !media ? html : without(html, own)
    // We have no task that is only a video, so the first video becomes the media of its question.
    const film = media ? undefined : (rest.match(filmed) ?? []).find((tag) => takeFilm(tag))
    return (film === undefined ? rest : without(rest, film)).replace(/<img\b[^<>]*>/gi, (tag, at: number) => {
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

function without(html: string, tag: string): string {
  return html.replace(tag, () => '').replace(/<p>\s*<\/p>/, '')
}

function mediaOf(
  { pictures: [picture], sounds: [sound], videos: [video] = [] }: FoundMedia,
  files: ImportFiles,
): ElementMedia | undefined {
  if (video)
    return videoMedia(video, {
      take: (path, kind) => files.take(path, kind),
      text: (path) => files.text(path),
    })
  const kind = picture ? 'picture' : 'sound'
  const asset = files.take((picture ?? sound)?.path ?? '', kind)
  const said = { alt: picture?.alt ?? sound?.label ?? '', transcript: htmlOfTyped(sound?.words ?? '') }
  return asset === '' ? undefined : { asset, kind, ...said }
}

/** Whether words of one block stand on both sides of it, or it is part of a list or a table. */
function standsInWords(html: string, at: number, tag: string): boolean {
  const [before, after] = [html.slice(0, at), html.slice(at + tag.length)]
  const depth = [...before.matchAll(listed)].reduce((sum, [, slash]) => sum + (slash ? -1 : 1), 0)
  if (depth > 0) return true
  const [left, right] = [before.split(blocks).at(-1) ?? '', after.split(blocks)[0] ?? '']
  return textOfForeignHtml(left) !== '' && textOfForeignHtml(right) !== ''
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
