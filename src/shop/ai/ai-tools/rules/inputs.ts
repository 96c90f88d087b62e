import type { FieldErrors } from '#platform/errors.ts'
import { cleanLine, cleanText, withoutInvisible } from '#platform/rules/text/clean-text.ts'
import type { Field, Inputs, Tool } from './tool.ts'

export const maxSourceLength = 20_000
const longestLine = 200

type Read = { value: Inputs[string] } | { problem: FieldErrors[string] }

/**
 * Reads what was sent by the fields of a tool: texts of a form and values of a call alike. What is left out has its preset;
 * what no field knows is refused.
 */
export function readInputs(
  { fields }: Pick<Tool, 'fields'>,
  sent: Readonly<Record<string, unknown>>,
): { inputs: Inputs; problems: FieldErrors } {
  const inputs: Record<string, Inputs[string]> = {}
  const problems: FieldErrors = {}
  const known = new Set(fields.map(({ key }) => key))
  for (const key of Object.keys(sent)) if (!known.has(key)) problems[key] = 'unknown'
  for (const field of fields) {
    const read = readField(field, sent[field.key])
    if ('problem' in read) problems[field.key] = read.problem
    else inputs[field.key] = read.value
  }
  return { inputs, problems }
}

function readField(field: Field, sent: unknown): Read {
  switch (field.kind) {
    case 'number':
      return readNumber(field, sent)
    case 'toggle':
      // A box that is not ticked sends nothing, so only a call can leave the preset to us.
      if (sent === undefined || sent === '') return { value: false }
      if (typeof sent === 'boolean') return { value: sent }
      return ['1', 'on', 'true'].includes(String(sent))
        ? { value: true }
        : ['0', 'false'].includes(String(sent))
          ? { value: false }
          : { problem: 'invalid' }
    case 'select': {
      if (sent === undefined || sent === '') return { value: field.preset }
      return typeof sent === 'string' && field.options.includes(sent)
        ? { value: sent }
        : { problem: 'invalid' }
    }
    case 'lines':
      return readLines(field, sent)
    default:
      return readText(field, sent)
  }
}

function readNumber(field: Field & { kind: 'number' }, sent: unknown): Read {
  if (sent === undefined || sent === '') return { value: field.preset }
  const number = typeof sent === 'string' && /^-?\d{1,9}$/.test(sent.trim()) ? Number(sent) : sent
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) return { problem: 'not_a_number' }
  if (number < field.min) return { problem: 'too_low' }
  return number > field.max ? { problem: 'too_high' } : { value: number }
}

function readLines(field: Field & { kind: 'lines' }, sent: unknown): Read {
  const given = Array.isArray(sent) ? sent : (sent ?? '')
  const texts = typeof given === 'string' ? given.slice(0, 4 * maxSourceLength).split('\n') : given
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string')) return { problem: 'invalid' }
  const lines = texts.map(cleanLine).filter((line) => line !== '')
  if (lines.length === 0 && field.required) return { problem: 'required' }
  if (lines.length > field.most || lines.some((line) => line.length > longestLine))
    return { problem: 'too_long' }
  return lines.length > 0 && lines.length < (field.least ?? 0) ? { problem: 'too_short' } : { value: lines }
}

function readText(field: Field & { kind: 'text' | 'textarea' | 'source' }, sent: unknown): Read {
  if (sent !== undefined && typeof sent !== 'string') return { problem: 'invalid' }
  const text = field.kind === 'text' ? cleanLine(sent) : cleanText(withoutInvisible(sent ?? ''))
  if (text === '') return field.required ? { problem: 'required' } : { value: '' }
  return text.length > field.max ? { problem: 'too_long' } : { value: text }
}
