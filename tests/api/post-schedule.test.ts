import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishDue } from '#server/features/posts/schedule.ts'
import type { OwnPost } from '#shared/contract/post.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'

/** Drafts that come out by themselves, and what posts said before. */

let app: TestApp
let author: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'schedule-author', { isSeller: true })
})
afterAll(() => app.close())

async function draft(source = 'Ein Text, der lang genug zum Lesen ist.'): Promise<OwnPost> {
  const answer = await author.client.api('POST', '/v1/posts?world=de', { title: 'Stationenlernen', source })
  expect(answer.status, answer.text).toBe(201)
  return answer.json<OwnPost>()
}

function schedule(id: number, at: { day: string; hour: number }, person = author) {
  return person.client.api('PUT', `/v1/posts/${id}/schedule?world=de`, at)
}

/** In summer and in winter: the hour is that of the world's clock, not of Greenwich. */
function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

const isPublic = async (id: number) =>
  (await createClient(app.base).get(`/api/v1/posts/${id}?world=de`)).status === 200

test('a draft comes out at its hour, once, however many workers look', async () => {
  const { id } = await draft()
  const day = dayFromNow(3)
  const answer = await schedule(id, { day, hour: 9 })
  expect(answer.status, answer.text).toBe(200)
  const { publishAt } = answer.json<OwnPost>()
  const there = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Berlin',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  expect(there.format(new Date(publishAt ?? ''))).toBe(`${day} 09:00`)
  await publishDue(app.deps)
  expect(await isPublic(id)).toBe(false)
  await sql`update post set publish_at = now() - interval '1 minute' where id = ${id}`.execute(app.deps.db)
  await Promise.all([publishDue(app.deps), publishDue(app.deps), publishDue(app.deps)])
  expect(await isPublic(id)).toBe(true)
  const own = (await author.client.api('GET', `/v1/posts/${id}/source?world=de`)).json<OwnPost>()
  expect([own.status, own.publishAt]).toEqual(['published', null])
})

test('the date can be taken back; the past, far futures, empty and foreign posts are refused', async () => {
  const { id } = await draft()
  expect((await schedule(id, { day: dayFromNow(2), hour: 0 })).status).toBe(200)
  const stopped = await author.client.api('DELETE', `/v1/posts/${id}/schedule?world=de`)
  expect(stopped.json<OwnPost>().publishAt).toBeNull()
  for (const day of [dayFromNow(-1), dayFromNow(400), '2026-02-30', 'tomorrow'])
    expect((await schedule(id, { day, hour: 9 })).status, day).toBe(422)
  expect((await schedule(id, { day: dayFromNow(2), hour: 24 })).status).toBe(422)
  expect((await schedule((await draft('')).id, { day: dayFromNow(2), hour: 9 })).status).toBe(422)
  const other = await member(app, 'schedule-other', { isSeller: true })
  expect((await schedule(id, { day: dayFromNow(2), hour: 9 }, other)).status).toBe(404)
  expect((await other.client.api('GET', `/v1/posts/${id}/versions?world=de`)).status).toBe(404)
})

test('what a post said before is kept: the newest twenty', async () => {
  let { id, version } = await draft('Fassung 0, lang genug zum Lesen.')
  for (let nth = 1; nth <= 22; nth++) {
    const body = { title: 'Stationenlernen', source: `Fassung ${nth}, lang genug zum Lesen.`, version }
    const answer = await author.client.api('PUT', `/v1/posts/${id}?world=de`, body)
    expect(answer.status, answer.text).toBe(200)
    ;({ id, version } = answer.json<OwnPost>())
  }
  const answer = await author.client.api('GET', `/v1/posts/${id}/versions?world=de`)
  const { versions } = answer.json<{ versions: { source: string }[] }>()
  expect(versions).toHaveLength(20)
  expect([versions[0]?.source, versions.at(-1)?.source]).toEqual([
    'Fassung 21, lang genug zum Lesen.',
    'Fassung 2, lang genug zum Lesen.',
  ])
})
