import { numberIn } from '../typed-values.ts'
import { childrenOf, type XmlNode } from './xml.ts'

/** How far a number may lie from the right one. */
export interface Tolerance {
  isRelative: boolean
  below: number
  above: number
}

/** What rules of an item say that can be said here, too. */
export interface PlainRule {
  /** Of which place. */
  response: string
  /** The right answer, where the rule names it itself. */
  value: string | undefined
  /** Of a number. */
  tolerance: Tolerance | undefined
  /** What a right answer is worth, where it says so. */
  points: number | undefined
}

const partsOf = ({ children }: XmlNode) =>
  children.filter((child): child is XmlNode => typeof child !== 'string')

/**
 * The usual rule: one condition, whose `match`, or whose `equal` with a tolerance, is worth everything and anything else nothing.
 * Undefined: it is another rule, which nobody here runs.
 */
export function plainRule(processing: XmlNode): PlainRule | undefined {
  const [condition, ...others] = partsOf(processing)
  if (condition?.name !== 'responseCondition' || others.length > 0) return undefined
  const [branch, otherwise, ...more] = partsOf(condition)
  if (branch?.name !== 'responseIf' || more.length > 0) return undefined
  if (otherwise && (otherwise.name !== 'responseElse' || scoreSet(partsOf(otherwise)) !== 0)) return undefined
  const [test, ...then] = partsOf(branch)
  const points = scoreSet(then)
  const found = test && comparedIn(test)
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

function comparedIn(test: XmlNode): Omit<PlainRule, 'points'> | undefined {
  if (test.name !== 'equal' && test.name !== 'match') return undefined
  const parts = partsOf(test)
  const response = parts.find(({ name }) => name === 'variable')?.attributes.identifier
  const meant = parts.find(({ name }) => name === 'correct' || name === 'baseValue')
  const isOther = meant?.name === 'correct' && meant.attributes.identifier !== response
  if (parts.length !== 2 || !response || !meant || isOther) return undefined
  const tolerance = test.name === 'equal' ? toleranceOf(test) : undefined
  if (test.name === 'equal' && !tolerance) return undefined
  return { response, value: meant.name === 'baseValue' ? textOf(meant) : undefined, tolerance }
}

function toleranceOf({ attributes }: XmlNode): Tolerance | undefined {
  const { toleranceMode = 'exact', tolerance = '' } = attributes
  if (toleranceMode === 'exact') return { isRelative: false, below: 0, above: 0 }
  const [below, above = below] = tolerance.trim().split(/\s+/).map(numberIn)
  if (below === undefined || above === undefined || below < 0 || above < 0) return undefined
  return { isRelative: toleranceMode === 'relative', below, above }
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
