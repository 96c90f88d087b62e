/** Media types of files that are taken; what a file is, its bytes say. */
export const mediaTypes = {
  picture: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
  video: ['video/mp4', 'video/webm'],
  sound: ['audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/wav'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The `accept` of a field for files of such a kind; recordings by their endings, too, which some systems know alone. */
export const accepted = {
  picture: mediaTypes.picture.join(),
  video: mediaTypes.video.join(),
  sound: [...mediaTypes.sound, '.mp3', '.m4a', '.ogg', '.wav'].join(),
} as const satisfies Readonly<Record<keyof typeof mediaTypes, string>>
