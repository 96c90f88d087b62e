import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { liveWorlds } from '../../src/platform/routing/worlds.ts'

const root = join(import.meta.dirname, '../..')
const texts = 'src/shop/content/editorial/texts'

/** Texts that name a button, filter or page of the product, and where that one's words stand. */
const cited: readonly (readonly [file: (world: string) => string, namespace: string, key: string])[] = [
  [(world) => `${texts}/charity/${world}/give-material.md`, 'search', 'onlyFree'],
  [(world) => `${texts}/info/${world}/faq.md`, 'search', 'onlyFree'],
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

function labelOf(world: string, namespace: string, key: string): unknown {
  const words: unknown = JSON.parse(readFileSync(join(root, `locales/${world}/${namespace}.json`), 'utf8'))
  return key
    .split('.')
    .reduce((part: unknown, step) => (part as Record<string, unknown> | undefined)?.[step], words)
}
