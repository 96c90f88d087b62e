import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cookies } from '#features'
import { platformCookies } from '#platform/http/send/cookies.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'

const root = join(import.meta.dirname, '../..')

test.each(liveWorldCodes)('%s: the privacy page names every cookie we set, and no other', (world) => {
  const page = readFileSync(join(root, `src/shop/content/editorial/texts/info/${world}/privacy.md`), 'utf8')
  const named = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  const ours = [...platformCookies, ...cookies].map(({ name }) => name)
  expect(named.sort()).toEqual(ours.sort())
})
