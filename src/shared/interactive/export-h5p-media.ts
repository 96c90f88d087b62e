import { escapeHtml as html } from '../rules/escape.ts'
import type { Statement } from './asset-sources.ts'
import { fileOf, pictureInH5p } from './export-h5p-graphic.ts'
import { type Content, one, withName } from './export-h5p-libraries.ts'
import type { SizeOfPicture } from './export-qti-graphic.ts'
import type { HasSound } from './export-qti-media.ts'
import { heardSign } from './formats/h5p-content.ts'
import { h5pCopyright } from './formats/h5p-rights.ts'
import { packedName, soundMime } from './formats/packed-media.ts'
import { richPicturesOf } from './rich-pictures.ts'
import { typedOfHtml } from './rich-text.ts'
import { readThing } from './things.ts'
import type { Element } from './unit.ts'
import type { Picture } from './widget.ts'

/** Which files of the unit lie in the package. */
export interface H5pMedia {
  sizeOf: SizeOfPicture
  hasSound: HasSound
  /** Where a file comes from. */
  saidOf: (asset: string) => Statement | undefined
}

/** Where a recording of a unit lies in the content of a package. */
export function soundInH5p(asset: string): string {
  return `audios/${packedName(asset)}`
}

/** Where a video of a unit lies in the content of a package. */
export function videoInH5p(asset: string): string {
  return `videos/${asset.slice(asset.lastIndexOf('/') + 1)}`
}

interface Seen {
  words: string
  image?: object | undefined
  sound?: object[] | undefined
}

/** A thing as a picture, a recording or both, whose words nobody has to read; undefined: there is more to it. */
export function seen(text: string, media: H5pMedia): Seen | undefined {
  const { text: words, picture, sound, isHeard } = readThing(text)
  const size = picture && media.sizeOf(picture.asset)
  const recording = sound === undefined ? undefined : soundFiles(sound, media)
  const isThere = (!picture || size) && (sound === undefined || recording) && (picture || sound)
  // With a picture its words are those that stand for it.
  const isRead = picture ? words !== picture.alt : !isHeard
  if (!isThere || isRead) return undefined
  return {
    words,
    ...(picture && size && { image: fileOf(picture.asset, { size, said: media.saidOf(picture.asset) }) }),
    ...(recording && { sound: recording }),
  }
}

/** Pairs of which both sides are seen or heard; undefined: words are among them. */
export function bothSeen(
  pairs: readonly (readonly [string, string])[],
  media: H5pMedia,
): (readonly [Seen, Seen])[] | undefined {
  const all = pairs.flatMap(([a, b]) => {
    const [left, right] = [seen(a, media), seen(b, media)]
    return left && right ? [[left, right] as const] : []
  })
  return all.length === pairs.length ? all : undefined
}

/** The same where there is room for one of both. */
export function alone(text: string, media: H5pMedia): Seen | undefined {
  const thing = seen(text, media)
  return thing?.image && thing.sound ? undefined : thing
}

/** The medium of an answer, as a content of its own. */
export function medium(thing: Seen | undefined): object | undefined {
  if (!thing) return undefined
  const { words, image, sound } = thing
  return image
    ? withName('H5P.Image', { contentName: 'Image', file: image, alt: html(words) }, words)
    : withName('H5P.Audio', audioParams(sound ?? [], words), words)
}

/** What is seen or heard above a task and between its words: H5P's texts hold no pictures, so all of it stands before the task. */
export function seenBefore({ type, media, prompt, data }: Element, of: H5pMedia): Content[] {
  const heard = media?.kind === 'sound' ? soundAbove(media.asset, typedOfHtml(media.transcript), of) : []
  const pictures = [
    ...(media?.kind === 'picture' ? [media] : []),
    ...richPicturesOf(type === 'info' ? [prompt, data] : prompt),
  ]
  return [...heard, ...pictures.flatMap((picture) => seenAlone(picture, '', of))]
}

/** A picture that stands by itself, with the words below it; nothing where its file does not go along. */
export function seenAlone(
  { asset, alt }: Picture,
  caption: string,
  { sizeOf, saidOf }: Pick<H5pMedia, 'sizeOf' | 'saidOf'>,
): Content[] {
  if (asset === '' || !sizeOf(asset)) return []
  const said = saidOf(asset)
  const params = {
    contentName: 'Image',
    file: { path: pictureInH5p(asset), mime: 'image/jpeg', copyright: h5pCopyright(said) },
    alt: html(alt),
    title: html(caption),
  }
  return [{ library: 'H5P.Image', params, said }]
}

/** A recording that stands by itself; nothing where its file does not go along. */
export function soundAbove(asset: string, words: string, media: H5pMedia): Content[] {
  const files = soundFiles(asset, media)
  return files ? one('H5P.Audio', audioParams(files, words)) : []
}

function audioParams(files: readonly object[], words: string): object {
  const shown = { playerMode: 'full', fitToWrapper: false, controls: true, autoplay: false }
  return { contentName: 'Audio', files, ...shown, audioNotSupported: html(`${heardSign}${words}`) }
}

export function soundFiles(asset: string, { hasSound, saidOf }: H5pMedia): object[] | undefined {
  if (asset === '' || !hasSound(asset)) return undefined
  return [{ path: soundInH5p(asset), mime: soundMime(asset), copyright: h5pCopyright(saidOf(asset)) }]
}
