import { configureCoercion } from '@conform-to/zod/v4/future'
import type { z } from 'zod'
import { type FieldErrors, ProductError } from '#platform/errors.ts'
import { lazy } from '#platform/rules/lazy.ts'
import { fieldErrors } from '../access/validation.ts'

/** What a form posted: single values (the last of repeated fields) and all values of each field. */
export interface FormFields {
  values: Record<string, string>
  lists: Record<string, string[]>
}

/** The name of a field; where several of a form are one list, HTML marks them with brackets: `pageAlts[]`. */
export function fieldName(name: string): string {
  return name.endsWith('[]') ? name.slice(0, -2) : name
}

const { coerceFormValue } = configureCoercion({
  type: {
    // Digits as our pages write them; '1e3', '0x7', '7.0' and ' 7' are probes.
    number: (text) => (/^-?(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN),
    boolean: (text) => {
      if (text === 'on' || text === '1' || text === 'true') return true
      if (text === '0' || text === 'false') return false
      throw new TypeError('neither on nor off')
    },
  },
})

/** What a default, a fallback or a transform is of. */
interface Wrapped {
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
}

/** The schema of an action for the fields of a form: empty texts are nothing, figures and ticks become what they mean. */
export function formSchemaOf<S extends z.ZodType>(input: S): z.ZodType<z.output<S>> {
  return coerceFormValue(input) as z.ZodType<z.output<S>>
}

/**
 * The fields as the schema takes them: 'address.city' is inside `address`; a field that came twice is a list, which
 * coercion leaves to lists and refuses elsewhere. The page's address wins over fields.
 */
export function inputOfFields(
  { lists }: FormFields,
  fromAddress: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = Object.create(null)
  for (const [name, all] of Object.entries(lists)) {
    if (name === 'intent') continue
    put(input, name.split('.'), all.length === 1 ? all[0] : all)
  }
  for (const [name, value] of Object.entries(fromAddress)) input[name] = value
  return input
}

/**
 * Reads the fields of a multipart body by the schema its action declares. Of several where one is meant the last counts;
 * `a.b` is inside `a`. Without `data` the problems say why.
 */
export function partsParser<S extends z.ZodObject>(
  parts: S,
): (form: FormFields) => { data?: z.output<S>; problems: FieldErrors } {
  const schema = lazy(() => formSchemaOf(parts))
  const names = Object.entries<z.core.$ZodType>(parts.shape).map(([name, part]) => ({
    name,
    isList: isList(part),
  }))
  return (form) => {
    const given = names.map(({ name, isList }) => [
      name,
      (isList ? form.lists[name] : form.values[name]) ?? insideOf(form, name),
    ])
    const input = Object.fromEntries(given)
    const parsed = schema().safeParse(input)
    return parsed.success
      ? { data: parsed.data, problems: {} }
      : { problems: fieldErrors(parsed.error, input) }
  }
}

/** The same for who cannot go on without them. @throws ProductError invalid_input */
export function partsReader<S extends z.ZodObject>(parts: S): (form: FormFields) => z.output<S> {
  const parse = partsParser(parts)
  return (form) => {
    const { data, problems } = parse(form)
    if (data === undefined) throw new ProductError('invalid_input', { fields: problems })
    return data
  }
}

/** What fields named `a.b` put into `a`; undefined: there are none. */
function insideOf({ lists }: FormFields, name: string): unknown {
  const inner = Object.entries(lists).filter(([field]) => field.startsWith(`${name}.`))
  return inputOfFields({ values: {}, lists: Object.fromEntries(inner) }, {})[name]
}

function isList({ _zod }: z.core.$ZodType): boolean {
  const { type, innerType, in: first } = _zod.def as z.core.$ZodTypeDef & Wrapped
  const inner = innerType ?? first
  return type === 'array' || (inner !== undefined && isList(inner))
}

function put(into: Record<string, unknown>, [name = '', ...inner]: string[], value: unknown): void {
  if (inner.length === 0) {
    into[name] = value
    return
  }
  const before = into[name]
  const next = (typeof before === 'object' && before !== null ? before : Object.create(null)) as Record<
    string,
    unknown
  >
  into[name] = next
  put(next, inner, value)
}
