import { escapeHtml } from '#platform/rules/text/escape.ts'
import { cdata, xml } from '#platform/rules/text/xml.ts'
import { type MediaTags, thingHtml, timedFile, videoHtml } from '../media-html.ts'
import { packedName, videoName } from '../packed-media.ts'

/** A file of the unit in base64; undefined: it does not go along. */
export type PackedFile = (asset: string) => string | undefined

/** A part of a question as HTML, and the files it shows. */
export interface MoodleMedia {
  html: string
  files: string
}

/** What shows files of a part of a question; `files` writes those that were shown and do not stand `there` yet. */
export function moodleTags(
  packed: PackedFile,
  mark = '',
): { tags: MediaTags; files: (there?: string) => string } {
  const shown = new Map<string, string>()
  const address = (asset: string, name = packedName(asset)) => {
    const base64 = packed(asset)
    return base64 === undefined ? undefined : beside(name, base64)
  }
  const beside = (name: string, base64: string) => {
    shown.set(name, base64)
    return `@@PLUGINFILE@@/${name}`
  }
  return {
    tags: {
      picture: ({ asset, alt }) => {
        const src = address(asset)
        return src === undefined ? '' : `<img src="${src}"${mark} alt="${escapeHtml(alt)}">`
      },
      sound: (asset, words, label = '') => {
        const src = address(asset)
        const heard = escapeHtml(words).replaceAll('\n', '&#10;')
        const title = label === '' ? '' : ` title="${escapeHtml(label)}"`
        return src === undefined
          ? ''
          : `<audio controls src="${src}"${mark}${title} aria-label="${heard}"></audio>`
      },
      video: (video) => {
        const name = videoName(video.asset)
        const src = address(video.asset, name)
        const captions = timedFile(video)
        const track = captions && src ? beside(name.replace(/\.\w+$/, '.vtt'), base64Of(captions)) : ''
        return src === undefined ? '' : videoHtml(video, { src, track, mark })
      },
    },
    files: (there = '') =>
      [...shown]
        .filter(([name]) => !there.includes(`<file name="${name}"`))
        .map(([name, base64]) => xml('file', { name, path: '/', encoding: 'base64' }, base64))
        .join(''),
  }
}

function base64Of(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** A thing of a list, and the files it shows. */
export function moodleThing(text: string, packed: PackedFile): MoodleMedia {
  const { tags, files } = moodleTags(packed)
  return { html: thingHtml(text, tags), files: files() }
}

/** `<name format="html"><text>...</text><file>...</file></name>`, and what else stands in it. */
export function mediaElement(
  name: string,
  { html, files }: MoodleMedia,
  attributes: Readonly<Record<string, string | number>> = {},
  inner = '',
): string {
  return xml(name, { ...attributes, format: 'html' }, xml('text', {}, cdata(html)), files, inner)
}
