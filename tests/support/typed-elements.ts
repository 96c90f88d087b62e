import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { readSettings } from '#exercises/model/task/typed-settings.ts'
import { typeOf } from '../../src/exercises/model/task/types.ts'
import { type Element, usualPoints } from '../../src/exercises/model/unit.ts'

/** What teachers may type into the fields of a type (`types/<type>.ts`). */
export type TypedFields = Record<string, fc.Arbitrary<string>>

const folder = join(import.meta.dirname, 'types')

/** The same of each type there is. */
export const typedFields: Readonly<Record<string, TypedFields>> = Object.fromEntries(
  await Promise.all(
    readdirSync(folder).map(async (file) => {
      const { fields } = (await import(join(folder, file))) as { fields: TypedFields }
      return [file.replace('.ts', '').replaceAll('-', '_'), fields] as const
    }),
  ),
)

/** Data of a type as its editor would make it. */
export const dataOf = (type: string) => typedOnce(type, typedFields[type] ?? {})

/** Data of what is typed into the fields, where that is any. */
export const typedOnce = (type: string, fields: Record<string, fc.Arbitrary<string>>) => {
  const row = typeOf(type)
  return fc
    .record(fields)
    .map((values) => row?.schema.safeParse(row.fromTyped(values)))
    .filter((parsed) => parsed?.success === true)
    .map((parsed) => parsed?.data)
}

/** A task of the type with its usual points. */
export const element = (type: string, data: unknown): Element => ({
  id: 'e1',
  type,
  prompt: '<p>?</p>',
  points: Math.max(1, usualPoints(type, data)),
  right: '',
  wrong: '',
  ...readSettings({}),
  data,
})
