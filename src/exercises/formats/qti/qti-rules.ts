import { numberIn } from '#exercises/model/task/typed-values.ts'
import { childrenOf, elementsIn, trimmedText, type XmlNode } from '#platform/rules/text/xml.ts'

/** How far a number may lie from the right one: on each side, or as far as both are rounded to the same. */
export type Tolerance =
  | { isRelative: boolean; below: number; above: number }
  | { rounding: 'significantFigures' | 'decimalPlaces'; figures: number }

/** What a place of an item takes for right, and what answers are worth. */
export interface QtiResponse {
  isMany: boolean
  baseType: string
  correct: string[]
  /** What each answer is worth; empty: right or wrong alone counts. */
  mapped: ReadonlyMap<string, number>
  otherwise: number
  /** No more than this counts of what answers are worth together. */
  most?: number | undefined
  /** Places of a picture and what a point in each is worth. */
  areas: { shape: string; coords: string; value: number }[]
  /** It says itself that capitals count. */
  isCaseSensitive: boolean
  /** How far a number may lie from the right one, where the item's own rule says so. */
  tolerance?: Tolerance
}

/** What rules of an item say that can be said here, too. */
export interface PlainRule {
  /** Of which place. */
  response: string
  /** The accepted answers, where the rule itself names them. */
  values: string[] | undefined
  /** Whether capitals count, where it says so. */
  minds: boolean | undefined
  /** Of a number. */
  tolerance: Tolerance | undefined
  /** What a right answer is worth, where it says so. */
  points: number | undefined
}

/** Rules that are known by their name. */
export const usualTemplate = /(match_correct|map_response|map_response_point)(\.xml)?$/

/** What answers of a place are worth, where each has its own worth. */
interface Mapped {
  isMany: boolean
  mapped: ReadonlyMap<string, number>
  areas: readonly { value: number }[]
  otherwise: number
  most?: number | undefined
}

/** What the usual template gives at most to an item of one place. */
export function mostOf(response: Mapped | undefined, template: string): number | undefined {
  if (!response || !usualTemplate.test(template)) return undefined
  if (!/map_response/.test(template)) return 1
  const { isMany, mapped, areas, otherwise, most } = response
  const worth = [...mapped.values(), ...areas.map(({ value }) => value), otherwise].map((value) =>
    Math.max(0, value),
  )
  const best = isMany ? worth.reduce((sum, value) => sum + value, 0) : Math.max(...worth)
  return most !== undefined && most > 0 ? Math.min(best, most) : best
}

/**
 * The usual rule: one condition, whose `match`, or whose `equal` with a tolerance, is worth everything and anything else nothing.
 * Undefined: it is another rule, which nobody here runs.
 */
export function plainRule(processing: XmlNode): PlainRule | undefined {
  const [condition, ...others] = elementsIn(processing)
  if (condition?.name !== 'responseCondition' || others.length > 0) return undefined
  const [branch, otherwise, ...more] = elementsIn(condition)
  if (branch?.name !== 'responseIf' || more.length > 0) return undefined
  if (otherwise && (otherwise.name !== 'responseElse' || scoreSet(elementsIn(otherwise)) !== 0))
    return undefined
  const [test, ...then] = elementsIn(branch)
  const points = scoreSet(then)
  const found = test && comparedIn(test)
  return found && points !== undefined && points > 0 ? { ...found, points } : undefined
}

/**
 * One condition a place, each of which adds to the score: so many parts, each right or wrong. Undefined: another rule.
 */
export function addedRules(processing: XmlNode): PlainRule[] | undefined {
  const [first, ...others] = elementsIn(processing)
  const isBegun = first?.name === 'setOutcomeValue' && scoreSet([first]) === 0
  const conditions = isBegun ? others : elementsIn(processing)
  const rules = conditions.map(addedBy).filter((rule) => rule !== undefined)
  const places = new Set(rules.map(({ response }) => response))
  const isWhole = rules.length > 1 && rules.length === conditions.length && places.size === rules.length
  return isWhole ? rules : undefined
}

function addedBy(condition: XmlNode): PlainRule | undefined {
  const [branch, otherwise, ...more] = elementsIn(condition)
  if (condition.name !== 'responseCondition' || branch?.name !== 'responseIf' || more.length > 0)
    return undefined
  if (otherwise && (otherwise.name !== 'responseElse' || setsScore(elementsIn(otherwise)))) return undefined
  const [test, ...then] = elementsIn(branch)
  const steps = then.filter(({ attributes }) => attributes.identifier === 'SCORE')
  const [sum] = steps.flatMap((step) => childrenOf(step, 'sum'))
  if (then.some(({ name }) => name !== 'setOutcomeValue') || steps.length !== 1 || !sum) return undefined
  const [score, ...values] = elementsIn(sum).toSorted((a, b) => Number(isScore(b)) - Number(isScore(a)))
  const points =
    values.length === 1 && values[0]?.name === 'baseValue' ? numberIn(trimmedText(values[0])) : undefined
  const found = test && comparedIn(test)
  return found && score && isScore(score) && points !== undefined && points > 0
    ? { ...found, points }
    : undefined
}

const isScore = ({ name, attributes }: XmlNode) => name === 'variable' && attributes.identifier === 'SCORE'
const setsScore = (steps: readonly XmlNode[]) =>
  steps.some(({ name, attributes }) => name !== 'setOutcomeValue' || attributes.identifier === 'SCORE')

/** The number the score is set to by steps that set values and do nothing else; 0: they leave it. */
function scoreSet(steps: readonly XmlNode[]): number | undefined {
  if (steps.some(({ name }) => name !== 'setOutcomeValue')) return undefined
  const step = steps.find(({ attributes }) => attributes.identifier === 'SCORE')
  if (!step) return 0
  const [value] = childrenOf(step, 'baseValue')
  return value && numberIn(trimmedText(value))
}

type Compared = Omit<PlainRule, 'points'>

/** A comparison of one place; several of which one is to be true, where they are about the same place and differ in their answers alone. */
function comparedIn(test: XmlNode): Compared | undefined {
  const parts = elementsIn(test)
  const [first, ...others] = parts
  if (test.name === 'and') return first && others.length === 0 ? comparedIn(first) : undefined
  if (test.name !== 'or') return comparisonIn(test)
  const all = parts.map(comparedIn).filter((each) => each !== undefined)
  const likeness = ({ response, tolerance, minds }: Compared) => JSON.stringify([response, tolerance, minds])
  const [one] = all
  if (!one || all.length < parts.length || all.some((each) => likeness(each) !== likeness(one)))
    return undefined
  if (all.length === 1) return one
  // Only what is named can be told from what is right besides.
  const values = all.flatMap((each) => each.values ?? [])
  return all.every((each) => each.values) ? { ...one, values } : undefined
}

function comparisonIn(test: XmlNode): Compared | undefined {
  const { name, attributes } = test
  if (!['equal', 'equalRounded', 'match', 'stringMatch'].includes(name)) return undefined
  const parts = elementsIn(test)
  const response = parts.find((part) => part.name === 'variable')?.attributes.identifier
  const meant = parts.find((part) => part.name === 'correct' || part.name === 'baseValue')
  const isOther = meant?.name === 'correct' && meant.attributes.identifier !== response
  if (parts.length !== 2 || !response || !meant || isOther || attributes.substring === 'true')
    return undefined
  const isNumber = name === 'equal' || name === 'equalRounded'
  const tolerance = isNumber ? toleranceOf(test) : undefined
  if (isNumber && !tolerance) return undefined
  const minds = name === 'stringMatch' ? attributes.caseSensitive !== 'false' : undefined
  return { response, values: meant.name === 'baseValue' ? [trimmedText(meant)] : undefined, tolerance, minds }
}

function toleranceOf({ name, attributes }: XmlNode): Tolerance | undefined {
  if (name === 'equalRounded') return roundingOf(attributes)
  const { toleranceMode = 'exact', tolerance = '' } = attributes
  if (toleranceMode === 'exact') return { isRelative: false, below: 0, above: 0 }
  const [below, above = below] = tolerance.trim().split(/\s+/).map(numberIn)
  if (below === undefined || above === undefined || below < 0 || above < 0) return undefined
  return { isRelative: toleranceMode === 'relative', below, above }
}

/** At least one significant figure, or none behind the point. */
function roundingOf({ roundingMode = 'significantFigures', figures = '' }: XmlNode['attributes']) {
  const count = /^\d{1,2}$/.test(figures.trim()) ? Number(figures) : Number.NaN
  if (roundingMode === 'decimalPlaces' && count <= 15)
    return { rounding: roundingMode, figures: count } as const
  const isSignificant = roundingMode === 'significantFigures' && count >= 1 && count <= 15
  return isSignificant ? ({ rounding: roundingMode, figures: count } as const) : undefined
}

/** The accepted range of a number; a relative tolerance is a percentage of it. */
export function rangeAround(value: number, tolerance: Tolerance | undefined): { min: number; max: number } {
  if (!tolerance) return { min: value, max: value }
  if ('rounding' in tolerance) return roundedTo(value, tolerance)
  const share = tolerance.isRelative ? Math.abs(value) / 100 : 1
  // Sums of binary fractions: 3.14 + 0.01 is 3.15 to everybody.
  const moved = (by: number) => (by === 0 ? value : Number((value + by).toPrecision(15)))
  return { min: moved(-tolerance.below * share), max: moved(tolerance.above * share) }
}

/** All numbers that are rounded to the same: half a unit of the last figure on each side, less a hair where that goes to the next. */
function roundedTo(
  value: number,
  { rounding, figures }: Extract<Tolerance, { rounding: string }>,
): { min: number; max: number } {
  const isWhole = rounding === 'decimalPlaces'
  const powerOf = (number: number) => Number(number.toExponential().split('e')[1])
  const unitOf = (number: number) => (isWhole ? -figures : powerOf(number) - figures + 1)
  // Shifted as it is written: 3.175 is no 3.17499 to anybody.
  const shift = unitOf(value)
  const size = Number(`${Math.round(Number(`${Math.abs(value)}e${-shift}`))}e${shift}`)
  const exponent = unitOf(size)
  const [half, hair] = [5 * 10 ** (exponent - 1), 10 ** (exponent - 8)]
  // Below a power of ten the same figures are finer.
  const inner = !isWhole && size.toExponential().startsWith('1e') ? half / 10 : half
  const edge = (of: number) => Number((of * (value < 0 ? -1 : 1)).toPrecision(15))
  // Nothing is rounded to nothing from both sides.
  const [near, far] = [size === 0 ? hair - half : size - inner, size + half - hair]
  const [one, other] = [edge(near), edge(far)]
  return { min: Math.min(one, other), max: Math.max(one, other) }
}

/** Whether more than the number itself is right. */
export function isWide(tolerance: Tolerance): boolean {
  return 'rounding' in tolerance || tolerance.below + tolerance.above > 0
}
