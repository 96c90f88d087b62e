import { numberIn } from '../typed-values.ts'
import { childrenOf, type XmlNode } from './xml.ts'

/** How far a number may lie from the right one. */
export interface Tolerance {
  /** The right number, where the rule names it. */
  value: string | undefined
  isRelative: boolean
  below: number
  above: number
}

/** What rules of an item say that can be said here, too. */
export interface PlainRule {
  /** Of which place. */
  response: string
  tolerance: Tolerance
  /** What a right answer is worth, where it says so. */
  points: number | undefined
}

const partsOf = ({ children }: XmlNode) =>
  children.filter((child): child is XmlNode => typeof child !== 'string')

/**
 * The usual rule of a number: one condition, whose `equal` with a tolerance is worth everything and anything else nothing.
 * Undefined: it is another rule, which nobody here runs.
 */
export function plainRule(processing: XmlNode): PlainRule | undefined {
  const [condition, ...others] = partsOf(processing)
  if (condition?.name !== 'responseCondition' || others.length > 0) return undefined
  const [branch, otherwise, ...more] = partsOf(condition)
  if (branch?.name !== 'responseIf' || more.length > 0) return undefined
  if (otherwise && (otherwise.name !== 'responseElse' || scoreSet(partsOf(otherwise)) !== 0)) return undefined
  const [equal, ...then] = partsOf(branch)
  const points = scoreSet(then)
  const found = equal && toleranceIn(equal)
  return found && points !== undefined && points > 0 ? { ...found, points } : undefined
}

/** The number the score is set to by steps that set values and do nothing else; 0: they leave it. */
function scoreSet(steps: readonly XmlNode[]): number | undefined {
  if (steps.some(({ name }) => name !== 'setOutcomeValue')) return undefined
  const step = steps.find(({ attributes }) => attributes.identifier === 'SCORE')
  if (!step) return 0
  const [value] = childrenOf(step, 'baseValue')
  return value && numberIn(textOf(value))
}

function toleranceIn(equal: XmlNode): Omit<PlainRule, 'points'> | undefined {
  if (equal.name !== 'equal') return undefined
  const parts = partsOf(equal)
  const response = parts.find(({ name }) => name === 'variable')?.attributes.identifier
  const meant = parts.find(({ name }) => name === 'correct' || name === 'baseValue')
  const { toleranceMode = 'exact', tolerance = '' } = equal.attributes
  const [below, above = below] = tolerance.trim().split(/\s+/).map(numberIn)
  const isExact = toleranceMode === 'exact'
  const isKnown = isExact || ((below ?? -1) >= 0 && (above ?? -1) >= 0)
  const isOther = meant?.name === 'correct' && meant.attributes.identifier !== response
  if (parts.length !== 2 || !response || !meant || isOther || !isKnown) return undefined
  return {
    response,
    tolerance: {
      value: meant.name === 'baseValue' ? textOf(meant) : undefined,
      isRelative: toleranceMode === 'relative',
      below: isExact ? 0 : (below ?? 0),
      above: isExact ? 0 : (above ?? 0),
    },
  }
}

const textOf = ({ children }: XmlNode) =>
  children
    .filter((child) => typeof child === 'string')
    .join('')
    .trim()

/** From where to where a number is right; a relative tolerance is so many percent of it. */
export function rangeAround(value: number, tolerance: Tolerance | undefined): { min: number; max: number } {
  if (!tolerance) return { min: value, max: value }
  const share = tolerance.isRelative ? Math.abs(value) / 100 : 1
  // Sums of binary fractions: 3.14 + 0.01 is 3.15 to everybody.
  const moved = (by: number) => (by === 0 ? value : Number((value + by).toPrecision(15)))
  return { min: moved(-tolerance.below * share), max: moved(tolerance.above * share) }
}
