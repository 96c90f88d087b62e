import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { flatten, readMessages } from '../../src/platform/i18n/messages.ts'
import { liveWorlds } from '../../src/platform/routing/worlds.ts'

const root = join(import.meta.dirname, '../..')
const texts = 'src/shop/content/editorial/texts'
const messages = readMessages(join(root, 'locales'))

/** Texts that name a button, filter or page of the product, and where that one's words stand. */
const cited: readonly (readonly [file: (world: string) => string, namespace: string, key: string])[] = [
  [(world) => `${texts}/charity/${world}/give-material.md`, 'search', 'onlyFree'],
  [(world) => `${texts}/faq/${world}/free-materials.md`, 'search', 'onlyFree'],
  [(world) => `locales/${world}/landing.json`, 'search', 'onlyFree'],
  [(world) => `${texts}/info/${world}/terms.md`, 'cabinet-materials', 'title'],
  [(world) => `${texts}/info/${world}/terms.md`, 'common', 'licence.additional'],
  [(world) => `locales/${world}/thank-you-page.json`, 'cabinet-materials', 'title'],
]

test.each(liveWorlds().map(({ world }) => world))('texts of %s cite labels by their words', (world) => {
  const wrong = cited.flatMap(([file, namespace, key]) => {
    const label = labelOf(world, namespace, key)
    const text = readFileSync(join(root, file(world)), 'utf8').replaceAll(/\s/g, ' ')
    const quoted = [`„${label}“`, `«${label}»`, `« ${label} »`, `“${label}”`]
    return quoted.some((each) => text.includes(each)) ? [] : [`${file(world)}: ${label}`]
  })
  expect(wrong).toEqual([])
})

/** Help articles that quote something else, too: what may be searched for, a good title, the dialogue of a browser. */
const othersWords: Readonly<Record<string, number>> = { find: 3, upload: 1, printing: 2, download: 1 }

test.each(liveWorlds().map(({ world }) => world))('help of %s quotes what stands on the page', (world) => {
  const plain = (words: string) => words.replaceAll(/\s+/g, ' ').trim()
  const labels = new Set(
    Object.values(messages.get(world) ?? {}).flatMap((one) => flatten(one).map(([, words]) => plain(words))),
  )
  for (const file of globSync(`${texts}/help/${world}/*.md`, { cwd: root })) {
    const [, body = ''] = /^---\n[\s\S]*?\n---\n([\s\S]*)$/.exec(readFileSync(join(root, file), 'utf8')) ?? []
    const quoted = [...body.matchAll(/„([^“]+)“|«([^»]+)»|“([^”]+)”/g)].map((found) =>
      plain(found.slice(1).find((words) => words !== undefined) ?? ''),
    )
    const key = basename(file, '.md')
    const unknown = quoted.filter((words) => !labels.has(words))
    expect([key, unknown, unknown.length <= (othersWords[key] ?? 0)]).toEqual([key, unknown, true])
  }
})

function labelOf(world: string, namespace: string, key: string): unknown {
  const words: unknown = JSON.parse(readFileSync(join(root, `locales/${world}/${namespace}.json`), 'utf8'))
  return key
    .split('.')
    .reduce((part: unknown, step) => (part as Record<string, unknown> | undefined)?.[step], words)
}
