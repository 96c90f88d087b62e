import { afterAll, beforeAll, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import { retention } from '#platform/rules/retention.ts'
import { enforceRetention } from '#shop/people/privacy/server/retention.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient } from '../support/http-client.ts'

/** Letters to the help: asked, answered, read by a link. */

let app: TestApp
let helper: Person
let editor: Person
let teacher: Person

beforeAll(async () => {
  app = await openTestApp()
  helper = await member(app, 'helper', { role: 'support' })
  editor = await member(app, 'editor', { role: 'editor' })
  teacher = await member(app, 'teacher')
})
afterAll(() => app.close())

const contact = url('contact', { world: 'de' })
const asked = {
  intent: 'open-ticket',
  topic: 'buying',
  subject: 'Rechnung\r\nBcc: all@schule.example',
  body: 'Wo finde ich die Rechnung zu meinem Kauf?',
}

async function mailsTo(email: string) {
  return await app.deps.db
    .selectFrom('mail')
    .select(['template', 'subject', 'text'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
}
async function linkOf(email: string): Promise<string> {
  const mail = (await mailsTo(email)).findLast(({ template }) => template.startsWith('ticket-'))
  const [address = ''] = /https?:\S+/.exec(mail?.text ?? '') ?? []
  return new URL(address).pathname
}
const ticketOf = async (email: string) =>
  await app.deps.db.selectFrom('ticket').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const messagesOf = async (id: number) =>
  await app.deps.db
    .selectFrom('ticket_message')
    .select(['is_answer', 'body'])
    .where('ticket_id', '=', id)
    .orderBy('id')
    .execute()

test('a stranger asks, is answered by mail, replies by the link, and ends it', async () => {
  const stranger = createClient(app.base)
  const email = 'anna@schule.example'
  expect((await stranger.submit(contact, { ...asked, email })).headers.location).toBe(`${contact}#sent`)
  const ticket = await ticketOf(email)
  const reference = `DE-H-${ticket.id}`
  const [received] = await mailsTo(email)
  // The address is not known to be theirs: nothing of what was typed is in the mail.
  expect(received?.subject).toBe(`[${reference}] ${reference}`)
  expect(received?.text).not.toContain('Rechnung')
  expect(ticket).toMatchObject({
    state: 'open',
    subject: 'Rechnung Bcc: all@schule.example',
    account_id: null,
  })

  const desk = url('console-ticket', { world: 'de', id: ticket.id })
  const answered = await helper.client.submit(desk, {
    intent: 'answer-ticket',
    body: 'In deinem Konto unter Rechnungen.',
  })
  expect(answered.status, answered.text).toBe(303)
  const answer = (await mailsTo(email)).at(-1)
  expect(answer?.subject).toContain(`[${reference}]`)
  expect(answer?.text).toContain('In deinem Konto unter Rechnungen.')
  expect(await ticketOf(email)).toMatchObject({ state: 'answered', assigned_to: helper.id })

  const link = await linkOf(email)
  expect(
    (await stranger.submit(link, { intent: 'reply-ticket', body: 'Dort steht sie leider nicht.' })).status,
  ).toBe(303)
  expect((await ticketOf(email)).state).toBe('open')
  expect((await messagesOf(ticket.id)).map(({ is_answer }) => is_answer)).toEqual([false, true, false])
  expect((await stranger.submit(link, { intent: 'end-ticket' })).status).toBe(303)
  expect((await ticketOf(email)).state).toBe('closed')
  expect(
    (await stranger.submit(`${link}x`, { intent: 'reply-ticket', body: 'Noch eine Frage.' })).status,
  ).toBe(410)
})

test('a member is answered at the address of the account, whatever is typed; others do not see the ticket', async () => {
  await teacher.client.submit(contact, { ...asked, email: 'somebody@else.example', subject: 'Mein Konto' })
  const ticket = await ticketOf(teacher.email)
  expect(ticket).toMatchObject({ account_id: teacher.id, name: 'teacher' })
  expect(await mailsTo('somebody@else.example')).toEqual([])
  expect((await mailsTo(teacher.email)).at(-1)?.subject).toBe(`[DE-H-${ticket.id}] Mein Konto`)
  const desk = url('console-ticket', { world: 'de', id: ticket.id })
  for (const person of [teacher, editor])
    expect((await person.client.submit(desk, { intent: 'change-ticket', change: 'close' })).status).toBe(403)
  const elsewhere = url('console-ticket', { world: 'fr', id: ticket.id })
  expect((await helper.client.submit(elsewhere, { intent: 'change-ticket', change: 'close' })).status).toBe(
    404,
  )
})

test('a ticket is taken, set aside, handed back and closed', async () => {
  const { id } = await ticketOf(teacher.email)
  const desk = url('console-ticket', { world: 'de', id })
  const after = async (change: string) => {
    expect((await helper.client.submit(desk, { intent: 'change-ticket', change })).status).toBe(303)
    const { state, assigned_to } = await ticketOf(teacher.email)
    return { state, assigned_to }
  }
  expect(await after('take')).toEqual({ state: 'open', assigned_to: helper.id })
  expect(await after('wait')).toEqual({ state: 'waiting', assigned_to: helper.id })
  expect(await after('release')).toEqual({ state: 'waiting', assigned_to: null })
  expect(await after('close')).toEqual({ state: 'closed', assigned_to: null })
  expect(await after('reopen')).toEqual({ state: 'open', assigned_to: null })
})

test('saved answers are those of a world; the same title is the same answer', async () => {
  const answers = url('console-answers', { world: 'de' })
  const save = (body: string) =>
    helper.client.submit(answers, { intent: 'save-answer', title: 'Rechnungen', body })
  expect((await save('Unter Rechnungen im Konto.')).status).toBe(303)
  expect((await save('Im Konto, unter Rechnungen.')).status).toBe(303)
  const rows = await app.deps.db.selectFrom('saved_answer').selectAll().execute()
  expect(rows.map(({ world, body }) => [world, body])).toEqual([['de', 'Im Konto, unter Rechnungen.']])
  const drop = () => helper.client.submit(answers, { intent: 'delete-answer', answerId: String(rows[0]?.id) })
  expect([(await drop()).status, (await drop()).status]).toEqual([303, 404])
})

test('what is too short or has no address is said by its field', async () => {
  const stranger = createClient(app.base)
  const answer = await stranger.api('POST', '/v1/tickets', { topic: 'buying', subject: 'Hi', body: 'kurz' })
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.json<{ error: { fields: object } }>().error.fields).sort()).toEqual([
    'body',
    'subject',
  ])
  expect((await stranger.submit(contact, { ...asked, email: 'nowhere' })).status).toBe(422)
})

test('help articles are suggested while somebody writes, in the words of the world', async () => {
  const ask = async (query: string, world = 'de') =>
    (
      await createClient(app.base).get(
        `/api/v1/help/articles?world=${world}&query=${encodeURIComponent(query)}`,
      )
    ).json<{ articles: { title: string; url: string }[] }>().articles
  expect((await ask('Wo finde ich meine Rechnungen'))[0]?.url).toMatch(/^\/de\/hilfe\/\d+\//)
  expect((await ask('facture', 'fr'))[0]?.url).toMatch(/^\/fr\/aide\/\d+\//)
  expect(await ask('xyzzy')).toEqual([])
})

test('why an article did not help is counted; a yes takes the reason back', async () => {
  const client = createClient(app.base)
  const page = url('help-article', {
    world: 'de',
    id: 1,
    slug: app.deps.articles.byId('help', 'de', 1)?.slug ?? '',
  })
  const vote = (values: Record<string, string>) =>
    client.submit(page, { intent: 'vote-help-article', ...values })
  const reason = async () =>
    (await app.deps.db.selectFrom('help_vote').select('reason').where('article_id', '=', 1).execute()).map(
      (row) => row.reason,
    )
  expect((await vote({ helpful: 'no', reason: 'missing' })).status).toBe(303)
  expect(await reason()).toEqual(['missing'])
  expect((await vote({ helpful: 'yes' })).status).toBe(303)
  expect(await reason()).toEqual([null])
})

test('a ticket nobody wrote in goes after its days, with all that was said', async () => {
  const { id } = await ticketOf(teacher.email)
  const before = (days: number) => new Date(Date.now() - days * 86_400_000)
  const age = async (days: number) => {
    await app.deps.db
      .updateTable('ticket')
      .set({ changed_at: before(days) })
      .where('id', '=', id)
      .execute()
    await enforceRetention(app.deps)
  }
  const { days } = retention.tickets.period
  await age(days - 1)
  expect((await messagesOf(id)).length).toBe(1)
  await age(days + 1)
  expect(await messagesOf(id)).toEqual([])
})
