/** The video of a material as everybody may watch it; null when there is none. `video/ab/<id>.mp4` is its stored key. */
export function videoOf<T extends string>(
  key: string | null,
  mediaType: T | null,
): { src: string; mediaType: T } | null {
  if (key === null || mediaType === null) return null
  return { src: `/videos/${key.slice('video/'.length)}`, mediaType }
}
