import { childrenOf, type XmlNode } from '#platform/rules/text/xml.ts'
import type { QtiResponse } from './qti-rules.ts'
import { addedRules, mostOf, type PlainRule, plainRule, usualTemplate } from './qti-rules.ts'

type Responses = ReadonlyMap<string, QtiResponse>

/** How an item is scored, as far as it can be here, too. */
export interface QtiScoring {
  rules: readonly PlainRule[]
  /** Right or wrong is decided by rules nobody here runs. */
  isOwn: boolean
  isMapped: boolean
  /** What its one rule gives, or a usual one at most. */
  points: number | undefined
  /** What each of several places is worth, by its name; empty: nothing is said of that. */
  each: ReadonlyMap<string, number>
}

/** Reads how an item is scored: by a usual template, by one rule about its one place, or by one rule for each of its places. `gaps`: places within its text. */
export function scoringOf(item: XmlNode, gaps: readonly XmlNode[], responses: Responses): QtiScoring {
  const [processing] = childrenOf(item, 'responseProcessing')
  const template = processing?.attributes.template ?? ''
  // A rule about one of several places leaves the others out.
  const rule = processing && responses.size === 1 ? plainRule(processing) : undefined
  const added = processing ? (addedRules(processing) ?? []) : []
  const found = rule ? [rule] : added.length === responses.size && isEvenInGaps(added, gaps) ? added : []
  const rules = found.every((each) => isSaid(each, responses)) && areAlike(found) ? found : []
  const isKnown = rules.length > 0 || usualTemplate.test(template)
  const [response] = responses.size === 1 ? responses.values() : []
  const isEmpty = !processing?.children.some((child) => typeof child !== 'string')
  return {
    rules,
    isOwn: processing !== undefined && !isKnown && !isEmpty,
    isMapped: /map_response/.test(template),
    points: rules.includes(rule as PlainRule) ? rule?.points : mostOf(response, template),
    each: new Map(rule ? [] : rules.map(({ response, points = 0 }) => [response, points])),
  }
}

/** A rule with several accepted answers belongs to a response that takes one of them. */
function isSaid({ response, values = [] }: PlainRule, responses: Responses): boolean {
  return values.length < 2 || responses.get(response)?.isMany === false
}

/** Capitals count in all gaps of a text or in none. */
function areAlike(rules: readonly PlainRule[]): boolean {
  return new Set(rules.map(({ minds }) => minds)).size < 2
}

/** Gaps of one text are worth the same; other questions of an item are tasks of their own. */
function isEvenInGaps(rules: readonly PlainRule[], gaps: readonly XmlNode[]): boolean {
  const names = new Set(gaps.map(({ attributes }) => attributes.responseIdentifier))
  const points = rules.filter(({ response }) => names.has(response)).map((rule) => rule.points)
  return new Set(points).size < 2
}

/** The place a rule is about takes what the rule takes. */
export function withRule(responses: Responses, rule: PlainRule): Responses {
  const response = responses.get(rule.response)
  if (!response) return responses
  const { values: correct = response.correct, minds: isCaseSensitive = response.isCaseSensitive } = rule
  const said = { ...response, correct, isCaseSensitive, ...(rule.tolerance && { tolerance: rule.tolerance }) }
  return new Map([...responses, [rule.response, said]])
}
