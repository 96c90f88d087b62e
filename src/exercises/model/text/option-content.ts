import { truncate } from '#platform/rules/text/truncate.ts'
import type { Picture, Widget } from '../task/widget.ts'
import { hasSilentPictures, withoutRichPictures } from './rich-pictures.ts'

/**
 * A thing to choose, place or turn is a text; one with a picture begins with it, as Markdown writes one: `![what it shows](name)`,
 * so that every list a teacher types can have pictures. A recording is written the same way, what is heard behind it: these words
 * are heard alone, or shown, too, where its brackets are not empty. What could not be stored has no name and is its words.
 */
const form =
  /^!\[([^[\]]{0,500})\]\(((?:unit\/[0-9a-f]{2}\/[0-9a-f]{64}\.(?:webp|mp3|ogg|wav|m4a|mp4|webm))?)\)\s*/

/** Between the brackets of a recording whose words are shown. */
const note = '♪'

/** A thing as it is shown: with its picture, with its recording, or as words; never without any. */
export interface OptionContent {
  text: string
  picture?: Picture
  sound?: string
  /** Its words are heard, not shown. */
  isHeard?: true
}

/** A thing of a list: it begins with a picture, a recording, both or neither. */
export function readThing(text: string): OptionContent {
  const found: Omit<OptionContent, 'text'> = {}
  let [words, rest] = ['', text]
  for (let match = form.exec(rest); match; match = form.exec(rest)) {
    const [whole, alt = '', asset = ''] = match
    const isPicture = asset.endsWith('.webp')
    if (isPicture ? found.picture : asset !== '' && found.sound !== undefined) break
    if (isPicture) found.picture = { asset, alt }
    else if (asset !== '') Object.assign(found, { sound: asset, ...(alt === '' && { isHeard: true }) })
    if (asset === '' || isPicture) words = alt
    rest = rest.slice(whole.length)
    if (asset === '') break
  }
  return { text: rest || words, ...found }
}

/** A thing in two: its recording, and its words with their picture, as they are typed. */
export function splitSound(text: string): { sound: string; words: string; isShown: boolean } {
  const { text: said, picture, sound = '', isHeard = false } = readThing(text)
  if (sound === '') return { sound, words: text, isShown: false }
  return { sound, words: picture ? writeThing(picture, said) : said, isShown: !isHeard }
}

/** A recording as a thing, with the words that are heard in it, shown or not; without one, the words. */
export function writeSound(sound: string, words: string, isShown = false): string {
  return sound === '' ? words : `![${isShown ? note : ''}](${sound}) ${words}`
}

/** A thing with a picture, as text. */
export function writeThing({ asset, alt }: Picture, words = ''): string {
  const plain = truncate(
    alt
      .replace(/[[\]()|\\]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    300,
  )
  return `![${plain}](${asset})${words === '' || words === alt ? '' : ` ${words}`}`
}

/** Data with words in the place of pictures, for formats that know none. */
export function withoutPictures<T>(data: T): T {
  return mapTexts(data, (text) => withoutRichPictures(readThing(text).text))
}

/** The same of things alone, where texts may show pictures. */
export function withoutThings<T>(data: T): T {
  return mapTexts(data, (text) => readThing(text).text)
}

function mapTexts<T>(data: T, write: (text: string) => string): T {
  if (typeof data === 'string') return write(data) as T
  if (Array.isArray(data)) return data.map((each) => mapTexts(each, write)) as T
  if (typeof data !== 'object' || data === null) return data
  const entries = Object.entries(data).map(([name, value]) => [name, mapTexts(value, write)])
  return Object.fromEntries(entries) as T
}

/** What pictures and recordings in it lack for who does not see or hear them: names of fields. */
export function silentThings(data: unknown): ('alt' | 'transcript')[] {
  const text = JSON.stringify(data ?? null)
  return [
    ...(/!\[\]\(unit\/[^)]*\.webp\)/.test(text) || hasSilentPictures(data) ? (['alt'] as const) : []),
    ...(/!\[♪?\]\(unit\/[^)]*(?<!\.webp)\)\s*"/.test(text) ? (['transcript'] as const) : []),
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

function shown<T extends { text: string }>(thing: T): T & OptionContent {
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
