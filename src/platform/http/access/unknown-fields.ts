import type { z } from 'zod'

/** The parts of a schema's definition that have fields or parts inside. */
interface Inside {
  type: string
  shape?: Record<string, z.core.$ZodType>
  catchall?: z.core.$ZodType
  element?: z.core.$ZodType
  items?: readonly z.core.$ZodType[]
  valueType?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  discriminator?: string
  left?: z.core.$ZodType
  right?: z.core.$ZodType
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  getter?: () => z.core.$ZodType
}

/** JSON may be nested deeper than a stack; no input of ours is. */
const deepest = 40
const mostNamed = 20

/**
 * The fields of an input that its schema does not know, as paths (`items.0.prize`), up to some: a field that is dropped is a
 * wish that is refused without a word. Objects that take whatever there is (`z.looseObject`, records) have none.
 */
export function unknownFields(schema: z.core.$ZodType, input: unknown): string[] {
  return [...walk(schema, input, [])].slice(0, mostNamed)
}

type Path = readonly (string | number)[]

function* walk(schema: z.core.$ZodType, value: unknown, path: Path): Generator<string> {
  if (typeof value !== 'object' || value === null || path.length > deepest) return
  const def = definitionOf(schema)
  if (Array.isArray(value) && (def.type === 'array' || def.type === 'tuple')) {
    yield* inList(def, value, path)
    return
  }
  switch (def.type) {
    case 'object':
      return yield* inObject(def, value, path)
    case 'record':
      return yield* inRecord(def, value, path)
    case 'union':
      return yield* fewest(meant(def, value).map((option) => [...walk(option, value, path)]))
    case 'intersection':
      return yield* inIntersection(def, value, path)
    default: {
      const inner = innerSchema(def)
      if (inner !== undefined) yield* walk(inner, value, path)
    }
  }
}

function definitionOf(schema: z.core.$ZodType): Inside {
  return schema._zod.def as unknown as Inside
}

function* inList({ element, items }: Inside, value: readonly unknown[], path: Path): Generator<string> {
  for (const [at, part] of value.entries()) {
    const schema = element ?? items?.[at]
    if (schema !== undefined) yield* walk(schema, part, [...path, at])
  }
}

function* inObject({ shape = {}, catchall }: Inside, value: object, path: Path): Generator<string> {
  for (const [name, part] of Object.entries(value)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (field !== undefined) yield* walk(field, part, [...path, name])
    else if (catchall === undefined) yield [...path, name].join('.')
  }
}

function* inRecord({ valueType }: Inside, value: object, path: Path): Generator<string> {
  if (valueType === undefined) return
  for (const [name, part] of Object.entries(value)) yield* walk(valueType, part, [...path, name])
}

/** What neither side of an intersection knows. */
function* inIntersection({ left, right }: Inside, value: object, path: Path): Generator<string> {
  const unknownLeft = left ? [...walk(left, value, path)] : []
  const unknownRight = new Set(right ? walk(right, value, path) : [])
  yield* unknownLeft.filter((name) => unknownRight.has(name))
}

/** The schema a wrapper (optional, default, lazy, pipe ...) is around. */
function innerSchema(def: Inside): z.core.$ZodType | undefined {
  if (def.type === 'lazy') return def.getter?.()
  if (def.type !== 'pipe') return def.innerType
  // `z.preprocess`: what comes after the function says what is taken.
  return def.in !== undefined && definitionOf(def.in).type === 'transform' ? def.out : def.in
}

/** The options of a union a value can be meant as: where one field tells them apart, the one it names. */
function meant({ options = [], discriminator }: Inside, value: object): readonly z.core.$ZodType[] {
  if (discriminator === undefined) return options
  const named = (value as Record<string, unknown>)[discriminator] as z.core.util.Primitive
  const fitting = options.filter((option) => option._zod.propValues?.[discriminator]?.has(named))
  return fitting.length > 0 ? fitting : options
}

/** Of several ways to read something the one that knows most of it. */
function fewest(found: readonly string[][]): readonly string[] {
  return (
    found.reduce<string[] | undefined>(
      (best, each) => (best === undefined || each.length < best.length ? each : best),
      undefined,
    ) ?? []
  )
}
