import type { LiveWorld } from './worlds.ts'

/** RSS of a world's newest materials. Feeds are no pages: they have no row in the route table. */
export function worldFeedPath(world: LiveWorld): string {
  return `/${world}/feed.xml`
}

/** RSS of an author's newest materials. */
export function authorFeedPath(world: LiveWorld, authorId: number | string): string {
  return `/${world}/feed/author/${authorId}.xml`
}

/** RSS of a world's podcast, for podcast apps. */
export function podcastFeedPath(world: LiveWorld): string {
  return `/${world}/podcast/feed.xml`
}

/** The chapters of an episode, as JSON for podcast apps. */
export function chaptersPath(world: LiveWorld, id: number): string {
  return `/${world}/podcast/chapters/${id}.json`
}

/** The episode whose chapters a path names; undefined for any other path. */
export function readChaptersPath(path: string): { world: string; id: number } | undefined {
  const [, world, id] = /^\/([a-z]{2})\/podcast\/chapters\/([1-9]\d{0,8})\.json$/.exec(path) ?? []
  return world === undefined ? undefined : { world, id: Number(id) }
}

/** Where an episode is got: counts, and leads to its recording. */
export function listenPath(world: LiveWorld, { id, audio }: { id: number; audio: string }): string {
  return `/${world}/podcast/listen/${id}${/\.(?:mp3|m4a|wav)$/.exec(audio)?.[0] ?? ''}`
}

/** The episode whose recording a path names; undefined for any other path. */
export function readListenPath(path: string): { world: string; id: number } | undefined {
  const [, world, id] =
    /^\/([a-z]{2})\/podcast\/listen\/([1-9]\d{0,8})(?:\.(?:mp3|m4a|wav))?$/.exec(path) ?? []
  return world === undefined ? undefined : { world, id: Number(id) }
}

/** What a path says about the feed it names; undefined for any other path. */
export function readFeedPath(
  path: string,
): { world: string; authorId: number | undefined; isPodcast?: true } | undefined {
  const [, podcastWorld] = /^\/([a-z]{2})\/podcast\/feed\.xml$/.exec(path) ?? []
  if (podcastWorld !== undefined) return { world: podcastWorld, authorId: undefined, isPodcast: true }
  const [, world, id] = /^\/([a-z]{2})\/feed(?:\.xml|\/author\/([1-9]\d{0,14})\.xml)$/.exec(path) ?? []
  if (world === undefined) return undefined
  return { world, authorId: id === undefined ? undefined : Number(id) }
}
