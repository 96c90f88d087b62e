import { liveWorlds } from '#platform/routing/worlds.ts'
import { htmlProblems } from '../html/validate.ts'
import { crawl, type SeenPage } from '../support/crawl.ts'
import { createClient } from '../support/http-client.ts'
import { searchEngineProblems } from '../support/search-engine.ts'
import { castPassword, expect, test } from './fixtures.ts'

const maxPages = 260

async function expectAllValid(pages: ReadonlyMap<string, SeenPage>): Promise<void> {
  const problems: string[] = []
  for (const [path, { html }] of pages) {
    if (html !== undefined) problems.push(...(await htmlProblems(html)).map((line) => `${path} ${line}`))
  }
  expect(problems.slice(0, 40)).toEqual([])
}

for (const { world } of liveWorlds()) {
  test(`${world}: no link is broken and every page is valid HTML and fit for search engines`, async ({
    client,
  }) => {
    test.slow()
    const { pages, broken, hops } = await crawl(client, [`/${world}`], maxPages)
    expect(broken).toEqual([])
    expect(searchEngineProblems(pages, hops).slice(0, 40)).toEqual([])
    expect(pages.size).toBeGreaterThanOrEqual(150)
    await expectAllValid(pages)
  })
}

test('the pages of a member: no link is broken and every page is valid HTML', async ({ baseURL }) => {
  test.slow()
  const client = createClient(baseURL ?? '')
  const answer = await client.api('POST', '/v3/oauth2/authenticate', {
    grant_type: 'password',
    username: 'seller@aularium.example',
    password: castPassword,
  })
  expect(answer.status).toBe(200)
  const starts = [
    '/de/konto',
    '/de/konto/verkauf',
    '/de/konto/verkauf/hochladen',
    '/de/konto/gekaufte-materialien',
  ]
  const { pages, broken } = await crawl(client, starts, 80)
  expect(broken).toEqual([])
  await expectAllValid(pages)
  client.close()
})

test('nothing in the build tells secrets', async ({ client }) => {
  for (const path of [
    '/.env',
    '/.git/config',
    '/package.json',
    '/src/platform/start/main.ts',
    '/dist/server/entry.mjs',
    '/secret',
    '/.data/secret',
  ]) {
    expect((await client.get(path)).status, path).toBe(404)
  }
})
