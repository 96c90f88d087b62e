import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadTool, loadTools } from '#loaders/exercises/ai-tools.ts'
import { strangerContext } from '#platform/context/context.ts'
import { translator } from '#platform/i18n/translate.ts'
import { url } from '#platform/routing/url.ts'
import { liveWorldCodes } from '#platform/rules/contract/world.ts'
import { allowances, runLimits } from '#shop/ai/ai-tools/rules/allowance.ts'
import type { Mine } from '#shop/ai/ai-tools/rules/contract.ts'
import { tools } from '#shop/ai/ai-tools/rules/tools/tool-list.ts'
import { exampleOf } from '#shop/ai/ai-tools/server/examples.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'

let app: TestApp
let teacher: Person
let other: Person
const words = ['Igel', 'Fuchs', 'Dachs', 'Hase']

beforeAll(async () => {
  app = await openTestApp()
  teacher = await member(app, 'ai-teacher')
  other = await member(app, 'ai-other')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.deps.db.deleteFrom('ai_run').execute()
  await app.deps.db.deleteFrom('ai_favorite').execute()
})

async function run(person: Person, tool: string, inputs: object, more: object = {}) {
  return await person.client.api('POST', '/v3/ai/runs', { tool_id: tool, inputs, ...more })
}

async function started(person: Person, tool: string, inputs: object, more: object = {}): Promise<number> {
  const answer = await run(person, tool, inputs, more)
  expect(answer.status, answer.text).toBe(202)
  return answer.json<{ run_id: number }>().run_id
}

async function streamed(person: Person, id: number, lastEventId?: string) {
  const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  return await person.client.api('GET', `/v3/ai/runs/${id}/stream`, undefined, headers)
}

describe('a run', () => {
  test('is streamed as numbered events, and the same inputs make the same bytes', async () => {
    const [one, two] = [
      await started(teacher, 'word-search', { words, size: 8 }, { idempotency_key: 'a' }),
      await started(teacher, 'word-search', { words: words.join('\n'), size: '8' }, { idempotency_key: 'b' }),
    ]
    expect(one).not.toBe(two)
    const [first, second] = [await streamed(teacher, one), await streamed(teacher, two)]
    expect(first.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(second.text.replace(`"run_id":${two}`, `"run_id":${one}`)).toBe(first.text)
    const events = [...first.text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name)
    expect(events[0]).toBe('meta')
    expect(events.filter((name) => name === 'block').length).toBeGreaterThan(3)
    expect(events.slice(-2)).toEqual(['usage', 'done'])
    // Who lost the connection goes on behind the last event they saw.
    const rest = await streamed(teacher, one, '3')
    expect(rest.text).toContain('id: 4\n')
    expect(rest.text).not.toContain('id: 3\n')
    expect((await streamed(other, one)).status).toBe(404)
    expect((await streamed(teacher, 999_999)).status).toBe(404)
  })

  test('counts once, however often it is sent, and not at all when it makes nothing', async () => {
    const twice = await Promise.all([
      started(teacher, 'word-search', { words, size: 9 }),
      started(teacher, 'word-search', { words, size: 9 }),
    ])
    expect(new Set(twice).size).toBe(1)
    const again = { idempotency_key: 'once' }
    expect(await started(teacher, 'bingo', { terms: 'abcdefghijkl'.split('') }, again)).toBe(
      await started(teacher, 'bingo', { terms: 'abcdefghijkl'.split('') }, again),
    )
    expect((await run(teacher, 'word-search', { words: ['Haus', 'Hausboot'] })).status).toBe(422)
    expect((await mine(teacher)).allowance.day.used).toBe(2)
  })

  test.each([
    ['word-search', {}, 'words'],
    ['word-search', { words: ['eins'] }, 'words'],
    ['word-search', { words: ['Donaudampfschiff', 'Rad'], size: 8 }, 'size'],
    ['word-search', { words, size: 7.5 }, 'size'],
    ['word-search', { words, size: 400 }, 'size'],
    ['word-search', { words, colour: 'red' }, 'colour'],
    ['word-search', { words: { a: 1 } }, 'words'],
    ['crossword', { clues: ['nur ein Wort', 'und = eins'] }, 'clues'],
    ['arithmetic', { sums: 'root' }, 'sums'],
    ['arithmetic', { sums: ['plus'] }, 'sums'],
    ['gap-text', { source: 'x'.repeat(20_001) }, 'source'],
    ['gap-text', { source: '🙂🙂🙂' }, 'source'],
    ['gap-text', { source: ' \u200b ' }, 'source'],
    ['groups', { names: ['Ada', 'Ada'] }, 'names'],
    ['groups', { names: ['Ada', 'Ben', 'Cem'], apart: ['Ada, Zoe'] }, 'apart'],
    ['no-such-tool', {}, 'tool_id'],
  ])('%s with %j: refused at its field, and nothing is counted', async (tool, inputs, field) => {
    const answer = await run(teacher, tool, inputs)
    expect(answer.status, answer.text).toBe(422)
    expect(answer.text).toContain(`"${field}"`)
    expect((await mine(teacher)).allowance.day.used).toBe(0)
  })

  test('whatever is typed ends in a result or a refusal', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      'a\u0000b',
      '‮evil',
      '=cmd()',
      '[x](javascript:1)',
      'ẞ'.repeat(60),
    ]
    for (const [at, text] of hostile.entries()) {
      const answer = await run(teacher, 'gap-text', { source: `${text} ist ein Wort. `.repeat(6) })
      expect([202, 422], `${at}: ${answer.text}`).toContain(answer.status)
    }
  })

  test('is stopped, and then nothing is counted', async () => {
    const { id } = await app.deps.db
      .insertInto('ai_run')
      .values({
        ...{ world: 'de', account_id: teacher.id, tool: 'bingo', language: 'de', units: 1 },
        inputs_hash: Buffer.from('x'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await other.client.api('DELETE', `/v3/ai/runs/${id}`)).status).toBe(404)
    expect((await mine(teacher)).allowance.day.used).toBe(1)
    for (let times = 0; times < 2; times += 1)
      expect((await teacher.client.api('DELETE', `/v3/ai/runs/${id}`)).status).toBe(200)
    expect((await mine(teacher)).allowance.day.used).toBe(0)
    expect((await streamed(teacher, id)).text).toContain('event: error\ndata: {"code":"cancelled"}')
  })

  test('20,000 characters take less than two seconds, and cached pages are served meanwhile', async () => {
    const sentence =
      'Die Biene sammelt Nektar in der Blüte und trägt Pollen zum Bienenstock am Waldrand zurück. '
    const source = sentence.repeat(300).slice(0, 20_000)
    const start = performance.now()
    await started(teacher, 'gap-text', { source, gapCount: 40 })
    expect(performance.now() - start).toBeLessThan(2000)
  })
})

async function mine(person: Person): Promise<Mine> {
  return (await person.client.api('GET', '/v3/ai/mine')).json<Mine>()
}

async function used(person: Person, units: number, more: { hours?: number; state?: 'running' } = {}) {
  await app.deps.db
    .insertInto('ai_run')
    .values({
      ...{
        world: 'de',
        account_id: person.id,
        tool: 'bingo',
        language: 'de',
        units,
        state: more.state ?? 'done',
      },
      inputs_hash: Buffer.from('x'),
      created_at: new Date(Date.now() - (more.hours ?? 0) * 3_600_000),
    })
    .execute()
}

test.each(liveWorldCodes)('%s: a quiz becomes an exercise whose keys are right', async (world) => {
  const source = translator(world)('ai-tools:examples.quiz.source')
  const started = await teacher.client.api('POST', `/v3/ai/runs?world=${world}`, {
    ...{ tool_id: 'quiz', inputs: { source, quizCount: 6 }, language: world },
  })
  const { run_id: id } = started.json<{ run_id: number }>()
  const foreign = await other.client.api('POST', `/v3/ai/runs/${id}/exercise?world=${world}`, {})
  expect(foreign.status).toBe(404)
  const made = await teacher.client.api('POST', `/v3/ai/runs/${id}/exercise?world=${world}`, {})
  expect(made.status, made.text).toBe(200)
  const { unit_id: unit } = made.json<{ unit_id: number }>()
  const { content } = (await teacher.client.api('GET', `/v3/units/${unit}?world=${world}`)).json<{
    content: { pages: { elements: { type: string; data: { options?: { weight: number }[] } }[] }[] }
  }>()
  const elements = content.pages.flatMap((page) => page.elements)
  expect(elements).toHaveLength(6)
  for (const { type, data } of elements) {
    expect(['choice', 'short_text']).toContain(type)
    if (type === 'choice') expect(data.options?.filter(({ weight }) => weight === 1)).toHaveLength(1)
  }
})

test('a result without questions makes no exercise', async () => {
  const id = await started(teacher, 'bingo', { terms: 'abcdefghijkl'.split('') })
  expect((await teacher.client.api('POST', `/v3/ai/runs/${id}/exercise`, {})).status).toBe(422)
})

describe('the allowance', () => {
  test('ends a day, and says when it begins again', async () => {
    await used(teacher, allowances.member.day)
    const answer = await run(teacher, 'arithmetic', {})
    expect(answer.status).toBe(429)
    expect(answer.text).toContain('reset_at')
    expect((await mine(teacher)).allowance.day).toEqual({ used: 10, limit: 10 })
    expect((await run(other, 'arithmetic', {})).status).toBe(202)
  })

  test('is larger for sellers, who have no limit for a month', async () => {
    const seller = await member(app, 'ai-seller', { isSeller: true })
    expect((await mine(seller)).allowance).toMatchObject({ day: { limit: 30 }, month: null })
  })

  test('two runs at once and no more, but lost ones do not count for ever', async () => {
    for (let n = 0; n < runLimits.atOnce; n += 1) await used(teacher, 1, { state: 'running' })
    expect((await run(teacher, 'arithmetic', {})).status).toBe(429)
    await app.deps.db
      .updateTable('ai_run')
      .set({ created_at: new Date(Date.now() - 600_000) })
      .execute()
    expect((await run(teacher, 'arithmetic', {})).status).toBe(202)
  })

  test('many at once never get more than there is', async () => {
    await used(teacher, allowances.member.day - 2)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => run(teacher, 'arithmetic', { count: 4 + n })),
    )
    expect(answers.filter(({ status }) => status === 202).length).toBeLessThanOrEqual(2)
    expect((await mine(teacher)).allowance.day.used).toBeLessThanOrEqual(allowances.member.day)
  })
})

describe('pages', () => {
  test.each(liveWorldCodes)('%s: every tool has a page with an example of its result', async (world) => {
    const client = createClient(app.base)
    for (const tool of tools) {
      expect(exampleOf(tool, world).length, `${tool.id} in ${world}`).toBeGreaterThan(1)
      const page = await client.get(url('ai-tool', { world, tool: tool.id }))
      expect(page.status).toBe(200)
    }
    expect(() => loadTool(strangerContext(app.deps, world), { tool: 'no-such-tool' })).toThrow()
  })

  test('the list is searched and narrowed without scripts', () => {
    const find = (query: string) =>
      loadTools(strangerContext(app.deps, 'de'), new URLSearchParams(query)).found.map(({ id }) => id)
    expect(find('')).toHaveLength(tools.length)
    expect(find('query=BINGO')).toEqual(['bingo'])
    expect(find('query=luckentext')).toEqual(['gap-text'])
    expect(find('category=class')).toContain('groups')
    expect(find('category=class')).not.toContain('bingo')
    expect(find('query=%00%F0%9F%99%82')).toEqual([])
    expect(find('category=no-such')).toHaveLength(tools.length)
  })

  test('a form without scripts ends on the page of its result; mistakes keep what was typed', async () => {
    const page = url('ai-tool', { world: 'de', tool: 'word-search' })
    const wrong = await teacher.client.submit(page, {
      intent: 'run-tool',
      words: 'Igel\nIgelhaus',
      size: '9',
    })
    expect(wrong.status).toBe(422)
    const done = await teacher.client.submit(page, {
      intent: 'run-tool',
      words: words.join('\n'),
      size: '9',
      hidden: 'easy',
    })
    expect(done.status).toBe(303)
    const address = done.headers.location ?? ''
    const id = Number(address.split('/').at(-1))
    expect((await streamed(teacher, id)).text).toContain('"type":"grid"')
    expect((await teacher.client.get(address)).status).toBe(200)
    expect((await streamed(other, id)).status).toBe(404)
  })

  test('a stranger is asked to log in', async () => {
    const stranger = createClient(app.base)
    expect((await stranger.api('POST', '/v3/ai/runs', { tool_id: 'bingo', inputs: {} })).status).toBe(401)
    expect((await stranger.api('GET', '/v3/ai/mine')).status).toBe(401)
  })

  test('favourites come and go', async () => {
    const mark = async (isFavorite?: boolean) =>
      (
        await teacher.client.api('POST', '/v3/ai/favorites', {
          tool_id: 'bingo',
          ...(isFavorite !== undefined && { isFavorite }),
        })
      ).json<Mine>().favorites
    expect(await mark()).toEqual(['bingo'])
    expect(await mark(true)).toEqual(['bingo'])
    expect(await mark()).toEqual([])
    const form = await teacher.client.submit(url('ai-tool', { world: 'de', tool: 'groups' }), {
      intent: 'mark-tool',
    })
    expect(form.status).toBe(303)
    expect((await mine(teacher)).favorites).toEqual(['groups'])
    // Pressed twice it stays marked; what takes it away stands beside the marked ones.
    for (const [isFavorite, left] of [
      ['1', ['groups']],
      ['0', []],
    ] as const) {
      await teacher.client.submit(url('ai-tool', { world: 'de', tool: 'groups' }), {
        intent: 'mark-tool',
        isFavorite,
      })
      expect((await mine(teacher)).favorites).toEqual(left)
    }
  })
})
