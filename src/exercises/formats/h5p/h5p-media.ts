import type { ElementMedia } from '#exercises/model/media/element-media.ts'
import type { Draft } from '#exercises/model/task/element-type.ts'
import { htmlOfTyped } from '#exercises/model/text/rich-text.ts'
import { videoMedia } from '../media-html.ts'
import {
  at,
  type H5pContent,
  heardWords,
  type Json,
  listAt,
  nameAt,
  soundAt,
  soundPaths,
  wordsAt,
} from './h5p-content.ts'

type Files = H5pContent['files']

/** The picture, recording or video above a question; one that is not there, or is no such thing, is said to be left out. */
export function seenAbove(params: Json, files: Files): Partial<Draft> {
  const medium = at(params, 'media', 'type') ?? at(params, 'media')
  const library = nameAt(medium, 'library').split(' ')[0]
  const inner = { params: at(medium, 'params'), metadata: at(medium, 'metadata'), files }
  if (library === 'H5P.Image') return pictureAbove(inner)
  if (library === 'H5P.Audio') return soundAbove(inner)
  const media = library === 'H5P.Video' ? filmOf(inner) : undefined
  if (media) return { media }
  const isThere = listAt(inner.params, 'sources').length > 0 || listAt(inner.params, 'files').length > 0
  return isThere ? { simplified: 'media' } : {}
}

type Medium = Pick<H5pContent, 'params' | 'metadata' | 'files'>

function pictureAbove({ params, files }: Medium): Partial<Draft> {
  const path = nameAt(params, 'file', 'path')
  const asset = files.take(path, 'picture')
  if (asset === '') return path === '' ? {} : { simplified: 'pictures' }
  return { media: { asset, kind: 'picture', alt: wordsAt(params, 'alt'), transcript: '' } }
}

function soundAbove({ params, metadata, files }: Medium): Partial<Draft> {
  const recordings = at(params, 'files')
  const asset = soundAt(files, recordings)
  if (asset === '') return soundPaths(recordings).length === 0 ? {} : { simplified: 'sound' }
  const transcript = htmlOfTyped(heardWords(params))
  return { media: { asset, kind: 'sound', alt: wordsAt(metadata, 'a11yTitle'), transcript } }
}

/** A video that lies in the package, with what its captions say; undefined: it is elsewhere, or in no format shown here. */
export function filmOf({ params, metadata, files }: Medium): ElementMedia | undefined {
  const label = labelOf(metadata)
  const tracks = [at(params, 'a11y'), at(params, 'a11y', 'videoTrack')].flatMap((all) => listAt(all))
  const track = tracks.map((each) => at(each, 'track', 'path')).find((path) => typeof path === 'string') ?? ''
  for (const source of listAt(params, 'sources')) {
    const path = at(source, 'path')
    const video = { path: typeof path === 'string' ? path : '', label, words: '', track: String(track) }
    const media = videoMedia(video, files)
    if (media) return media
  }
  return undefined
}

/** What it is called, not what an editor calls what has no name. */
function labelOf(metadata: Json): string {
  if (typeof at(metadata, 'a11yTitle') === 'string') return wordsAt(metadata, 'a11yTitle')
  const title = wordsAt(metadata, 'title')
  return /^untitled\b/i.test(title) ? '' : title
}
