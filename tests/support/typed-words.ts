import fc from 'fast-check'

/* What fields of types are filled with in tests (`types/<type>.ts`). */

/** A word of letters alone. */
export const word = fc.stringMatching(/^[a-zäöüßéñαβγ]{2,9}$/)
const sign = fc.constantFrom('', '*', '|', '\\', '/', ':', '{{', '&', '<b>', '"', ' ')
/** Words with the signs that mean something in one format or another. */
export const words = fc.tuple(word, sign, word).map((parts) => parts.join(''))
const count = { minLength: 2, maxLength: 6 }
/** Texts that are not the same, whatever their capitals. */
export const distinct = (of = words) =>
  fc.uniqueArray(of, { ...count, selector: (text) => text.toLowerCase().trim() })
export const escaped = (text: string) => text.replace(/[\\|*]/g, (each) => `\\${each}`)
export const lines = (all: readonly string[]) => all.join('\n')
export const marked = fc
  .tuple(distinct(), fc.integer({ min: 0, max: 5 }))
  .map(([all, right]) =>
    lines(all.map((text, at) => `${at === right % all.length ? '* ' : ''}${escaped(text)}`)),
  )
export const gapText = distinct(word).map((all) =>
  all.map((each, at) => (at % 2 ? each : `*${each}*`)).join(' '),
)
export const place = fc
  .tuple(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 0, max: 80 }))
  .map(([x, y]) => `${x}, ${y}, 10, 10`)
export const picture = { picture: fc.constant(''), alt: word }
export const sound = `unit/0a/${'a'.repeat(64)}.mp3`
export const tick = fc.constantFrom('', 'on')
