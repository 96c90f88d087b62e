import type { Statement } from '#exercises/model/media/asset-sources.ts'
import { captionsFile } from '#exercises/model/media/caption-files.ts'
import { readCaptions } from '#exercises/model/media/captions.ts'
import type { ElementMedia } from '#exercises/model/media/element-media.ts'
import type { AnyElement } from '#exercises/model/task/any-element.ts'
import type { Picture } from '#exercises/model/task/widget.ts'
import { readThing } from '#exercises/model/text/option-content.ts'
import { richPicturesOf } from '#exercises/model/text/rich-pictures.ts'
import { textOfHtml, typedOfHtml } from '#exercises/model/text/rich-text.ts'
import { escapeHtml as html } from '#platform/rules/text/escape.ts'
import { packedName, soundMime, videoMime, videoName } from '../packed-media.ts'
import type { SizeOfPicture } from '../qti/export-qti-graphic.ts'
import type { HasSound } from '../qti/export-qti-media.ts'
import { fileOf, pictureInH5p } from './export-h5p-graphic.ts'
import { type Content, type Library, one, withName } from './export-h5p-libraries.ts'
import { heardSign } from './h5p-content.ts'
import { h5pCopyright } from './h5p-rights.ts'

/** Which files of the unit lie in the package. */
export interface H5pMedia {
  sizeOf: SizeOfPicture
  hasSound: HasSound
  /** Where a file comes from. */
  sourceStatementOf: (asset: string) => Statement | undefined
}

/** Where a recording of a unit lies in the content of a package. */
export function soundInH5p(asset: string): string {
  return `audios/${packedName(asset)}`
}

/** Where a video of a unit lies in the content of a package. */
export function videoInH5p(asset: string): string {
  return `videos/${videoName(asset)}`
}

/** What is heard in a video, of a file in the content of a package. */
export function trackInH5p(path: string, lang: string): object {
  return { label: lang, kind: 'subtitles', srcLang: lang, track: { path, mime: 'text/webvtt' } }
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
    ...(picture &&
      size && { image: fileOf(picture.asset, { size, said: media.sourceStatementOf(picture.asset) }) }),
    ...(recording && { sound: recording }),
  }
}

/** Pairs whose sides are all pictures or sounds; undefined when a side is text. */
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

/** The picture, recording or video above a task as a content of its own; nothing where its file does not go along. */
export function mediaAbove({ id, media }: AnyElement, of: H5pMedia, lang: string): Content[] {
  if (media?.kind === 'picture') return seenAlone(media, '', of)
  if (media?.kind === 'video') return filmAbove(media, of, { lang, captions: `files/media-${id}.vtt` })
  const heard = media ? soundAbove(media.asset, typedOfHtml(media.transcript), of) : []
  return heard.map((content) => ({ ...content, label: media?.alt ?? '' }))
}

/** `captions`: the place of the file with what is heard. */
function filmAbove(
  { asset, alt, transcript }: ElementMedia,
  { hasSound, sourceStatementOf }: H5pMedia,
  { lang, captions }: { lang: string; captions: string },
): Content[] {
  if (!hasSound(asset)) return []
  const isHeard = transcript !== ''
  const params = {
    sources: [
      { path: videoInH5p(asset), mime: videoMime(asset), copyright: h5pCopyright(sourceStatementOf(asset)) },
    ],
    visuals: { fit: true, controls: true },
    playback: { autoplay: false, loop: false },
    a11y: isHeard ? [trackInH5p(captions, lang)] : [],
  }
  const text = captionsFile(readCaptions(textOfHtml(transcript)), transcript)
  return [{ library: 'H5P.Video', params, label: alt, ...(isHeard && { texts: { [captions]: text } }) }]
}

/** The pictures between the words of a task: H5P's texts hold none, so they stand before it. */
export function seenBefore({ type, prompt, data }: AnyElement, of: H5pMedia): Content[] {
  const pictures = richPicturesOf(type === 'info' ? [prompt, data] : prompt)
  return pictures.flatMap((picture) => seenAlone(picture, '', of))
}

/** Libraries that show one picture, recording or video above what they ask. */
const showing: ReadonlySet<Library> = new Set([
  ...(['H5P.MultiChoice', 'H5P.TrueFalse', 'H5P.Blanks', 'H5P.DragText', 'H5P.MarkTheWords'] as const),
  ...(['H5P.Essay', 'H5P.SortParagraphs', 'H5P.MultiMediaChoice'] as const),
])

/** A task with what is above it: in its own field where its library has one, else before it. */
export function withMedia(parts: readonly Content[], [above]: readonly Content[], title: string): Content[] {
  const [first, ...others] = parts
  if (!above || !first) return [...parts]
  if (!showing.has(first.library)) return [above, ...parts]
  const media = { type: withName(above.library, above.params, title, above), disableImageZooming: false }
  return [
    {
      ...first,
      params: { media, ...first.params },
      inside: [...(first.inside ?? []), above.library],
      texts: { ...first.texts, ...above.texts },
    },
    ...others,
  ]
}

/** A picture without a task, with its caption; nothing where its file is not exported. */
export function seenAlone(
  { asset, alt }: Picture,
  caption: string,
  { sizeOf, sourceStatementOf }: Pick<H5pMedia, 'sizeOf' | 'sourceStatementOf'>,
): Content[] {
  if (asset === '' || !sizeOf(asset)) return []
  const said = sourceStatementOf(asset)
  const params = {
    contentName: 'Image',
    file: { path: pictureInH5p(asset), mime: 'image/jpeg', copyright: h5pCopyright(said) },
    alt: html(alt),
    title: html(caption),
  }
  return [{ library: 'H5P.Image', params, said }]
}

/** A recording without a task; nothing where its file is not exported. */
export function soundAbove(asset: string, words: string, media: H5pMedia): Content[] {
  const files = soundFiles(asset, media)
  return files ? one('H5P.Audio', audioParams(files, words)) : []
}

function audioParams(files: readonly object[], words: string): object {
  const shown = { playerMode: 'full', fitToWrapper: false, controls: true, autoplay: false }
  return { contentName: 'Audio', files, ...shown, audioNotSupported: html(`${heardSign}${words}`) }
}

/** The files of a recording as H5P lists them; undefined where there is none. */
export function soundFiles(asset: string, { hasSound, sourceStatementOf }: H5pMedia): object[] | undefined {
  if (asset === '' || !hasSound(asset)) return undefined
  return [
    { path: soundInH5p(asset), mime: soundMime(asset), copyright: h5pCopyright(sourceStatementOf(asset)) },
  ]
}
