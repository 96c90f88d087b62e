/**
 * What a search can be narrowed by besides the taxonomy. Each value has a number like a taxonomy term, so that the
 * index finds and counts all of them alike; the database makes the numbers of a row by the same rule
 * (the function `search_attributes`), and a test compares both.
 */
export const attributeKinds = [
  'price',
  'free',
  'rating',
  'language',
  'format',
  'interactive',
  'pages',
  'solutions',
] as const
export type AttributeKind = (typeof attributeKinds)[number]

/** Bands of the effective price in minor units, both ends included; the last one is open. Free is a switch of its own. */
export const priceBands = ['1-200', '201-500', '501-1000', '1001-'] as const

/** Pages of all PDFs of a material, both ends included; the last band is open. */
export const pageBands = ['1-3', '4-10', '11-30', '31-'] as const

/** The least average of stars, rounded to one decimal as it is shown. */
export const ratingSteps = ['4', '3'] as const

export const fileFormats = ['pdf', 'docx', 'pptx', 'xlsx', 'odt', 'image', 'audio', 'zip'] as const
export type FileFormat = (typeof fileFormats)[number]

/** Languages a sheet may be written in, ISO 639-1; `none` for sheets without words. */
export const contentLanguages = [
  'de',
  'en',
  'es',
  'fr',
  'it',
  'el',
  'la',
  'ca',
  'eu',
  'gl',
  'pt',
  'nl',
  'pl',
  'ru',
  'tr',
  'uk',
  'ar',
  'zh',
  'ja',
  'none',
] as const

/** Specification 9: what an author of that world says of a text; elsewhere all of `contentLanguages`. */
const textLanguages: Readonly<Record<string, readonly string[]>> = { es: ['es', 'ca', 'eu', 'gl', 'none'] }

/** The languages a world's form offers for the text of a material; the `chosen` one stays, whatever it is. */
export function offeredLanguages<L extends { id: string }>(
  languages: readonly L[],
  world: string,
  chosen: string | undefined,
): L[] {
  const offered = textLanguages[world]
  return languages.filter(({ id }) => offered === undefined || offered.includes(id) || id === chosen)
}

/** Taxonomy terms stay below. */
const firstNumber = 1_000_000
const letterA = 97

export interface Attribute {
  kind: AttributeKind
  id: string
  termId: number
}

/** Every value of every kind, in the order in which it is shown. */
export const attributes: readonly Attribute[] = [
  ...priceBands.map((id, index) => attribute('price', id, 301 + index)),
  attribute('free', '1', 0),
  ...ratingSteps.map((id) => attribute('rating', id, 100 + Number(id))),
  ...contentLanguages.map((id) => attribute('language', id, languageNumber(id))),
  ...fileFormats.map((id, index) => attribute('format', id, 401 + index)),
  attribute('interactive', 'yes', 201),
  attribute('interactive', 'no', 200),
  ...pageBands.map((id, index) => attribute('pages', id, 501 + index)),
  attribute('solutions', 'yes', 601),
]

function attribute(kind: AttributeKind, id: string, number: number): Attribute {
  return { kind, id, termId: firstNumber + number }
}

function languageNumber(id: string): number {
  if (id === 'none') return 1999
  return 1000 + 26 * (id.charCodeAt(0) - letterA) + id.charCodeAt(1) - letterA
}

/** What a file is to somebody who searches, by the ending of its name; undefined for what is not offered as a filter. */
export function fileFormat(name: string): FileFormat | undefined {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  if (ending === undefined) return undefined
  if (/^(?:png|jpe?g|webp)$/.test(ending)) return 'image'
  if (/^(?:mp3|m4a|ogg|wav)$/.test(ending)) return 'audio'
  return fileFormats.find((format) => format === ending && format !== 'image' && format !== 'audio')
}

/** Whether a text is one of the bands that prices are searched by. */
export function isPriceBand(text: string): boolean {
  return (priceBands as readonly string[]).includes(text)
}
