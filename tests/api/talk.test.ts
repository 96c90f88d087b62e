import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadBoughtMaterial } from '#loaders/account.ts'
import type { Context } from '#platform/context/context.ts'
import { url } from '#platform/routing/url.ts'
import type { NotePage } from '#platform/rules/contract/feedback.ts'
import type { MaterialDetail } from '#platform/rules/contract/material.ts'
import type { DeskCase } from '#platform/rules/contract/moderation.ts'
import type { NotificationPage } from '#shop/community/notifications/rules/contract.ts'
import type { CommentPage } from '#shop/selling/posts/rules/contract.ts'
import { materialRow, member, oldMembers, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, createClient } from '../support/http-client.ts'

/** What author and buyers say to each other beside reviews: below questions, in private, and to all followers. */

let app: TestApp
let author: Person
let asker: Person
let buyer: Person
let passer: Person
let moderator: Person
let materialId: number

beforeAll(async () => {
  app = await openTestApp({ environment: { TRUSTED_PROXIES: '1' } })
  author = await member(app, 'talk-author', { isSeller: true })
  asker = await member(app, 'talk-asker')
  buyer = await member(app, 'talk-buyer')
  passer = await member(app, 'talk-passer')
  moderator = await member(app, 'talk-moderator', { role: 'moderator' })
  materialId = await materialRow(app, { authorId: author.id, price: 0 })
  const page = url('material', { world: 'de', id: materialId })
  expect((await buyer.client.submit(page, { intent: 'claim-free-material' })).status).toBe(303)
})
afterAll(() => app?.close())

const stranger = () => createClient(app.base)
const codeOf = (answer: Answer) => answer.json<{ error: { code: string } }>().error.code

function contextOf(person: Person): Context {
  const visitor = { kind: 'member', accountId: person.id } as Extract<Context['visitor'], { kind: 'member' }>
  return {
    ...app.deps,
    world: 'de',
    visitor,
    requestId: 'test',
    rateClient: { network: 'test' },
    cartToken: undefined,
  }
}

async function notificationsOf(person: Person): Promise<{ text: string; url: string | null }[]> {
  const answer = await person.client.get('/api/v1/notifications?world=de')
  return answer.json<NotificationPage>().notifications.map(({ text, url: to }) => ({ text, url: to }))
}

describe('below a question', () => {
  const page = () => url('material', { world: 'de', id: materialId, slug: 'brueche-addieren' })
  const say = (person: Person, questionId: number, text: string, parentId: number | null = null) =>
    person.client.api('POST', `/v1/questions/${questionId}/comments`, { text, parentId })
  const idOf = (answer: Answer) => {
    expect(answer.status, answer.text).toBe(201)
    return answer.json<{ id: number }>().id
  }
  async function threads(questionId: number) {
    const answer = await stranger().get(`/api/v1/questions/${questionId}/comments?world=de`)
    expect(answer.status, answer.text).toBe(200)
    return answer.json<CommentPage>().comments
  }
  async function question(): Promise<number> {
    const asked = await asker.client.api('POST', `/v1/materials/${materialId}/questions`, {
      text: 'Passt das auch für Klasse 7?',
    })
    const id = idOf(asked)
    const answered = await author.client.api('PUT', `/v1/questions/${id}/answer`, { text: 'Ja, sehr gut.' })
    expect(answered.status).toBe(200)
    return id
  }

  test('author, asker and buyers talk, one level deep; who has not bought does not', async () => {
    const id = await question()
    expect((await say({ ...passer, client: stranger() }, id, 'Hallo')).status).toBe(401)
    const refused = await say(passer, id, 'Ich habe es nicht.')
    expect([refused.status, codeOf(refused)]).toEqual([403, 'buyers_only'])

    const first = idOf(await say(buyer, id, 'Bei mir hat es in der 6 gepasst. @talk-asker, probier Seite 2!'))
    const thanks = idOf(await say(asker, id, 'Danke euch!', first))
    // An answer to an answer belongs to the same thread; the same words twice are one.
    const third = idOf(await say(author, id, 'Gern.', thanks))
    expect(idOf(await say(author, id, 'Gern.', thanks))).toBe(third)
    const [thread, ...others] = await threads(id)
    expect(others).toEqual([])
    expect(thread?.author).toBe('talk-buyer')
    expect(thread?.replies.map(({ author: name, isAuthor }) => [name, isAuthor])).toEqual([
      ['talk-asker', false],
      ['talk-author', true],
    ])
    // Nobody hears of their own words, nor twice of the same ones.
    const notified = (await notificationsOf(asker)).filter(({ text }) => text.includes('talk-'))
    expect(notified.map(({ text }) => text)).toEqual([
      'talk-author hat unter einer Frage zu „Brüche addieren“ geschrieben.',
      'talk-buyer hat unter einer Frage zu „Brüche addieren“ geschrieben.',
    ])
    expect(notified[0]?.url).toBe(`${page()}#questions`)
    expect((await notificationsOf(author)).filter(({ text }) => text.startsWith('talk-'))).toHaveLength(2)

    // A comment of one place answers nothing at another.
    expect((await say(buyer, await question(), 'Falscher Ort', first)).status).toBe(404)
    expect(
      (await buyer.client.api('POST', '/v1/posts/1/comments', { text: 'Hm', parentId: first })).status,
    ).toBe(404)
  })

  test('is mended for 15 minutes, liked once, named with @ and taken back; the forms come back to the material', async () => {
    const id = await question()
    const typed = { intent: 'write-answer', questionId: String(id), text: 'Mit Lösungen sogar.' }
    expect((await passer.client.submit(page(), typed)).status).toBe(403)
    expect((await buyer.client.submit(page(), { ...typed, text: ' ' })).status).toBe(422)
    const sent = await buyer.client.submit(page(), typed)
    const said = (await threads(id))[0]?.id ?? 0
    expect([sent.status, sent.headers.location]).toEqual([303, `${page()}#comment-${said}`])
    const commentId = String(said)

    const change = { intent: 'edit-comment', commentId, text: 'Mit allen Lösungen.' }
    expect((await asker.client.submit(page(), change)).status).toBe(404)
    expect((await buyer.client.submit(page(), change)).headers.location).toBe(`${page()}#comment-${said}`)
    expect((await threads(id))[0]).toMatchObject({
      text: 'Mit allen Lösungen.',
      editedAt: expect.any(String),
    })
    await sql`update comment set created_at = now() - interval '16 minutes' where id = ${said}`.execute(
      app.deps.db,
    )
    expect((await buyer.client.submit(page(), change)).status).toBe(403)

    const like = { intent: 'like-comment', commentId }
    expect((await buyer.client.submit(page(), like)).status).toBe(403)
    for (const person of [asker, asker, passer])
      expect((await person.client.submit(page(), like)).status).toBe(303)
    expect((await threads(id))[0]?.likeCount).toBe(2)

    const named = idOf(await say(author, id, 'Das sagt auch @talk-buyer.'))
    expect((await notificationsOf(buyer))[0]).toEqual({
      text: 'talk-author hat dich bei „Brüche addieren“ erwähnt.',
      url: `${page()}#questions`,
    })
    expect(
      (await author.client.submit(page(), { intent: 'delete-comment', commentId: String(named) })).status,
    ).toBe(303)
    expect((await threads(id)).map(({ id: each }) => each)).toEqual([said])
  })

  test('three reports hold a comment back, and the desk sees what and where; a question goes without breaking anything', async () => {
    const id = await question()
    const said = idOf(await say(buyer, id, 'Sehr grobe Worte.'))
    const reporters = await oldMembers(app, 'talk-reporter', 3)
    const report = (nth: number, about = `comment-${said}`) => {
      const { client, email } = reporters[nth] as Person
      const body = { about, reason: 'other', text: 'Das ist eine Beleidigung.', name: 'Ida Notiz' }
      const headers = { 'X-Forwarded-For': `198.51.${nth}.7` }
      const path = `/v1/materials/${materialId}/reports?world=de`
      return client.api('POST', path, { ...body, email, goodFaith: true }, headers)
    }
    expect((await report(0, 'comment-999999')).status).toBe(404)
    for (const nth of [0, 0, 1, 2]) expect((await report(nth)).status).toBe(200)
    expect(await threads(id)).toEqual([])
    const { cases } = (await moderator.client.get('/api/v1/moderation/cases?world=de')).json<{
      cases: DeskCase[]
    }>()
    const found = cases.find(({ target }) => target.kind === 'comment' && target.id === said)
    expect(found?.target).toMatchObject({ title: 'Brüche addieren', url: `${page()}#comment-${said}` })
    expect(found?.reports).toHaveLength(3)
    const decision = await moderator.client.api(
      'POST',
      `/v1/moderation/cases/${found?.id}/decision?world=de`,
      {
        ...{ outcome: 'kept', category: 'other', ground: 'terms', rule: 'Unsere Regeln' },
        facts: 'Ich habe es gelesen und finde nichts.',
      },
    )
    expect(decision.status, decision.text).toBe(201)
    expect((await threads(id)).map(({ id: each }) => each)).toEqual([said])

    await sql`delete from material_question where id = ${id}`.execute(app.deps.db)
    expect((await stranger().get(`/api/v1/questions/${id}/comments?world=de`)).status).toBe(404)
    expect((await buyer.client.api('PUT', `/v1/comments/${said}`, { text: 'Noch da?' })).status).toBe(404)
    expect((await moderator.client.get('/api/v1/moderation/cases?world=de&state=decided')).status).toBe(200)
  })
})

test('what was bought is searched by words of title, author and file names', async () => {
  const found = async (query: string) => {
    const answer = await buyer.client.get(
      `/api/v1/bought-materials?world=de&query=${encodeURIComponent(query)}`,
    )
    expect(answer.status, answer.text).toBe(200)
    return answer.json<{ materials: { material: { id: number } }[] }>().materials.map((it) => it.material.id)
  }
  for (const query of ['', 'BRÜCHE', 'addieren talk-author']) expect(await found(query)).toContain(materialId)
  for (const query of ['Wespen', 'Brüche Wespen', "' or 1=1 --", '%']) expect(await found(query)).toEqual([])
})

test('the author hides a comment below a question by the form of the page, nobody else', async () => {
  const page = url('material', { world: 'de', id: materialId, slug: 'brueche-addieren' })
  const asked = await asker.client.api('POST', `/v1/materials/${materialId}/questions`, {
    text: 'Und für die 8?',
  })
  const { id } = asked.json<{ id: number }>()
  await author.client.api('PUT', `/v1/questions/${id}/answer`, { text: 'Auch.' })
  const said = await buyer.client.api('POST', `/v1/questions/${id}/comments`, {
    text: 'Ein Wort.',
    parentId: null,
  })
  const commentId = String(said.json<{ id: number }>().id)
  const form = { intent: 'hide-comment', commentId }
  expect((await buyer.client.submit(page, form)).status).toBe(404)
  const hidden = await author.client.submit(page, form)
  expect([hidden.status, hidden.headers.location]).toEqual([303, `${page}#comment-hidden`])
  const left = await stranger().get(`/api/v1/questions/${id}/comments?world=de`)
  expect(left.text).not.toContain('Ein Wort.')

  // And shows it again where the own materials are.
  const cabinet = url('cabinet-sales', { world: 'de' })
  const again = { intent: 'show-comment', commentId }
  expect((await buyer.client.submit(cabinet, again)).status).toBe(404)
  const shown = await author.client.submit(cabinet, again)
  expect([shown.status, shown.headers.location]).toEqual([303, `${cabinet}#comment-shown`])
  expect((await stranger().get(`/api/v1/questions/${id}/comments?world=de`)).text).toContain('Ein Wort.')
})

test('who has a material answers a question before its author does: that shows it, and taking it back hides it', async () => {
  const asked = await asker.client.api('POST', `/v1/materials/${materialId}/questions`, {
    text: 'Gibt es auch Lösungen?',
  })
  const { id } = asked.json<{ id: number }>()
  const say = (person: Person, text: string) =>
    person.client.api('POST', `/v1/questions/${id}/comments`, { text, parentId: null })
  const isPublic = async () => {
    const answer = await stranger().get(`/api/v1/materials/${materialId}/questions?world=de`)
    const { questions } = answer.json<{ questions: { id: number; answer: string | null }[] }>()
    const page = (await stranger().get(`/api/v1/materials/${materialId}?world=de`)).json<MaterialDetail>()
    const isListed = questions.some((each) => each.id === id && each.answer === null)
    expect(page.questions.some((each) => each.id === id)).toBe(isListed)
    return isListed
  }
  const offered = async (person: Person) => {
    const { questions } = await loadBoughtMaterial(contextOf(person), materialId)
    return (questions.get(materialId) ?? []).map((each) => each.id)
  }
  expect(await isPublic()).toBe(false)
  // Who asked, who is asked and who has not bought cannot make it public, nor learn of it.
  for (const person of [asker, author, passer]) expect((await say(person, 'Ich weiß es.')).status).toBe(404)
  expect(await offered(buyer)).toContain(id)
  const open = async (person: Person, query = '') => {
    const answer = await person.client.get(`/api/v1/materials/${materialId}/questions/open?world=de${query}`)
    if (answer.status !== 200) return answer.status
    return answer.json<{ questions: { id: number }[] }>().questions.map((each) => each.id)
  }
  expect(await open(buyer)).toContain(id)
  expect(await open(author)).toEqual(await open(buyer))
  expect([await open(asker), await open(passer), await open(buyer, '&cursor=x')]).toEqual([403, 403, 422])

  const said = (await say(buyer, 'Ja, auf Seite 2.')).json<{ id: number }>()
  expect(await isPublic()).toBe(true)
  expect(await offered(buyer)).not.toContain(id)
  expect(await open(author)).not.toContain(id)
  expect((await say(asker, 'Danke!')).status).toBe(201)
  expect((await say(passer, 'Ich auch.')).status).toBe(403)
  // It still waits for its author.
  const answered = await author.client.api('PUT', `/v1/questions/${id}/answer`, { text: 'Genau.' })
  expect(answered.status).toBe(200)
  await sql`update material_question set answered_at = null, answer = null where id = ${id}`.execute(
    app.deps.db,
  )
  await sql`update comment set state = 'deleted', text = '' where question_id = ${id} and id <> ${said.id}`.execute(
    app.deps.db,
  )
  expect((await buyer.client.api('DELETE', `/v1/comments/${said.id}`)).status).toBe(200)
  expect(await isPublic()).toBe(false)
})

describe('a private note', () => {
  const bought = url('bought-materials', { world: 'de' })
  const cabinet = url('cabinet-sales', { world: 'de' })
  const box = async (person: Person, which: string) =>
    (await person.client.get(`/api/v1/notes?world=de&box=${which}`)).json<NotePage>().notes
  const mailsTo = async ({ email }: Person, template: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from mail where recipient = ${email} and template = ${template}`.execute(
      app.deps.db,
    )
    return rows[0]?.count
  }
  const write = (person: Person, text: string, kind = 'mistake') =>
    person.client.submit(bought, { intent: 'send-note', materialId: String(materialId), kind, text })

  test('goes from buyer to author and back; nobody else reads it, and there is an end to how many', async () => {
    expect((await write(passer, 'Ich habe es nicht.')).status).toBe(403)
    expect((await write(author, 'Ich bin es selbst.')).status).not.toBe(303)
    for (const form of [{ kind: 'spam' }, { text: '\u0000 \u0007' }, { text: 'x'.repeat(1001) }])
      expect(
        (
          await buyer.client.submit(bought, {
            ...{ intent: 'send-note', materialId: String(materialId), kind: 'wish', text: 'Bitte größer.' },
            ...form,
          })
        ).status,
      ).toBe(422)
    // Two presses of the button are one note.
    const sent = await Promise.all([
      write(buyer, 'Auf Seite 2 fehlt eine Null.'),
      write(buyer, 'Auf Seite 2 fehlt eine Null.'),
    ])
    expect(sent.map(({ status, headers }) => [status, headers.location])).toEqual(
      Array(2).fill([303, `${bought}#note-sent`]),
    )
    const [note, ...more] = await box(author, 'received')
    expect(more).toEqual([])
    expect(note).toMatchObject({
      writer: 'talk-buyer',
      kind: 'mistake',
      reply: null,
      title: 'Brüche addieren',
    })
    expect(await mailsTo(author, 'note-received')).toBe(1)
    expect((await notificationsOf(author))[0]?.url).toBe(`${cabinet}#note-${note?.id}`)
    const noteId = note?.id ?? 0

    const answer = { intent: 'answer-note', noteId: String(noteId), text: 'Danke, ist behoben.' }
    expect((await buyer.client.submit(cabinet, answer)).status).not.toBe(303)
    expect((await author.client.submit(cabinet, answer)).headers.location).toBe(`${cabinet}#note-answered`)
    await author.client.submit(cabinet, { ...answer, text: 'Danke, ist in Version 2 behoben.' })
    expect((await box(buyer, 'sent'))[0]?.reply).toBe('Danke, ist in Version 2 behoben.')
    expect(await mailsTo(buyer, 'note-answered')).toBe(1)
    expect((await notificationsOf(buyer))[0]?.text).toBe(
      'Auf deine Rückmeldung zu „Brüche addieren“ gibt es eine Antwort.',
    )

    for (const which of ['received', 'sent']) expect(await box(passer, which)).toEqual([])
    const shown = await stranger().get(`/api/v1/materials/${materialId}?world=de`)
    expect(shown.text).not.toContain('Seite 2')
    expect((await write(buyer, 'Und noch etwas.')).status).toBe(303)
    expect((await write(buyer, 'Und noch viel mehr.', 'wish')).status).toBe(303)
    expect((await write(buyer, 'Und kein Ende.', 'thanks')).status).toBe(429)
  })

  test('is reported by one of its two people, and goes by a decision', async () => {
    const noteId = (await box(author, 'received'))[0]?.id ?? 0
    const report = (person: Person) =>
      person.client.api('POST', `/v1/notes/${noteId}/reports`, {
        reason: 'other',
        text: 'Das ist eine Beleidigung.',
      })
    expect((await report(passer)).status).toBe(404)
    expect((await report(author)).status).toBe(200)
    const { cases } = (await moderator.client.get('/api/v1/moderation/cases?world=de')).json<{
      cases: DeskCase[]
    }>()
    const found = cases.find(({ target }) => target.kind === 'note' && target.id === noteId)
    expect(found?.target.title).toBe('Brüche addieren')
    const decision = await moderator.client.api(
      'POST',
      `/v1/moderation/cases/${found?.id}/decision?world=de`,
      {
        ...{ outcome: 'removed', category: 'other', ground: 'terms', rule: 'Unsere Regeln' },
        facts: 'Das ist beleidigend.',
      },
    )
    expect(decision.status, decision.text).toBe(201)
    for (const [person, which] of [
      [author, 'received'],
      [buyer, 'sent'],
    ] as const)
      expect((await box(person, which)).map(({ id }) => id)).not.toContain(noteId)
  })
})
