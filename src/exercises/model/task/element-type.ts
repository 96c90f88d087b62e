import type { z } from 'zod'
import type { GiftQuestion } from '#exercises/formats/gift/gift-question.ts'
import type { H5pContent } from '#exercises/formats/h5p/h5p-content.ts'
import type { ImportFiles } from '#exercises/formats/incoming/import-files.ts'
import type { ImportReason } from '#exercises/formats/incoming/import-report.ts'
import type { HeardFile } from '#exercises/formats/media-html.ts'
import type { PackedFile } from '#exercises/formats/moodle/moodle-media.ts'
import type { Outgoing } from '#exercises/formats/outgoing/outgoing.ts'
import type { Random } from '#platform/rules/random.ts'
import type { XmlNode } from '#platform/rules/text/xml.ts'
import { withoutPictures, withPictures } from '../text/option-content.ts'
import type { ElementSettings } from './typed-settings.ts'
import type { Typed } from './typed-values.ts'
import type { Answers, Widget } from './widget.ts'

/** What one part of an answer is worth, before an element's points are counted. */
export interface Part {
  id: string
  isRight: boolean
  raw: number
  max: number
}

/** How right an answer is, from 0 to 1; null: nobody can say (an opinion) or a teacher has to (`pending`). */
export interface Verdict {
  scaled: number | null
  isPending?: true
  parts: Part[]
}

/** What the rows of a list have: the names of their columns (`new-interactive:columns`). */
export interface ListShape {
  columns: readonly string[]
  /** The right ones have a tick. */
  isMarked?: true
  /** Behind the columns stands the name of a recording. */
  hasSound?: true
}

/** A field of the editor: `lines` are read as `lines.ts` says. Its label is `new-interactive:fields.<name>`. */
export interface EditorField {
  name: string
  kind: 'lines' | 'text' | 'line' | 'number' | 'check' | 'picture' | 'video' | 'sound' | readonly string[]
  /** Its lines can be filled in as rows of fields, too. */
  list?: ListShape
  /** So many parts of each of its lines can be recordings (`things.ts`). */
  heard?: 1 | 2
  /** Each of its lines may have more parts of the last kind, called so (`new-interactive:columns`). */
  more?: string
  /** The part of each of its lines that names a recording. */
  soundPart?: number
}

/** A level of a rubric, with its share of what the best one is worth. */
export interface Level {
  text: string
  points: number
}

/** An element as an import makes it; `simplified` says what could not be kept. */
export interface Draft extends Partial<ElementSettings> {
  prompt: string
  data: unknown
  right?: string
  wrong?: string
  points?: number
  /** What is seen with the task, by its path in the package. */
  pictures?: readonly { path: string; alt: string }[]
  /** The picture of the task itself, by its path: its name goes into `data.picture`. */
  picture?: { path: string; alt: string }
  /** What is heard before the task, by its path in the package. */
  sounds?: readonly HeardFile[]
  simplified?: ImportReason | readonly ImportReason[]
}

/** What a format knows about a type: in, out, both or nothing. Undefined: this one is not for the type. */
export interface Exchange<D> {
  giftIn?: (question: GiftQuestion) => Draft | undefined
  giftOut?(data: D): string | undefined
  moodleIn?: Readonly<Record<string, (question: XmlNode, files: ImportFiles) => Draft | undefined>>
  /** `packed`: files of the unit that go along. */
  moodleOut?(data: D, packed: PackedFile): { type: string; xml: string } | undefined
  /** By the name of the library, without its version. */
  h5pIn?: Readonly<Record<string, (content: H5pContent) => Draft | Draft[] | undefined>>
}

/** How things without a name are called in the language of a unit: "Area 3". */
export type ThingNames = (thing: 'area', number: number) => string

/**
 * One type of element: what it holds, shows, takes and is worth. Its functions are methods, so that a list may hold types of any
 * data: each one's own went through its schema before they see it. Everything here is pure and runs on the server and in
 * tests alike; whatever lists, plays, prints or exchanges elements reads it from here.
 */
export interface ElementType<D = unknown, R = unknown> {
  type: string
  /** Where it stands among those that teachers are offered: by tens, so that there is room between two of them. */
  place: number
  /** `collected`: answered and not scored; `content`: nothing to answer. */
  kind: 'scored' | 'collected' | 'content'
  /** With the key. */
  schema: z.ZodType<D>
  /** What is worth a point each. */
  parts(data: D): number
  /** What a pupil is shown; nothing in it may tell the key. */
  view(data: D, random: Random): Widget[]
  /** The answer a form sent; what is not understood is not answered. */
  read(data: D, answers: Answers): R
  score(data: D, response: R): Verdict
  /** The answer that is right: for the key page and for who gave up. */
  key(data: D): R
  /** What was written for just this answer: the feedback of an option, an area or a number. */
  said?(data: D, response: R): string[]
  /** The key in words, a line a part. */
  solution(data: D): string[]
  editor: readonly EditorField[]
  typed(data: D): Typed
  /** Data that may be wrong: the schema decides. */
  fromTyped(typed: Typed): unknown
  /** How many are right where several are picked of a list: a quiz pays each of them. Undefined: it pays for the task. */
  picks?(data: D): number | undefined
  /** What a teacher gives points by, the best first. */
  levels?(data: D): readonly Level[]
  /** What has to be mended before anybody plays it: names of fields. */
  gaps?(data: D): string[]
  /** What xAPI calls it where what its pupils answer with does not tell. */
  xapi?: 'likert' | 'sequencing' | 'true-false'
  /** Data as an import made it, with names for what a file gives none. */
  named?(data: D, say: ThingNames): D
  exchange?: Exchange<D>
  outgoing?: Outgoing<D>
}

/** Any type, as lists hold them. */
export type AnyElementType = ElementType

/** Keeps the types of one element together. */
export function elementType<D, R>(row: ElementType<D, R>): AnyElementType {
  const shown: ElementType<D, R> = {
    ...row,
    view: (data, random) => row.view(data, random).map(withPictures),
    solution: (data) => row.solution(withoutPictures(data)),
  }
  return shown
}

/** Of the expected answers a response fits: the one that is worth the most, the first of equals. */
export function bestOf<A extends { fraction: number }>(fitting: readonly A[]): A | undefined {
  return fitting.toSorted((a, b) => b.fraction - a.fraction)[0]
}

/** The verdict of parts that are each worth what they say, at least nothing and at most everything. */
export function verdict(parts: Part[], wrong = 0): Verdict {
  const max = parts.reduce((sum, part) => sum + part.max, 0)
  const raw = parts.reduce((sum, part) => sum + part.raw, 0) - wrong
  return { scaled: max === 0 ? 0 : Math.min(1, Math.max(0, raw / max)), parts }
}

/** A part that is right or not. */
export function part(id: string, isRight: boolean): Part {
  return { id, isRight, raw: isRight ? 1 : 0, max: 1 }
}

/** Right picks less wrong ones, of how many are right: who ticks everything earns nothing. */
export function picked(
  all: readonly string[],
  right: ReadonlySet<string>,
  chosen: readonly string[],
): Verdict {
  const known = new Set(chosen.filter((id) => all.includes(id)))
  const parts = all
    .filter((id) => right.has(id) || known.has(id))
    .map((id) => ({ id, isRight: right.has(id) && known.has(id), raw: 0, max: 0 }))
  const hits = [...known].filter((id) => right.has(id)).length
  const misses = known.size - hits
  if (right.size === 0) return { scaled: known.size === 0 ? 1 : 0, parts }
  return { scaled: Math.max(0, hits - misses) / right.size, parts }
}

/** Ids of things by their place: a, b, ... z, a1 ... */
export function idAt(place: number): string {
  const letter = String.fromCharCode(97 + (place % 26))
  return place < 26 ? letter : `${letter}${Math.floor(place / 26)}`
}
