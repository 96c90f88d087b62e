import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { type ZodType, z } from 'zod'

interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
}

/** Another one each run; `FUZZ_SEED=<what was printed>` repeats a run. */
export const fuzzSeed: number = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))
console.log(`FUZZ_SEED=${fuzzSeed}`)

/** Texts that have broken other people's software: quotes, operators, odd Unicode, numbers that are none. */
export const nastyTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  '\u0000abc',
  "' or 1=1 --",
  '"; drop table material; --',
  '<script>alert(1)</script>',
  '</script><img src=x onerror=alert(1)>',
  '{{constructor}}',
  '#{7*7}',
  '%s%n%x',
  '../../../../etc/passwd',
  'a & | ! <-> :* (',
  "it's !!! & ((",
  '* ? % _ \\',
  '\\',
  "\\'",
  '\r\nSet-Cookie: x=1',
  '\u202egnp.exe',
  '\ud800',
  '\udfff\ud800',
  'ﷺﷺﷺ',
  'Z̸̡͎a̵͇l̶g̸o',
  '👩‍👩‍👧‍👦🏴‍☠️',
  'Ἀθῆναι ΣΊΣΥΦΟΣ',
  'ŞİIı',
  'ß'.repeat(100),
  'ﬁ'.repeat(200),
  'a'.repeat(100_000),
  '1e309',
  '-0',
  'NaN',
  'Infinity',
  '0x7fffffff',
  '9007199254740993',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'true',
  '=1+1',
  '@SUM(A1)',
  'javascript:alert(1)',
  'http://169.254.169.254/',
  '(((((((((((((((((((a+)+)+)+)+',
]

const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...nastyTexts),
  fc.constantFrom<unknown>(null, true, -1, 0, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, [], [[]], {}, [null]),
  fc.jsonValue({ maxDepth: 2 }),
)

/**
 * Values for a schema of the API table: mostly right ones, so that they reach the service, and one in eight of a kind
 * the schema does not want.
 */
export function arbitraryOf(schema: ZodType): fc.Arbitrary<unknown> {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return fc.oneof({ weight: 1, arbitrary: nastyValue }, { weight: 12, arbitrary: ofSchema(described, true) })
}

/** Only right values. */
export function validValueOf(schema: ZodType): unknown {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return fc.sample(ofSchema(described, false), { numRuns: 1, seed: 7 })[0]
}

function ofSchema(schema: JsonSchema, isNasty: boolean): fc.Arbitrary<unknown> {
  const right = rightValue(schema, isNasty)
  return isNasty ? fc.oneof({ weight: 1, arbitrary: nastyValue }, { weight: 9, arbitrary: right }) : right
}

function rightValue(schema: JsonSchema, isNasty: boolean): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => ofSchema(choice, isNasty)))
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any']
  return fc.oneof(...types.map((type) => ofType(type, schema, isNasty)))
}

function ofType(type: string, schema: JsonSchema, isNasty: boolean): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return textOf(schema)
    case 'integer':
      return integerOf(schema)
    case 'number':
      return fc.double({ min: lowest(schema), max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(ofSchema(schema.items ?? {}, isNasty), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 6),
      })
    case 'object':
      return objectOf(schema, isNasty)
    default:
      return isNasty ? nastyValue : fc.constant('1')
  }
}

/** Small numbers as often as all others: ids that exist are small. */
function integerOf(schema: JsonSchema): fc.Arbitrary<number> {
  const min = lowest(schema)
  const max = Math.min(schema.maximum ?? 2 ** 31, 2 ** 31)
  return fc.oneof(fc.integer({ min, max: Math.max(min, Math.min(max, 6)) }), fc.integer({ min, max }))
}

function lowest(schema: JsonSchema): number {
  return Math.max(schema.minimum ?? schema.exclusiveMinimum ?? -10, -(2 ** 31))
}

function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern))
  const minLength = schema.minLength ?? 0
  const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? 60, 60))
  return fc.string({ unit: 'grapheme', minLength, maxLength })
}

function objectOf(schema: JsonSchema, isNasty: boolean): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {})
  const values = Object.fromEntries(properties.map(([name, value]) => [name, ofSchema(value, isNasty)]))
  return fc.record(values, { requiredKeys: schema.required ?? [] })
}
