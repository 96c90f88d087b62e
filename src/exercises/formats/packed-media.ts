import type { AnyElement } from '#exercises/model/task/any-element.ts'
import { typedOfHtml } from '#exercises/model/text/rich-text.ts'
import type { MediaTags } from './media-html.ts'

const named = /unit\/[0-9a-f]{2}\/([0-9a-f]{64})\.[a-z0-9]+/g
const mimes: Readonly<Record<string, string>> = {
  ...{ mp3: 'audio/mpeg', m4a: 'audio/mp4', ogg: 'audio/ogg', wav: 'audio/wav', webm: 'audio/webm' },
}

/** The name of a file of a unit in a package: by what it holds. What Safari records is called what it is, a recording. */
export function packedName(asset: string): string {
  return asset.slice(asset.lastIndexOf('/') + 1).replace(/\.mp4$/, '.m4a')
}

/** The kind of a recording, by its name. */
export function soundMime(asset: string): string {
  return mimes[packedName(asset).split('.').at(-1) ?? ''] ?? 'audio/mpeg'
}

/** The name of a video of a unit in a package. */
export function videoName(asset: string): string {
  return asset.slice(asset.lastIndexOf('/') + 1)
}

/** The kind of a video, by its name. */
export function videoMime(asset: string): string {
  return asset.endsWith('.webm') ? 'video/webm' : 'video/mp4'
}

/** The pictures and recordings that data of tasks name. */
export function assetsOf(data: unknown): string[] {
  return [...new Set((JSON.stringify(data) ?? '').match(named) ?? [])]
}

/** Whether a text of a package names every file that the data name. */
export function carriesAll(data: unknown, text: string): boolean {
  return assetsOf(data).every((asset) => text.includes(asset.slice(8, 72)))
}

/** What a format takes along of what a task says beside its question. */
export interface CarriedTexts {
  comments?: boolean
  bands?: boolean
  hints?: boolean
  tags?: boolean
}

/** Whether a task goes out without its pictures or recordings, without something it says, or without rules of its own. */
export function isPlainer(element: AnyElement, text: string, carried: CarriedTexts = {}): boolean {
  const { data, prompt, media, right, partial, wrong } = element
  const { bands, hints, timeLimit, isRequired, tags, quizPoints } = element
  const stays = [
    !carried.comments && [right, partial, wrong].some(Boolean),
    !carried.bands && bands.length > 0,
    !carried.hints && hints.length > 0,
    !carried.tags && tags.length > 0,
    timeLimit > 0,
    isRequired,
    quizPoints !== 'normal',
  ]
  return stays.some(Boolean) || !carriesAll([data, prompt, media], text)
}

/** What is seen or heard above a task; '' where a format has no place for it, or its file does not go along. */
export function mediaHtml({ media }: Pick<AnyElement, 'media'>, tags: MediaTags): string {
  if (media?.kind === 'picture') return tags.picture(media)
  if (media?.kind === 'video') return tags.video(media)
  return media ? tags.sound(media.asset, typedOfHtml(media.transcript), media.alt) : ''
}
