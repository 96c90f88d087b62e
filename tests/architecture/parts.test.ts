import { expect, test } from 'vitest'
import { z } from 'zod'
import { actions } from '#features'
import { type AnyAction, callsOf, formsOf } from '#platform/http/access/action.ts'
import { readSources } from './sources.ts'

/** Multipart bodies are read as their actions declare them (src/platform/http/form/sent-parts.ts); tests/api/multipart-parts.test.ts tries all of them. */

/** Who may read such a body past its declaration. */
const readers = [
  'src/platform/http/form/sent-parts.ts',
  // An upload keeps what is good and says of the rest what is wrong; it reads fields and files by the same declaration.
  'src/shop/selling/materials/server/uploads/receive.ts',
  // What was typed while the terms are asked for; no file is kept.
  'src/platform/http/form/page-forms.ts',
]

/** What is missing in the declaration of an action's body. */
function missingIn({ body, parts, input }: AnyAction): string[] {
  if (body !== 'multipart') return parts === undefined ? [] : ['it is no multipart body']
  if (parts === undefined) return ['parts']
  const files = Object.entries(parts.files)
  const names = new Set(input instanceof z.ZodObject ? Object.keys(input.shape) : [])
  return [
    ...(files.length === 0 ? ['a file'] : []),
    ...files.flatMap(([name, { types, maxBytes, description }]) =>
      types.length > 0 && maxBytes > 0 && description.endsWith('.') ? [] : [`what ${name} may be`],
    ),
    ...[...Object.keys(parts.fields.shape), ...Object.keys(parts.files)].filter((name) => names.has(name)),
  ]
}

const streamed = actions.filter(({ body, parts }) => body === 'multipart' || parts !== undefined)

test('there are multipart actions', () => {
  expect(streamed.length).toBeGreaterThanOrEqual(11)
  for (const action of streamed)
    expect([action.name, callsOf(action)[0] ?? formsOf(action)[0]]).not.toContain(undefined)
})

test.each(streamed.map((action) => [action.name, action] as const))(
  '%s declares its parts',
  (_name, action) => {
    expect(missingIn(action)).toEqual([])
  },
)

test('nobody else reads a multipart body by hand', () => {
  const found = readSources().filter(({ path, code }) => {
    return path !== 'src/platform/http/form/multipart.ts' && /\breadMultipart\(|\bbusboy\(/.test(code)
  })
  expect(found.map(({ path }) => path).sort()).toEqual(readers.toSorted())
})

test('what is missing is found', () => {
  const whole = streamed[0] as AnyAction
  expect(missingIn({ ...whole, parts: undefined } as never)).toEqual(['parts'])
  expect(missingIn({ ...whole, parts: { fields: z.object({}), files: {} } })).toEqual(['a file'])
  const vague = { description: 'A picture.', types: [], maxBytes: 1 }
  expect(missingIn({ ...whole, parts: { fields: z.object({}), files: { file: vague } } })).toEqual([
    'what file may be',
  ])
})
