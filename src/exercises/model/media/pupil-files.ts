import { accepted } from '#platform/rules/files/media-types.ts'

/** What a task may ask for. */
export const fileWishes = ['any', 'image', 'pdf', 'audio'] as const
export type FileWish = (typeof fileWishes)[number]

/** What a file of a pupil is stored as, by its ending. */
export const fileKinds = {
  webp: 'image',
  pdf: 'pdf',
  ...{ mp3: 'audio', m4a: 'audio', ogg: 'audio', wav: 'audio' },
} as const satisfies Readonly<Record<string, Exclude<FileWish, 'any'>>>
export type FileEnding = keyof typeof fileKinds
export const fileEndings = Object.keys(fileKinds) as FileEnding[]

/** Whether a task that wishes for this takes such a file. */
export function isWished(wish: FileWish, ending: FileEnding): boolean {
  return wish === 'any' || fileKinds[ending] === wish
}

const media = { image: accepted.picture, pdf: 'application/pdf', audio: accepted.sound } as const

/** The `accept` of a field for such files. */
export function acceptOf(wish: FileWish): string {
  return wish === 'any' ? Object.values(media).join(',') : media[wish]
}
