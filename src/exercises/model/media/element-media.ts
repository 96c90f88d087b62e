import type { Widget } from '../task/widget.ts'
import { textOfHtml } from '../text/rich-text.ts'
import { readCaptions } from './captions.ts'

export const mediaKinds = ['picture', 'sound', 'video'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** A picture, a recording or a video that belongs to a task and is seen or heard above what it asks. */
export interface ElementMedia {
  asset: string
  kind: MediaKind
  /** What a picture shows, and what a recording or a video is called. */
  alt: string
  /** HTML: what is heard; of a video perhaps with the time of each line (`captions.ts`). */
  transcript: string
}

/** What files of each kind are called; browsers record into the same files that hold videos. */
const endings: Readonly<Record<MediaKind, RegExp>> = {
  picture: /\.webp$/,
  sound: /\.(mp3|ogg|wav|m4a|mp4|webm)$/,
  video: /\.(mp4|webm)$/,
}

/** What a file of units is by its name alone. */
export function kindOfFile(asset: string): MediaKind {
  if (endings.picture.test(asset)) return 'picture'
  return endings.video.test(asset) ? 'video' : 'sound'
}

/** Whether a file of that name can be what it is said to be. */
export function isOfKind({ asset, kind }: Pick<ElementMedia, 'asset' | 'kind'>): boolean {
  return endings[kind].test(asset)
}

/** What belongs to a task as pupils see and hear it. */
export function mediaWidget({ asset, kind, alt, transcript }: ElementMedia): Widget {
  if (kind === 'picture') return { kind, picture: { asset, alt }, marks: [] }
  const label = alt === '' ? {} : { label: alt }
  if (kind === 'sound') return { kind, asset, transcript, ...label }
  const captions = readCaptions(textOfHtml(transcript))
  return { kind, asset, captions, ...(captions.length === 0 && { transcript }), ...label }
}

/** What it lacks for who does not see or hear it: names of fields. */
export function silentMedia(media: ElementMedia | undefined): ('mediaAlt' | 'mediaTranscript')[] {
  if (!media) return []
  if (media.kind === 'picture') return media.alt === '' ? ['mediaAlt'] : []
  return textOfHtml(media.transcript) === '' ? ['mediaTranscript'] : []
}
