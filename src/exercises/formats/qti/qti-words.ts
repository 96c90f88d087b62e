import type { ElementMedia } from '#exercises/model/media/element-media.ts'
import { htmlOfTyped } from '#exercises/model/text/rich-text.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { childrenOf, type XmlNode } from '#platform/rules/text/xml.ts'
import { type PackageFiles, videoMedia } from '../media-html.ts'
import { findAll, isComputed, isGraphic, isThing, silent, soundIn, videoIn, wordsOf } from './qti-item.ts'
import { mediaClass, wordsClass } from './qti-names.ts'

/** An item with the names of the pictures in its words, and what belongs to its question as a whole. */
export interface ReadWords {
  item: XmlNode
  media: ElementMedia | undefined
  /** By the names they have there. */
  pictures: Map<string, { path: string; alt: string }>
}

const listing = new Set(['ul', 'ol', 'dl', 'table'])

/** The same rule as in Moodle (`moodle-words.ts`): what words need where it stands stays there, the rest stands before them. */
export function readWords(item: XmlNode, files: PackageFiles): ReadWords {
  const { take } = files
  const pictures: ReadWords['pictures'] = new Map()
  // What is left out needs no files.
  if (isComputed(item)) return { item, media: undefined, pictures }
  const own = mediaIn(item, files)
  // We have no task that is only a video, so the first video becomes the media of its question.
  const film = own ? undefined : filmIn(item, files)
  const media = own ?? film?.media
  const named = (node: XmlNode): XmlNode => {
    const { src = '', alt = '' } = node.attributes
    const asset = src === '' ? '' : take(src, 'picture')
    if (asset === '') return node
    pictures.set(asset, { path: src, alt: truncate(alt, 500) })
    return { ...node, attributes: { asset, alt } }
  }
  const inside = (node: XmlNode, isListed: boolean): XmlNode => ({
    ...node,
    children: node.children.flatMap((child, at): (XmlNode | string)[] => {
      if (typeof child === 'string' || isThing(child.name) || isGraphic(child.name) || silent.has(child.name))
        return [child]
      if (child === film?.node || (own && isMedia(child))) return []
      if (child.name !== 'img') return [inside(child, isListed || listing.has(child.name))]
      const isIn = child.attributes.class === wordsClass || isListed || isBetween(node, at)
      return [isIn ? named(child) : child]
    }),
  })
  const children = item.children.map((child) =>
    typeof child !== 'string' && child.name === 'itemBody' ? inside(child, false) : child,
  )
  return { item: { ...item, children }, media, pictures }
}

const isMedia = ({ name, attributes }: XmlNode) => name === 'div' && attributes.class === mediaClass

/** What an export of ours says belongs to the question. */
function mediaIn(item: XmlNode, files: PackageFiles): ElementMedia | undefined {
  const divs = childrenOf(item, 'itemBody').flatMap((body) => findAll(body, (name) => name === 'div'))
  const own = divs.find(isMedia)
  const [node] = own ? findAll(own, (name) => ['img', 'audio', 'video', 'object'].includes(name)) : []
  if (!node) return undefined
  const [sound, video] = [soundIn(node), videoIn(node)]
  if (video) return videoMedia(video, files)
  const kind = sound ? 'sound' : 'picture'
  const asset = files.take(sound?.path ?? node.attributes.src ?? '', kind)
  const alt = (sound ? sound.label : node.attributes.alt) ?? ''
  const said = { alt, transcript: htmlOfTyped(sound?.words ?? '') }
  return asset === '' ? undefined : { asset, kind, ...said }
}

/** The first video of the question itself whose file is there. */
function filmIn(item: XmlNode, files: PackageFiles): { node: XmlNode; media: ElementMedia } | undefined {
  const isEnd = (name: string) => ['video', 'object'].includes(name) || isThing(name) || isGraphic(name)
  for (const node of childrenOf(item, 'itemBody').flatMap((body) => findAll(body, isEnd))) {
    const video = videoIn(node)
    const media = video && videoMedia(video, files)
    if (media) return { node, media }
  }
  return undefined
}

/** Whether words stand before and behind a child. */
function isBetween({ children }: XmlNode, at: number): boolean {
  const hasWords = (all: readonly (XmlNode | string)[]) =>
    all.some((each) => (typeof each === 'string' ? each : wordsOf(each)).trim() !== '')
  return hasWords(children.slice(0, at)) && hasWords(children.slice(at + 1))
}
