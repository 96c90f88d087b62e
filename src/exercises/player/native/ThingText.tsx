import { assetAddress } from '#exercises/model/media/assets.ts'
import type { Option, Widget } from '#exercises/model/task/widget.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { say, type Texts } from '../state/contract.ts'
import { NativeSound } from './NativeSound.tsx'

type Thing = Omit<Option, 'value'>

/** A thing with its picture, where it has one; words that only repeat the picture are its alt text alone. */
export function ThingText({ text, picture }: Pick<Thing, 'text' | 'picture'>) {
  if (!picture) return text
  return (
    <span className="thing">
      <img
        className="thing__picture"
        src={assetAddress(picture.asset)}
        alt={picture.alt}
        loading="lazy"
        decoding="async"
        draggable={false}
      />
      {text !== picture.alt && <span>{text}</span>}
    </span>
  )
}

/** What is read of a thing: of one that is only heard its picture, or its number. */
export function labelOf({ text, picture, isHeard }: Thing, place: number, texts: Texts): string {
  return isHeard ? (picture?.alt ?? say(texts, 'soundAt', { place })) : text
}

/** Things as they are read, each with its number; what is heard in them goes along. */
export function labelled<T extends Thing>(
  things: readonly T[],
  texts: Texts,
  from = 1,
): (T & { words: string; place: number })[] {
  return things.map((thing, at) => ({
    ...thing,
    ...{ text: labelOf(thing, at + from, texts), words: thing.text, place: at + from },
  }))
}

/** Rows and what they get, no two recordings with one number. */
export function labelledRows({ rows, options }: Extract<Widget, { kind: 'rows' }>, texts: Texts) {
  const from = rows.some(({ sound }) => sound !== undefined) ? rows.length + 1 : 1
  return { rows: labelled(rows, texts), options: labelled(options, texts, from) }
}

/** The recording of a thing; who does not hear it finds its words below. */
export function ThingSound({
  thing: { sound, isHeard, words },
  place,
  texts,
}: {
  thing: Pick<Thing, 'sound' | 'isHeard'> & { words: string }
  place: number
  texts: Texts
}) {
  if (sound === undefined) return null
  const transcript = isHeard ? escapeHtml(words) : ''
  return (
    <div className="thing-sound">
      <NativeSound
        widget={{ asset: sound, transcript }}
        texts={texts}
        label={say(texts, 'soundAt', { place })}
      />
    </div>
  )
}
