import { escapeHtml } from '../../rules/escape.ts'
import type { ImportReason } from '../import-report.ts'
import { readThing, writeSound, writeThing } from '../things.ts'
import type { Picture } from '../widget.ts'

/** How a format shows pictures and recordings; '' where the file does not go along. */
export interface MediaTags {
  picture: (picture: Picture) => string
  /** `words`: what is heard in it and not shown. */
  sound: (asset: string, words: string) => string
}

/** A thing of a list as HTML: what is seen and heard of it, and its words where they are shown. */
export function thingHtml(typed: string, tags: MediaTags): string {
  const { text, picture, sound, isHeard = false } = readThing(typed)
  const heard = sound === undefined ? '' : tags.sound(sound, isHeard ? text : '')
  const seen = picture === undefined ? '' : tags.picture(picture)
  const isSaid = (isHeard && heard !== '') || (seen !== '' && text === picture?.alt)
  return [heard, seen, isSaid ? '' : escapeHtml(text)].filter(Boolean).join(' ')
}

/** What is seen and heard at a place of a package, by paths. */
export interface FoundMedia {
  pictures: readonly { path: string; alt: string }[]
  sounds: readonly HeardFile[]
}

/** A recording, and what is said in it, where that is written. */
export interface HeardFile {
  path: string
  words: string
}

/** Gives a file of a package the name it is stored under; '' where there is none. */
export type TakeFile = (path: string, kind: 'picture' | 'sound') => string

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
