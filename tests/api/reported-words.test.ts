import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import type { DeskCase } from '#platform/rules/contract/moderation.ts'
import { materialRow, member, oldMembers, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'

/** Reviews, questions and comments that are reported by themselves, held back, decided, given back. */

let app: TestApp
let author: Person
let buyer: Person
let moderator: Person
let other: Person
let materialId: number

beforeAll(async () => {
  app = await openTestApp({ environment: { TRUSTED_PROXIES: '1' } })
  author = await member(app, 'words-author', { isSeller: true })
  buyer = await member(app, 'words-buyer')
  moderator = await member(app, 'words-moderator', { role: 'moderator' })
  other = await member(app, 'words-other-moderator', { role: 'moderator' })
  materialId = await materialRow(app, { authorId: author.id })
})
afterAll(() => app.close())

const stranger = () => createClient(app.base)
const notice = (nth: number | string) => ({
  ...{ reason: 'other', text: 'Das ist eine Beleidigung und keine Bewertung.', name: 'Ida Notiz' },
  ...{ email: `notice-${nth}@school.example`, goodFaith: true },
})

async function report(path: string, nth: number | string): Promise<number> {
  return (await stranger().api('POST', `${path}?world=de`, notice(nth))).status
}

/** A report of a member at `198.51.<network>.7`. */
async function reportAs(person: Person, network: number, path: string, more: object = {}): Promise<number> {
  const body = { ...notice(person.id), email: person.email, ...more }
  const headers = { 'X-Forwarded-For': `198.51.${network}.7` }
  return (await person.client.api('POST', `${path}?world=de`, body, headers)).status
}

async function seen() {
  const answer = await stranger().get(`/api/v1/materials/${materialId}?world=de`)
  const { reviews, questions, rating, stars } = answer.json<MaterialDetail>()
  return { reviews: reviews.map(({ id }) => id), questions: questions.map(({ id }) => id), rating, stars }
}

async function caseOf(kind: string, id: number): Promise<DeskCase> {
  const { cases } = (await moderator.client.get('/api/v1/moderation/cases?world=de')).json<{
    cases: DeskCase[]
  }>()
  const found = cases.find(({ target }) => target.kind === kind && target.id === id)
  if (found === undefined) throw new Error(`no case about ${kind} ${id}`)
  return found
}

async function decide(person: Person, about: DeskCase, outcome: string): Promise<number> {
  const reasons = {
    category: 'other',
    ground: 'terms',
    rule: 'Unsere Regeln, Punkt 4',
    facts: 'Ich habe beides gelesen und abgewogen.',
  }
  const path = `/v1/moderation/cases/${about.id}/decision?world=de`
  return (await person.client.api('POST', path, { ...reasons, outcome })).status
}

async function review(rating: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with rated as (
      update material set rating_sum = rating_sum + ${rating}::integer, rating_count = rating_count + 1,
        star_counts[${rating}::integer] = star_counts[${rating}::integer] + 1
      where world = 'de' and id = ${materialId}
    )
    insert into review (world, material_id, account_id, rating, text, language)
    values ('de', ${materialId}, ${buyer.id}, ${rating}, 'Sehr grobe Worte.', 'de') returning id`.execute(
    app.deps.db,
  )
  return Number(rows[0]?.id)
}

test('strangers, new members and one network hide nothing; three members do, the desk gives it back, and then no number hides it', async () => {
  const id = await review(2)
  const path = `/v1/reviews/${id}/reports`
  for (const nth of [1, 1, 2, 3, 'x']) expect(await report(path, nth)).toBe(200)
  const fresh = [await member(app, 'fresh-0'), await member(app, 'fresh-1'), await member(app, 'fresh-2')]
  for (const [nth, person] of fresh.entries()) expect(await reportAs(person, nth, path)).toBe(200)
  expect((await seen()).reviews).toEqual([id])
  const [first, second, third, fourth] = (await oldMembers(app, 'review-reporter', 4)) as [
    Person,
    Person,
    Person,
    Person,
  ]
  for (const person of [first, second, third]) expect(await reportAs(person, 7, path)).toBe(200)
  expect((await seen()).reviews).toEqual([id])
  expect(await reportAs(fourth, 8, path)).toBe(200)
  expect((await seen()).reviews).toEqual([id])
  const [fifth] = (await oldMembers(app, 'fifth-reporter', 1)) as [Person]
  expect(await reportAs(fifth, 9, path)).toBe(200)
  expect(await seen()).toMatchObject({ reviews: [], rating: { average: 2, count: 1 } })
  expect(await report(path, 4)).toBe(404)
  const about = await caseOf('review', id)
  expect(about).toMatchObject({
    affected: { id: buyer.id },
    target: { text: 'Sehr grobe Worte.', state: 'held' },
  })
  expect(about.reports).toHaveLength(12)
  expect(await decide(moderator, about, 'kept')).toBe(201)
  expect((await seen()).reviews).toEqual([id])
  const others = await oldMembers(app, 'later-reporter', 4)
  for (const [nth, person] of others.entries()) expect(await reportAs(person, nth, path)).toBe(200)
  expect((await seen()).reviews).toEqual([id])

  expect(await decide(other, await caseOf('review', id), 'removed')).toBe(201)
  expect(await seen()).toMatchObject({ reviews: [], rating: null, stars: [0, 0, 0, 0, 0] })
  const mails = await app.deps.db
    .selectFrom('mail')
    .select('text')
    .where('recipient', '=', buyer.email)
    .execute()
  expect(mails.some(({ text }) => text.includes('Ich habe beides gelesen'))).toBe(true)
})

test('a question is reported by itself; one that waits for its answer is nobody’s to report', async () => {
  const asked = await buyer.client.api('POST', `/v1/materials/${materialId}/questions?world=de`, {
    text: 'Passt das für Klasse 6, du Esel?',
  })
  const { id } = asked.json<{ id: number }>()
  expect(await report(`/v1/questions/${id}/reports`, 'a')).toBe(404)
  await author.client.api('PUT', `/v1/questions/${id}/answer?world=de`, { text: 'Ja.' })
  const onPage = await stranger().api('POST', `/v1/materials/${materialId}/reports?world=de`, {
    ...notice('a'),
    about: `question-${id}`,
  })
  expect(onPage.status, onPage.text).toBe(200)
  const elsewhere = await materialRow(app, { authorId: author.id })
  const wrong = await stranger().api('POST', `/v1/materials/${elsewhere}/reports?world=de`, {
    ...notice('b'),
    about: `question-${id}`,
  })
  expect(wrong.status).toBe(404)
  for (const about of ['question-0', 'question-1 or 1=1', 'comment-0', 'post-1'])
    expect(
      (
        await stranger().api('POST', `/v1/materials/${materialId}/reports?world=de`, {
          ...notice('b'),
          about,
        })
      ).status,
    ).toBe(422)
  for (const [nth, person] of (await oldMembers(app, 'question-reporter', 3)).entries())
    expect(await reportAs(person, nth, `/v1/questions/${id}/reports`)).toBe(200)
  expect((await seen()).questions).toEqual([])
  const about = await caseOf('question', id)
  expect(about.target.text).toContain('du Esel')
  expect(await decide(moderator, about, 'kept')).toBe(201)
  expect((await seen()).questions).toEqual([id])
})

test('a comment that three people reported is not its post’s author to show again', async () => {
  const post = { title: 'Freitagsritual', source: 'Ein Text, der lang genug zum Lesen ist.' }
  const { id: postId } = (await author.client.api('POST', '/v1/posts?world=de', post)).json<{ id: number }>()
  await author.client.api('PUT', `/v1/posts/${postId}/published?world=de`)
  const written = await buyer.client.api('POST', `/v1/posts/${postId}/comments?world=de`, {
    text: 'Grobe Worte.',
  })
  const { id } = written.json<{ id: number }>()
  const shown = async () =>
    (await stranger().get(`/api/v1/posts/${postId}/comments?world=de`)).json<{ comments: unknown[] }>()
      .comments.length
  for (const [nth, person] of (await oldMembers(app, 'comment-reporter', 3)).entries())
    expect(await reportAs(person, nth, `/v1/posts/${postId}/reports`, { commentId: id })).toBe(200)
  expect(await shown()).toBe(0)
  await author.client.api('DELETE', `/v1/comments/${id}/hidden?world=de`)
  expect(await shown()).toBe(0)
  expect(await decide(moderator, await caseOf('comment', id), 'kept')).toBe(201)
  expect(await shown()).toBe(1)
})
