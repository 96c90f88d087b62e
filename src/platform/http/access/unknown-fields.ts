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

function* walk(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly (string | number)[],
): Generator<string> {
  if (typeof value !== 'object' || value === null || path.length > deepest) return
  const def = schema._zod.def as unknown as Inside
  if (Array.isArray(value)) {
    for (const [at, part] of value.entries()) {
      const element = def.type === 'array' ? def.element : def.type === 'tuple' ? def.items?.[at] : undefined
      if (element !== undefined) yield* walk(element, part, [...path, at])
    }
    if (def.type === 'array' || def.type === 'tuple') return
  }
  switch (def.type) {
    case 'object': {
      for (const [name, part] of Object.entries(value)) {
        const field = Object.hasOwn(def.shape ?? {}, name) ? def.shape?.[name] : undefined
        if (field !== undefined) yield* walk(field, part, [...path, name])
        else if (def.catchall === undefined) yield [...path, name].join('.')
      }
      return
    }
    case 'record': {
      if (def.valueType === undefined) return
      for (const [name, part] of Object.entries(value)) yield* walk(def.valueType, part, [...path, name])
      return
    }
    case 'union':
      return yield* fewest(meant(def, value).map((option) => [...walk(option, value, path)]))
    case 'intersection': {
      const [left, right] = [def.left, def.right].map((side) => (side ? [...walk(side, value, path)] : []))
      return yield* (left ?? []).filter((name) => right?.includes(name))
    }
    case 'pipe': {
      // `z.preprocess`: what comes after the function says what is taken.
      const first =
        (def.in?._zod.def as unknown as Inside | undefined)?.type === 'transform' ? def.out : def.in
      if (first !== undefined) yield* walk(first, value, path)
      return
    }
    case 'lazy': {
      const inner = def.getter?.()
      if (inner !== undefined) yield* walk(inner, value, path)
      return
    }
    default:
      if (def.innerType !== undefined) yield* walk(def.innerType, value, path)
  }
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
