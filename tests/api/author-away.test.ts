import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadAuthor } from '#loaders/authors.ts'
import { loadMaterial } from '#loaders/material.ts'
import { strangerContext } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'
import type { DeskCase } from '#platform/rules/contract/moderation.ts'
import { dayAt } from '#platform/rules/money/day.ts'
import { mailAnnouncement } from '#shop/selling/announcements/server/mailing.ts'
import { noteAway } from '#shop/selling/authors/server/away.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'

/** What authors arrange on their page: when they are away, which materials come first, what they tell followers. */

let app: TestApp
let author: Person
let other: Person
const page = url('my-author-profile', { world: 'de' })

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'away-author', { isSeller: true })
  other = await member(app, 'away-other', { isSeller: true })
})
afterAll(() => app?.close())

const day = (fromNow: number) => dayAt(new Date(Date.now() + fromNow * 86_400_000), 'Europe/Berlin')
const context = () => strangerContext(app.deps, 'de')

async function authorPage() {
  const loaded = await loadAuthor(
    context(),
    { id: String(author.id), slug: 'away-author' },
    new URLSearchParams(),
  )
  if ('moved' in loaded) throw new Error(`moved to ${loaded.moved}`)
  return loaded
}

test('an absence shows on the page and beside the questions while it lasts, and ends by itself', async () => {
  const materialId = await materialRow(app, { authorId: author.id })
  const save = (from: string, until: string, text = 'Am Meer.') =>
    author.client.submit(page, { intent: 'save-away', from, until, text })
  for (const [from, until] of [
    [day(2), day(1)],
    [day(0), ''],
    ['', day(1)],
    [day(-9), day(-2)],
    [day(0), day(181)],
    ['2026-02-30', day(1)],
    ['9999-01-01', '9999-01-02'],
    ['\u0000', day(1)],
  ] as const)
    expect((await save(from, until)).status, `${from} ${until}`).toBe(422)
  expect((await save(day(0), day(1), 'x'.repeat(301))).status).toBe(422)
  expect((await authorPage()).author.away).toBeNull()

  expect((await save(day(0), day(3))).status).toBe(303)
  const { away } = (await authorPage()).author
  expect([dayAt(new Date(away?.until ?? 0), 'Europe/Berlin'), away?.text]).toEqual([day(3), 'Am Meer.'])
  const material = await loadMaterial(context(), { id: String(materialId), slug: 'brueche-addieren' })
  expect('author' in material && material.author.away?.text).toBe('Am Meer.')
  // Still for sale.
  const cart = await other.client.api('POST', '/v1/cart/items', { materialId })
  expect([200, 201]).toContain(cart.status)

  // Its last moment passes: the job drops the pages once, and nothing is shown any more.
  await noteAway(app.deps)
  await sql`update author_profile set away_from = now() - interval '2 days', away_until = now() - interval '1 second'
    where account_id = ${author.id}`.execute(app.deps.db)
  const { rows: before } = await sql<{ is_away: boolean }>`
    select is_away from author_profile where account_id = ${author.id}`.execute(app.deps.db)
  await Promise.all([noteAway(app.deps), noteAway(app.deps)])
  const { rows: after } = await sql<{ is_away: boolean }>`
    select is_away from author_profile where account_id = ${author.id}`.execute(app.deps.db)
  expect([before[0]?.is_away, after[0]?.is_away]).toEqual([true, false])
  expect((await authorPage()).author.away).toBeNull()

  expect((await save(day(5), day(9))).status).toBe(303)
  expect((await authorPage()).author.away).toBeNull()
  expect((await save('', '')).status).toBe(303)
  const put = { from: day(0), until: day(0), text: '' }
  expect((await author.client.api('PUT', '/v1/user/away', put)).status).toBe(200)
  expect((await authorPage()).author.away?.text).toBe('')
})

test('pinned materials come first, in the order their author gave them; only the own and public ones', async () => {
  const ids: number[] = []
  for (const nth of [1, 2, 3, 4, 5, 6, 7])
    ids.push(await materialRow(app, { authorId: author.id, title: `Angeheftet ${nth}` }))
  const draft = await materialRow(app, { authorId: author.id, status: 'draft' })
  const foreign = await materialRow(app, { authorId: other.id })
  const pin = (materialId: number | undefined, intent = 'pin-material') =>
    author.client.submit(page, { intent, materialId: String(materialId) })
  const pinned = async () => (await authorPage()).shop.pinned.map(({ id }) => id)
  expect([(await pin(draft)).status, (await pin(foreign)).status]).toEqual([404, 404])
  const [first = 0, second = 0, third = 0] = ids
  for (const id of [first, second, second, third]) expect((await pin(id)).status).toBe(303)
  expect(await pinned()).toEqual([first, second, third])
  await pin(third, 'move-pin-up')
  await pin(first, 'move-pin-up')
  await pin(second, 'move-pin-down')
  expect(await pinned()).toEqual([first, third, second])

  // What is taken out of the shop is not shown, and a page of results shows no pins.
  await app.deps.db.updateTable('material').set({ status: 'unlisted' }).where('id', '=', third).execute()
  expect(await pinned()).toEqual([first, second])
  // It waits at its place, whatever is done with the others meanwhile.
  await pin(second, 'move-pin-up')
  expect(await pinned()).toEqual([second, first])
  expect((await pin(third, 'move-pin-up')).status).toBe(404)
  await app.deps.db.updateTable('material').set({ status: 'published' }).where('id', '=', third).execute()
  expect(await pinned()).toEqual([second, third, first])
  await pin(third, 'unpin-material')
  await pin(first, 'unpin-material')
  expect((await pin(first, 'unpin-material')).status).toBe(404)
  expect(await pinned()).toEqual([second])

  const put = (materialIds: number[]) => author.client.api('PUT', '/v1/user/pins', { materialIds })
  expect((await put(ids.filter((id) => id !== third).toReversed())).status).toBe(200)
  expect((await put([first, foreign])).status).toBe(404)
  const extra = await materialRow(app, { authorId: author.id, title: 'Eins zu viel' })
  expect((await pin(extra)).status).toBe(422)
  expect(await pinned()).toEqual(ids.filter((id) => id !== third).toReversed())
  // Two windows at once: both wishes are kept.
  await put([first])
  await Promise.all([pin(second), pin(extra)])
  expect((await pinned()).toSorted()).toEqual([first, second, extra].toSorted())
  // A page that is older than what is stored moves its one, and brings nothing back.
  await put([first, second, third])
  await put([third, extra, first])
  expect((await pin(first, 'move-pin-up')).status).toBe(303)
  expect((await pin(second, 'move-pin-down')).status).toBe(404)
  expect(await pinned()).toEqual([third, first, extra])
  // Four presses at once are four steps.
  await Promise.all([1, 2, 3, 4].map(() => pin(extra, 'move-pin-up')))
  expect(await pinned()).toEqual([extra, third, first])
})

test('an announcement goes to followers once a week, by mail as they have set it; it is looked at first and can be reported', async () => {
  const fan = await member(app, 'away-fan')
  const quiet = await member(app, 'away-quiet')
  const moderator = await member(app, 'away-moderator', { role: 'moderator' })
  const home = url('author', { world: 'de', id: author.id, slug: 'away-author' })
  for (const person of [fan, quiet])
    expect((await person.client.submit(home, { intent: 'follow-author' })).status).toBe(303)
  await sql`
    with reader as (insert into mail_recipient (email) values (${quiet.email}) on conflict (email) do update set email = excluded.email returning id)
    insert into mail_optout (recipient_id, partition) select id, 'following' from reader`.execute(app.deps.db)
  const mails = async () => {
    const { rows } = await sql<{ recipient: string; html: string }>`
      select recipient, html from mail where template = 'author-news' order by id`.execute(app.deps.db)
    return rows
  }
  const words = 'Das neue Heft zu Brüchen ist da <b>heute</b>.'
  const form = (intent: string, text: string) => author.client.submit(page, { intent, text })
  expect((await form('preview-announcement', 'kurz')).status).toBe(422)
  expect((await form('preview-announcement', words)).status).toBe(200)
  expect(await mails()).toEqual([])
  expect((await fan.client.api('POST', '/v1/announcements', { text: words })).status).toBe(403)

  // Two presses are one announcement; another one has to wait.
  const sent = await Promise.all([form('send-announcement', words), form('send-announcement', words)])
  expect(sent.map(({ status }) => status)).toEqual([303, 303])
  expect((await form('send-announcement', 'Und gleich noch eine.')).status).toBe(429)
  // Not "wait a moment": the day from which on it is possible.
  const early = await author.client.api('POST', '/v1/announcements', { text: 'Und gleich noch eine.' })
  const { code, possibleAt } = early.json<{ error: { code: string; possibleAt: string } }>().error
  const inDays = (Date.parse(possibleAt) - Date.now()) / 86_400_000
  expect([early.status, code, Math.ceil(inDays)]).toEqual([429, 'too_early', 7])
  const { announcement } = await authorPage()
  expect(announcement?.text).toBe(words)
  const announcementId = announcement?.id ?? 0
  for (const _ of [1, 2]) await mailAnnouncement(app.deps, { world: 'de', announcementId })
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([fan.email])
  expect((await mails())[0]?.html).toContain('&lt;b&gt;heute&lt;/b&gt;')
  expect((await mails())[0]?.html).toContain(`author-${author.id}`)

  const report = await createClient(app.base).submit(home, {
    ...{ intent: 'report-announcement', announcementId: String(announcementId), reason: 'other' },
    ...{
      text: 'Das ist Werbung für etwas anderes.',
      name: 'Ida Notiz',
      email: 'ida@school.example',
      goodFaith: '1',
    },
  })
  expect(report.headers.location).toBe(`${home}#report-sent`)
  const { cases } = (await moderator.client.get('/api/v1/moderation/cases?world=de')).json<{
    cases: DeskCase[]
  }>()
  const found = cases.find(({ target }) => target.kind === 'announcement')
  expect(found?.target).toMatchObject({ id: announcementId, title: 'away-author', url: home, text: words })
  const decision = await moderator.client.api('POST', `/v1/moderation/cases/${found?.id}/decision?world=de`, {
    ...{ outcome: 'removed', category: 'other', ground: 'terms', rule: 'Unsere Regeln' },
    facts: 'Das ist Werbung für einen anderen Laden.',
  })
  expect(decision.status, decision.text).toBe(201)
  expect((await authorPage()).announcement).toBeUndefined()
  await mailAnnouncement(app.deps, { world: 'de', announcementId })
  expect(await mails()).toHaveLength(1)

  await sql`update author_announcement set created_at = now() - interval '8 days'`.execute(app.deps.db)
  expect((await form('send-announcement', 'Eine Woche später.')).status).toBe(303)
  const next = (await authorPage()).announcement?.id
  expect((await other.client.api('DELETE', `/v1/announcements/${next}`)).status).toBe(404)
  expect((await author.client.api('DELETE', `/v1/announcements/${next}`)).status).toBe(200)
  expect((await authorPage()).announcement).toBeUndefined()
})
