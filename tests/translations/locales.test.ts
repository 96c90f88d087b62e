import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errors } from '../../src/platform/errors.ts'
import { flatten, readMessages } from '../../src/platform/i18n/messages.ts'
import { routes } from '../../src/platform/routing/routes.ts'
import { type LiveWorld, liveWorlds } from '../../src/platform/routing/worlds.ts'

const root = join(import.meta.dirname, '../..')
const messages = readMessages(join(root, 'locales'))
const foreign = liveWorlds().filter(({ world }) => world !== 'de')
const namespaces = Object.keys(messages.get('de') ?? {})
const pluralEnding = /_(?:zero|one|two|few|many|other)$/

/** Texts that are the same in German and another language because they are names or international words. */
const sameEverywhere: ReadonlySet<string> = new Set([
  '{{title}} | Aularium',
  'Team {{number}}',
  '{{description}}',
  '{{name}} | Aularium',
  '{{type}}: {{facts}}.',
  '© {{year}} Aularium',
])

/** Keys that code builds at run time, by the part that stands in the source. */
const dynamicPrefixes = [
  'errors:',
  'meta:',
  'landing:hub.materialTypes.',
  'landing:hub.schoolTypes.',
  'account:nav.groups.',
  'own-data:tables.',
  'own-data:columns.',
  ...['types.', 'examples.', 'typeGroups.', 'fields.', 'hints.', 'columns.', 'values.'].map(
    (part) => `new-interactive:${part}`,
  ),
  ...['reasons.', 'refusals.', 'templates.'].map((part) => `new-interactive:${part}`),
  ...['modes.', 'naming.', 'retention.', 'status.', 'command.', 'phrases.', 'states.', 'formats.'].map(
    (part) => `learning-rooms:${part}`,
  ),
  ...['kinds.', 'licenses.', 'rights.'].map((part) => `interactive-shop:sources.${part}`),
  ...['kinds.', 'fields.', 'states.', 'said.', 'checks.', 'changes.'].map((part) => `console:${part}`),
  ...['tools.', 'fields.', 'hints.', 'options.', 'categories.', 'examples.', 'warnings.'].map(
    (part) => `ai-tools:${part}`,
  ),
  'ai-templates:',
  ...['eases.', 'files.changes.'].map((part) => `writing:${part}`),
  ...['new.', 'entry.', 'teamWays.', 'work.', 'notice.'].map((part) => `learning-rooms:${part}`),
]

function texts(world: LiveWorld, namespace: string): ReadonlyMap<string, string> {
  return new Map(flatten(messages.get(world)?.[namespace] ?? {}))
}

function stems(keys: Iterable<string>): string[] {
  return [...new Set([...keys].map((key) => key.replace(pluralEnding, '')))].sort()
}

function variables(text: string): string[] {
  return [...new Set(text.match(/\{\{\s*\w+\s*\}\}/g))].sort()
}

/** `optional` is a good key and a good English text; a key of several parts is never a text. */
function isEnglishWord(world: LiveWorld, key: string): boolean {
  return world === 'en' && /^[a-z]+$/.test(key)
}

/** A key is plural when the language's `_other` form stands beside it. */
function pluralStems(all: ReadonlyMap<string, string>): string[] {
  return [...all.keys()].filter((key) => key.endsWith('_other')).map((key) => key.slice(0, -'_other'.length))
}

describe.each(namespaces)('%s', (namespace) => {
  const german = texts('de', namespace)

  test.each(foreign)('$world has the same keys as de', ({ world }) => {
    expect(stems(texts(world, namespace).keys())).toEqual(stems(german.keys()))
  })

  test.each(liveWorlds())('$world has every plural form of its language', ({ world, lang }) => {
    const all = texts(world, namespace)
    const forms = new Intl.PluralRules(lang).resolvedOptions().pluralCategories
    for (const stem of pluralStems(all)) {
      const present = [...all.keys()].filter((key) => key.replace(pluralEnding, '') === stem && key !== stem)
      const wanted = forms.map((form) => `${stem}_${form}`)
      expect(present.sort()).toEqual(wanted.sort())
    }
  })

  test.each(foreign)('$world uses the same variables as de', ({ world }) => {
    for (const [key, text] of texts(world, namespace)) {
      const stem = key.replace(pluralEnding, '')
      const reference = german.get(key) ?? german.get(`${stem}_other`) ?? ''
      expect([key, variables(text)]).toEqual([key, variables(reference)])
    }
  })

  test.each(liveWorlds())('$world has no empty text, no key as text and no markup', ({ world }) => {
    for (const [key, text] of texts(world, namespace)) {
      expect(text.trim(), key).toBe(text)
      expect(text, key).not.toBe('')
      expect(text, key).not.toBe(`${namespace}:${key}`)
      if (!isEnglishWord(world, key)) expect(text, key).not.toBe(key)
      expect(text, key).not.toMatch(/<\/?[a-z]|\$t\(|&[a-z]+;/i)
      // Between two braces stands the name of a variable and nothing else: that is all `t` knows.
      expect(text.replaceAll(/\{\{\w+\}\}/g, ''), key).not.toMatch(/[{}]/)
    }
  })

  test.each(foreign)('$world is translated', ({ world }) => {
    const same = [...texts(world, namespace)].filter(
      ([key, text]) => text === german.get(key) && text.length > 12 && !sameEverywhere.has(text),
    )
    expect(same).toEqual([])
  })
})

test('every live world has the same namespaces', () => {
  for (const { world } of foreign) expect(Object.keys(messages.get(world) ?? {})).toEqual(namespaces)
})

describe.each(liveWorlds())('meta and errors of $world', ({ world }) => {
  test.each(routes)('$name has a title of 60 characters and a description of 155 at most', ({ name }) => {
    const meta = texts(world, 'meta')
    const shown = (key: string) => (meta.get(`${name}.${key}`) ?? '').replace(/\{\{\w+\}\}/g, '')
    expect(meta.get(`${name}.title`)).toBeTruthy()
    expect(meta.get(`${name}.description`)).toBeTruthy()
    expect(shown('title').length).toBeLessThanOrEqual(60)
    expect(shown('description').length).toBeLessThanOrEqual(155)
  })

  test('every error code has words', () => {
    const all = texts(world, 'errors')
    const codes = [...Object.keys(errors), 'required', 'too_short', 'too_long', 'invalid']
    expect(codes.filter((code) => !all.get(code))).toEqual([])
  })
})

test.each(liveWorlds())(
  '$world: what stands on a hidden page fits its picture on a short phone',
  ({ world }) => {
    const all = texts(world, 'material-page')
    for (const key of ['preview.afterBuying', 'preview.afterDownload']) {
      const text = all.get(key) ?? ''
      expect(text.length, text).toBeLessThanOrEqual(28)
      // The picture is 82 px wide there: some twelve letters.
      for (const word of text.split(' ')) expect(word.length, text).toBeLessThanOrEqual(12)
    }
  },
)

test('members are spoken to with one pronoun', () => {
  const forMembers = namespaces.filter(
    (
      namespace, // What worksheets say, they say to pupils.
    ) =>
      !['new-interactive', 'learning-rooms', 'interactive-shop', 'meta', 'ai-templates'].includes(namespace),
  )
  const spoken = (world: LiveWorld) =>
    forMembers.flatMap((namespace) => [...texts(world, namespace).values()])
  const tu = /(?:^|[\s«(])(?:tu|toi|ton|tes)(?=[\s»),.?!])/i
  expect(spoken('fr').filter((text) => tu.test(text))).toEqual([])
  const singular = /(?:^|[\s«(])(?:εσύ|εσένα|σου|διάλεξε|γράψε|έχεις|μπορείς|θέλεις)(?=[\s»),.;!])/i
  expect(spoken('gr').filter((text) => singular.test(text))).toEqual([])
})

test('what is sold has one name in English, on every page and in every mail', () => {
  const other = /\bresources?\b|\bpurchased materials\b/i
  const interfaceTexts = namespaces.flatMap((namespace) =>
    [...texts('en', namespace)].flatMap(([key, text]) => (other.test(text) ? [`${namespace}:${key}`] : [])),
  )
  const articles = globSync('src/shop/content/editorial/texts/*/en/**/*.md', { cwd: root }).filter((file) =>
    other.test(readFileSync(join(root, file), 'utf8')),
  )
  expect([...interfaceTexts, ...articles]).toEqual([])
})

test('every key the code names is there', () => {
  const known = new Set(
    namespaces.flatMap((namespace) => {
      const keys = [...texts('de', namespace).keys()]
      return [...keys, ...stems(keys)].map((key) => `${namespace}:${key}`)
    }),
  )
  const named = sourceFiles(join(root, 'src')).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*'([a-z-]+:[\w.-]+)'/g)].map(([, key = '']) => key),
  )
  expect([...new Set(named)].filter((key) => !known.has(key))).toEqual([])
})

test('no key is unused', () => {
  const mentioned = new Set(
    sourceFiles(join(root, 'src')).flatMap((file) => quotedWords(readFileSync(file, 'utf8'))),
  )
  const isMentioned = (key: string) =>
    dynamicPrefixes.some((prefix) => key.startsWith(prefix)) || mentioned.has(key)
  const keys = namespaces.flatMap((namespace) =>
    stems(texts('de', namespace).keys()).map((key) => `${namespace}:${key}`),
  )
  expect(keys.filter((key) => !isMentioned(key))).toEqual([])
})

/** What stands behind a quote and could be a key, up to its end or to a colon in it. */
function quotedWords(text: string): string[] {
  return [...text.matchAll(/['"`]([\w.:-]+)/g)].flatMap(([, word = '']) =>
    word.split(':').map((_, at, parts) => parts.slice(0, at + 1).join(':')),
  )
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(?:astro|tsx?)$/.test(entry.name) && !entry.name.includes('.test.'),
    )
    .map((entry) => join(entry.parentPath, entry.name))
}
