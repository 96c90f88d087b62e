import type { Choice } from './types/choice/choice.ts'
import type { Essay } from './types/essay/essay.ts'
import type { GapDrag } from './types/gap-drag/gap-drag.ts'
import type { GapText } from './types/gap-text/gap-text.ts'
import type { LabelImage } from './types/label-image/label-image.ts'
import type { Numeric } from './types/numeric/numeric.ts'
import type { Order } from './types/order/order.ts'
import type { ShortText } from './types/short-text/short-text.ts'
import { typeOf } from './types.ts'
import { type Element, usualPoints } from './unit.ts'

/** Formats of others in which a task may be worth something else. */
export const outsideFormats = ['gift', 'aiken', 'moodle', 'qti', 'h5p'] as const
export type OutsideFormat = (typeof outsideFormats)[number]

/** These have no place for the points of a task. */
const pointless: ReadonlySet<OutsideFormat> = new Set(['gift', 'aiken', 'h5p'])

type Rules = Readonly<Record<string, (data: never) => boolean>>

const best = ({ options }: Pick<Choice, 'options'>) => Math.max(...options.map(({ weight }) => weight))
const folds = ({ acceptUmlauts, ignoresAccents }: GapText | ShortText) => acceptUmlauts || ignoresAccents
const forgives = (data: GapText | ShortText) => data.acceptTypos || folds(data)
const costs = ({ hasPenalty }: GapDrag | LabelImage) => hasPenalty
const hasKeywords = ({ keywords }: Essay) => keywords.length > 0
const hasUnit = ({ unit, units }: Numeric) => unit !== '' || units.length > 0

/** What a format carries without the way it is scored here; what it does not carry at all is left out by its writer. */
const rules: Readonly<Record<OutsideFormat, Rules>> = {
  gift: {
    choice: (data: Choice) =>
      data.isMulti
        ? data.policy === 'all' || (data.policy === 'weighted' && best(data) >= 0.99)
        : best(data) < 0.99,
    short_text: (data: ShortText) => data.caseSensitive || forgives(data),
    numeric: hasUnit,
  },
  aiken: {
    choice: ({ options }: Choice) =>
      options.filter(({ weight }) => weight > 0).length > 1 || best({ options }) < 1,
  },
  moodle: {
    choice: ({ isMulti, policy }: Choice) => isMulti && policy === 'all',
    gap_text: forgives,
    gap_drag: costs,
    short_text: forgives,
    essay: hasKeywords,
  },
  qti: {
    choice: (data: Choice) => !data.isMulti && best(data) < 1,
    order: ({ scoring }: Order) => scoring !== 'all',
    gap_text: forgives,
    gap_drag: costs,
    label_image: costs,
    short_text: forgives,
    numeric: hasUnit,
    essay: hasKeywords,
  },
  h5p: { gap_text: folds },
}

/** Whether the format takes the task along and an answer to it may be worth something else there. */
export function scoresOtherwise(format: OutsideFormat, { type, points, data }: Element): boolean {
  if (typeOf(type)?.kind !== 'scored') return false
  if (pointless.has(format) && points !== usualPoints(type, data)) return true
  // Each type's data is what its rule takes: it went through its schema.
  return rules[format][type]?.(data as never) ?? false
}
