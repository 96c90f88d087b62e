import { captionsFile, transcriptIn } from '#exercises/model/media/caption-files.ts'
import { readCaptions } from '#exercises/model/media/captions.ts'
import type { ElementMedia, MediaKind } from '#exercises/model/media/element-media.ts'
import type { Picture } from '#exercises/model/task/widget.ts'
import { readThing, writeSound, writeThing } from '#exercises/model/text/option-content.ts'
import { htmlOfTyped, textOfHtml, typedOfHtml } from '#exercises/model/text/rich-text.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import type { ImportReason } from './incoming/import-report.ts'

/** How a format shows pictures and recordings; '' where the file does not go along. */
export interface MediaTags {
  picture: (picture: Picture) => string
  /** `words`: what is heard in it and not shown; `label`: what it is called. */
  sound: (asset: string, words: string, label?: string) => string
  video: (video: Omit<ElementMedia, 'kind'>) => string
}

/** A thing of a list as HTML: what is seen and heard of it, and its words where they are shown. */
export function thingHtml(typed: string, tags: MediaTags): string {
  const { text, picture, sound, isHeard = false } = readThing(typed)
  const heard = sound === undefined ? '' : tags.sound(sound, isHeard ? text : '')
  const seen = picture === undefined ? '' : tags.picture(picture)
  const isSaid = (isHeard && heard !== '') || (seen !== '' && text === picture?.alt)
  return [heard, seen, isSaid ? '' : escapeHtml(text)].filter(Boolean).join(' ')
}

/**
 * A video as HTML with what it is called, and what is heard in it. `track`: where its captions lie; '': it has none. `mark`: more
 * of its attributes.
 */
export function videoHtml(
  { alt, transcript }: Pick<ElementMedia, 'alt' | 'transcript'>,
  { src, track, mark }: { src: string; track: string; mark: string },
): string {
  const inLine = (text: string) => escapeHtml(text).replaceAll('\n', '&#10;')
  const words = transcript === '' ? '' : ` data-words="${inLine(typedOfHtml(transcript))}"`
  const captions = track === '' ? '' : `<track kind="captions" src="${track}"></track>`
  return `<video src="${src}" controls="true"${mark} aria-label="${inLine(alt)}"${words}>${captions}</video>`
}

/** The file of captions of a video; undefined: what is heard in it has no times. */
export function timedFile({ transcript }: Pick<ElementMedia, 'transcript'>): string | undefined {
  const captions = readCaptions(textOfHtml(transcript))
  return captions.length === 0 ? undefined : captionsFile(captions)
}

/** What is seen and heard at a place of a package, by paths. */
export interface FoundMedia {
  pictures: readonly { path: string; alt: string }[]
  sounds: readonly HeardFile[]
  videos?: readonly SeenVideo[]
}

/** A video of a package: what it is called, and what is heard in it: words, or the path of its captions. */
export interface SeenVideo {
  path: string
  label: string
  words: string
  track: string
}

/** What a package holds, by paths. */
export interface PackageFiles {
  take: TakeFile
  /** '' where there is none. */
  text: (path: string) => string
}

/** A video as what belongs to a task; undefined: its file is not there. */
export function videoMedia(
  { path, label, words, track }: SeenVideo,
  files: PackageFiles,
): ElementMedia | undefined {
  const asset = files.take(path, 'video')
  if (asset === '') return undefined
  const transcript = words === '' ? transcriptIn(files.text(track)) : htmlOfTyped(words)
  return { asset, kind: 'video', alt: label, transcript }
}

/** A recording, what it is called, and what is said in it, where that is written. */
export interface HeardFile {
  path: string
  words: string
  label?: string
}

/** Gives a file of a package the name it is stored under; '' where there is none. */
export type TakeFile = (path: string, kind: MediaKind) => string

/** A thing with the first picture and the first recording of its place; `lost`: not all of it came along. */
export function thingWith(
  words: string,
  { pictures, sounds }: FoundMedia,
  take: TakeFile,
): { thing: string; lost?: ImportReason } {
  const [[picture], [sound]] = [pictures, sounds]
  const asset = picture ? take(picture.path, 'picture') : ''
  const heard = sound ? take(sound.path, 'sound') : ''
  const said = words || sound?.words || ''
  const seen =
    picture && asset !== ''
      ? writeThing({ asset, alt: picture.alt || said }, said)
      : said || (picture?.alt ?? '')
  const thing = writeSound(heard, seen, words !== '' || sound?.words === '')
  if (pictures.length > 1 || (picture && asset === '')) return { thing, lost: 'pictures' }
  if (sounds.length > 1 || (sound && heard === '')) return { thing, lost: 'sound' }
  return { thing }
}
