/** Capitals of other alphabets that look like Latin ones in every font. */
const capitals = [
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['АВЕКМНОРСТУХІЈЅԚԜ', 'ABEKMHOPCTYXIJSQW'],
] as const

const twins: ReadonlyMap<string, string> = new Map(
  capitals.flatMap(([from, to]) => [...from].map((sign, place) => [sign, to[place] ?? sign] as const)),
)

/** The Latin capital that a Greek or Cyrillic one looks like; undefined for all other signs. */
export function latinTwin(capital: string): string | undefined {
  return twins.get(capital)
}

/** A text in capitals with Latin letters for Greek and Cyrillic ones that look like them. */
export function latinTwins(text: string): string {
  return [...text].map((sign) => twins.get(sign) ?? sign).join('')
}
