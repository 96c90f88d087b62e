import { join } from 'node:path'
import i18next, { type Resource, type TOptions } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { flatten, readMessages } from '../../src/platform/i18n/messages.ts'
import { createTranslations, type Vars } from '../../src/platform/i18n/translate.ts'
import { unbroken } from '../../src/platform/i18n/unbroken.ts'
import { liveWorlds } from '../../src/platform/routing/worlds.ts'

/*
 * Locale files are i18next JSON v4: whoever translates may use any tool for that format. i18next itself reads them here and
 * has to answer what our own look-up answers. One difference is meant: our look-up binds signs to their words with
 * no-break spaces (`unbroken`), which files do not have, so i18next gets the texts with them.
 */

const messages = readMessages(join(import.meta.dirname, '../../locales'))
const own = createTranslations({
  messages,
  onMissing: (key, world) => {
    throw new Error(`No text for "${key}" in world "${world}"`)
  },
})
const other = i18next.createInstance()

beforeAll(async () => {
  const resources: Resource = {}
  for (const { world, lang } of liveWorlds())
    resources[lang] = bound({ ...messages.get(world) }, lang) as Resource[string]
  await other.init({
    resources,
    ns: Object.keys(messages.get('de') ?? {}),
    fallbackLng: false,
    // The templates escape.
    interpolation: { escapeValue: false },
    // Both show nothing for a variable that is not given, never its name in braces.
    missingInterpolationHandler: () => '',
    // Ours throws for a missing key: so does this one.
    parseMissingKeyHandler: (key) => {
      throw new Error(`i18next has no text for "${key}"`)
    },
  })
})

function bound(tree: object, lang: string): object {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? unbroken(value, lang) : bound(value as object, lang),
    ]),
  )
}

const pluralEnding = /_(?:zero|one|two|few|many|other)$/

/** Numbers of every plural form of our languages, among them zero, a million (Spanish, French, Italian) and a fraction. */
const counts = [0, 1, 2, 5, 11, 21, 100, 1_000_000, 1.5, -1]

/** Values that would be read as something else if they were not put in as they are. */
const hostile = ['<b>&amp;"', '$& $1 $$', '{{count}}', '$t(common:yes)', 'a, b: c', '']

function variablesOf(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
}

/** A value for each variable of a text, another one at each place. */
function varsOf(text: string, turn: number): Record<string, string | number> {
  return Object.fromEntries(
    variablesOf(text).map((name, at) => [name, hostile[(at + turn) % hostile.length] ?? '']),
  )
}

/** Every key of a namespace as code asks for it, and as it stands in the file, with all variables it is given. */
function askedFor(tree: Parameters<typeof flatten>[0]): [key: string, vars: Vars | undefined][] {
  const all = new Map(flatten(tree))
  return [...all].flatMap(([key, text]): [string, Vars | undefined][] => {
    const filled = hostile.map((_value, turn): [string, Vars] => [key, varsOf(text, turn)])
    const plain: [string, Vars | undefined][] = [[key, undefined], ...filled]
    const stem = key.replace(pluralEnding, '')
    // Of `too_many` there is no other form: it is a key like any other.
    if (stem === key || !all.has(`${stem}_other`)) return plain
    return [...plain, ...counts.map((count): [string, Vars] => [stem, { ...varsOf(text, 0), count }])]
  })
}

test.each(liveWorlds())('$world: i18next answers the same for every key', ({ world, lang }) => {
  const ours = own.get(world)
  const theirs = other.getFixedT(lang)
  const asked = Object.entries(messages.get(world) ?? {}).flatMap(([namespace, tree]) =>
    askedFor(tree).map(([key, vars]) => [`${namespace}:${key}`, vars] as const),
  )
  expect(asked.length).toBeGreaterThan(10_000)
  const different = asked.flatMap(([key, vars]) => {
    const [a, b] = [ours?.(key, vars), theirs(key, { ...vars } as TOptions)]
    return a === b ? [] : [{ key, vars, ours: a, i18next: b }]
  })
  expect(different).toEqual([])
})
