import type { Picture, Widget } from './widget.ts'

/**
 * A thing to choose, place or turn is a text; one with a picture begins with it, as Markdown writes one: `![what it shows](name)`,
 * so that every list a teacher types can have pictures. A recording is written the same way, what is heard behind it. What could
 * not be stored has no name and is its words.
 */
const form =
  /^!\[([^[\]]{0,500})\]\(((?:unit\/[0-9a-f]{2}\/[0-9a-f]{64}\.(?:webp|mp3|ogg|wav|m4a|mp4|webm))?)\)\s*/

/** A thing as it is shown: with its picture, with its recording, or as words; never without any. */
export function readThing(text: string): { text: string; picture?: Picture; sound?: string } {
  const [whole, alt = '', asset = ''] = form.exec(text) ?? []
  if (whole === undefined) return { text }
  const words = text.slice(whole.length) || alt
  if (asset === '') return { text: words }
  return asset.endsWith('.webp') ? { text: words, picture: { asset, alt } } : { text: words, sound: asset }
}

/** A recording as a thing, with the words that are heard in it; without one, the words. */
export function writeSound(sound: string, words: string): string {
  return sound === '' ? words : `![](${sound}) ${words}`
}

/** A thing with a picture, as text. */
export function writeThing({ asset, alt }: Picture, words = ''): string {
  const plain = alt
    .replace(/[[\]()|\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
  return `![${plain}](${asset})${words === '' || words === alt ? '' : ` ${words}`}`
}

/** Data with words in the place of pictures, for formats that know none. */
export function withoutPictures<T>(data: T): T {
  if (typeof data === 'string') return readThing(data).text as T
  if (Array.isArray(data)) return data.map(withoutPictures) as T
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withoutPictures(value)])) as T
}

/** What pictures and recordings in it lack for who does not see or hear them: names of fields. */
export function silentThings(data: unknown): ('alt' | 'transcript')[] {
  const text = JSON.stringify(data ?? null)
  return [
    ...(/!\[\]\(unit\/[^)]*\.webp\)/.test(text) ? (['alt'] as const) : []),
    ...(/!\[\]\(unit\/[^)]*(?<!\.webp)\)\s*"/.test(text) ? (['transcript'] as const) : []),
  ]
}

/** A part of a task with the pictures of its things. */
export function withPictures(widget: Widget): Widget {
  switch (widget.kind) {
    case 'choice':
      return { ...widget, options: widget.options.map(shown) }
    case 'rows':
      return { ...widget, rows: widget.rows.map(shown), options: widget.options.map(shown) }
    case 'pairs':
      return { ...widget, cards: widget.cards.map(shown) }
    case 'cards':
      return { ...widget, cards: widget.cards.map(shownCard) }
    default:
      return widget
  }
}

function shown<T extends { text: string }>(thing: T): T & { picture?: Picture } {
  return { ...thing, ...readThing(thing.text) }
}

function shownCard<T extends { front: string; back: string }>(card: T) {
  const [front, back] = [readThing(card.front), readThing(card.back)]
  return {
    ...card,
    front: front.text,
    back: back.text,
    ...(front.picture && { frontPicture: front.picture }),
    ...(back.picture && { backPicture: back.picture }),
  }
}
