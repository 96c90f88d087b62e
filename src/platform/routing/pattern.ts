/**
 * Address patterns as the route table writes them: `material/{id}/{slug?}`. A parameter's name decides which values
 * it takes, so that a row needs no second column for it.
 */

export type ParamKind = 'id' | 'slug' | 'token' | 'word'

export type Segment =
  | { kind: 'static'; text: string }
  | { kind: 'param'; name: string; accepts: ParamKind; optional: boolean }

/** Splits a pattern into its segments; the empty pattern has none. Only the last one may be optional. */
export function parsePattern(pattern: string): readonly Segment[] {
  if (pattern === '') return []
  return pattern.split('/').map((text): Segment => {
    if (!text.startsWith('{')) return { kind: 'static', text }
    const optional = text.endsWith('?}')
    const name = text.slice(1, optional ? -2 : -1)
    return { kind: 'param', name, accepts: paramKind(name), optional }
  })
}

/** What a parameter of this name accepts. */
export function paramKind(name: string): ParamKind {
  if (name === 'slug') return 'slug'
  if (name === 'id' || name.endsWith('Id')) return 'id'
  if (name === 'code' || name.toLowerCase().endsWith('token')) return 'token'
  return 'word'
}

const tokenForm = /^[A-Za-z0-9._~-]{1,256}$/
const wordForm = /^[a-z0-9_-]{1,64}$/

/**
 * The one form of a decoded parameter value: lower case for slugs and words, unchanged for ids and tokens.
 * Undefined when the value cannot be one of its kind.
 */
export function normalValue(accepts: ParamKind, value: string): string | undefined {
  if (value === '' || value === '.' || value === '..') return undefined
  switch (accepts) {
    case 'id':
      return isId(value) ? value : undefined
    case 'slug':
      return value.toLowerCase()
    case 'token':
      return tokenForm.test(value) ? value : undefined
    case 'word': {
      const lower = value.toLowerCase()
      return wordForm.test(lower) ? lower : undefined
    }
  }
}

/** The greatest number JavaScript counts to. */
const greatestId = String(Number.MAX_SAFE_INTEGER)

/** A positive decimal number without leading zero, read without a regular expression; idSchema for the hot path. */
export function isId(value: string): boolean {
  const { length } = value
  if (length === 0 || length > greatestId.length || value.charCodeAt(0) === 48) return false
  for (let i = 0; i < length; i++) {
    const code = value.charCodeAt(i)
    if (code < 48 || code > 57) return false
  }
  return length < greatestId.length || value <= greatestId
}
