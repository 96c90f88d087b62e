import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatPrice } from '#platform/i18n/prices.ts'
import { deskDays } from '#platform/limits.ts'
import { url } from '#platform/routing/url.ts'
import type {
  CaseCounts,
  Decision,
  DeskCase,
  ModerationFigures,
} from '#platform/rules/contract/moderation.ts'
import { refundTakedown } from '#shop/community/moderation/server/refunding.ts'
import { payRefund } from '#shop/money/orders/server/refund/refunds.ts'
import { balancesOf } from '#shop/money/orders/server/service.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, createClient } from '../support/http-client.ts'
import { pay, sold } from '../support/till.ts'

/** From a report to the last word about it: who decides, what it does, who is told, who gets money back. */

let app: TestApp
let author: Person
let moderator: Person
let second: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'author', { isSeller: true })
  moderator = await member(app, 'moderator', { role: 'moderator' })
  second = await member(app, 'second', { role: 'moderator' })
})
afterAll(() => app.close())

const reasons = {
  ...{ outcome: 'removed', category: 'copyright', ground: 'law', rule: '§ 16 UrhG' },
  facts: 'Die Zeichnungen auf Seite 2 sind eingescannt.',
}

let reporters = 0
async function report(path: string, changes: object = {}): Promise<string> {
  reporters += 1
  const email = `reporter-${reporters}@report.example`
  const answer = await createClient(app.base).api('POST', path, {
    ...{ reason: 'copyright', text: 'Die Zeichnungen auf Seite 2 stammen aus meinem Buch.' },
    ...{ name: 'Rita Recht', email, goodFaith: true, ...changes },
  })
  expect([answer.status, answer.text]).toEqual([200, expect.anything()])
  return email
}

async function reported(materialId: number, changes: object = {}): Promise<string> {
  return await report(`/v1/materials/${materialId}/reports`, changes)
}

async function cases(by: Person = moderator, query = ''): Promise<DeskCase[]> {
  const answer = await by.client.api('GET', `/v1/moderation/cases?world=de${query}`)
  expect(answer.status).toBe(200)
  return answer.json<{ cases: DeskCase[] }>().cases
}

async function caseOf(kind: string, id: number, by = moderator): Promise<DeskCase> {
  const found = (await cases(by)).find(({ target }) => target.kind === kind && target.id === id)
  if (found === undefined) throw new Error(`no case about ${kind} ${id}`)
  return found
}

function decide(caseId: number, input: object = {}, by = moderator): Promise<Answer> {
  return by.client.api('POST', `/v1/moderation/cases/${caseId}/decision?world=de`, { ...reasons, ...input })
}

async function mailsTo(email: string): Promise<{ template: string; text: string }[]> {
  return await app.deps.db
    .selectFrom('mail')
    .select(['template', 'text'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
}

/** The link for a complaint in the last mail of that kind. */
async function appealToken(email: string, template: string): Promise<string> {
  const mail = (await mailsTo(email)).findLast((each) => each.template === template)
  const token = /\/beschwerde\/([\w.-]+)/.exec(mail?.text ?? '')?.[1]
  if (token === undefined) throw new Error(`no link in ${template} to ${email}`)
  return token
}

function appeal(token: string, text = 'Die Zeichnungen sind von mir, hier ist die Skizze.'): Promise<Answer> {
  return createClient(app.base).api('POST', `/v1/appeals/${token}?world=de`, { text })
}

async function statusOf(materialId: number): Promise<string> {
  const { status } = await app.deps.db
    .selectFrom('material')
    .select('status')
    .where('id', '=', materialId)
    .executeTakeFirstOrThrow()
  return status
}

const seen = async (materialId: number) =>
  (await createClient(app.base).get(`/api/v1/materials/${materialId}?world=de`)).status

describe('a report', () => {
  test('of several people is one case; a decision removes, tells both sides why, and is the last', async () => {
    const material = await materialRow(app, { authorId: author.id, title: 'Kopierte Igel' })
    const first = await reported(material)
    const other = await reported(material, { reason: 'wrong' })
    const about = await caseOf('material', material)
    expect(about).toMatchObject({
      kind: 'report',
      affected: { id: author.id, strikes: 0 },
      target: { title: 'Kopierte Igel', state: 'published' },
      outcomes: ['removed', 'kept'],
      reports: [{ email: first }, { email: other, reason: 'wrong' }],
    })
    const answer = await decide(about.id, { isStrike: true })
    expect([answer.status, answer.json()]).toEqual([
      201,
      { decision: expect.objectContaining({ outcome: 'removed', isStrike: true, decidedBy: 'moderator' }) },
    ])
    expect([await statusOf(material), await seen(material)]).toEqual(['blocked', 404])
    const [statement] = (await mailsTo(author.email)).filter(({ template }) => template === 'content-removed')
    for (const part of ['Kopierte Igel', '§ 16 UrhG', reasons.facts, '/de/beschwerde/', 'Verwarnung'])
      expect(statement?.text).toContain(part)
    // Who reported stays unnamed, and nothing they typed comes back to an address anybody can type.
    expect(statement?.text).not.toContain('Rita')
    for (const email of [first, other]) {
      const [receipt, decided] = await mailsTo(email)
      expect([receipt?.template, decided?.template]).toEqual(['report-received', 'report-decided'])
      expect(decided?.text).toContain(reasons.facts)
      expect(decided?.text).not.toContain('aus meinem Buch')
    }
    expect((await decide(about.id)).status).toBe(409)
    expect((await cases()).some(({ id }) => id === about.id)).toBe(false)
    const logged = (await cases(moderator, '&state=decided')).find(({ id }) => id === about.id)
    expect(logged).toMatchObject({ decision: { rule: '§ 16 UrhG', decidedBy: 'moderator' }, outcomes: [] })
  })

  test('of a post and of a comment: neither its author nor the post’s brings it back', async () => {
    const { db } = app.deps
    const post = await db
      .insertInto('post')
      .values({
        ...{
          world: 'de',
          author_id: author.id,
          title: 'Freitagsritual',
          source: 'Worte',
          html: '<p>Worte</p>',
        },
        ...{ status: 'published', published_at: new Date(), comment_count: 1 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const writer = await member(app, 'writer')
    const comment = await db
      .insertInto('comment')
      .values({ world: 'de', post_id: post.id, account_id: writer.id, text: 'Du bist dumm.' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [postId, commentId] = [Number(post.id), Number(comment.id)]
    await report(`/v1/posts/${postId}/reports`, { commentId })
    await report(`/v1/posts/${postId}/reports`)
    const ofComment = await caseOf('comment', commentId)
    expect(ofComment).toMatchObject({ affected: { id: writer.id }, target: { text: 'Du bist dumm.' } })
    const insult = { category: 'illegal', ground: 'terms' }
    expect((await decide(ofComment.id, insult)).status).toBe(201)
    const listed = await createClient(app.base).api('GET', `/v1/posts/${postId}/comments?world=de`)
    expect(listed.text).not.toContain('Du bist dumm')
    await author.client.api('DELETE', `/v1/comments/${commentId}/hidden?world=de`)
    expect(
      (await createClient(app.base).api('GET', `/v1/posts/${postId}/comments?world=de`)).text,
    ).not.toContain('Du bist dumm')
    expect((await mailsTo(writer.email)).map(({ template }) => template)).toEqual(['content-removed'])

    expect((await decide((await caseOf('post', postId)).id, insult)).status).toBe(201)
    expect((await createClient(app.base).api('GET', `/v1/posts/${postId}?world=de`)).status).toBe(404)
    for (const [method, path] of [
      ['DELETE', `/v1/posts/${postId}`],
      ['PUT', `/v1/posts/${postId}/published`],
      ['PUT', `/v1/posts/${postId}/restored`],
    ] as const)
      expect((await author.client.api(method, `${path}?world=de`)).status, path).toBe(403)
    expect((await createClient(app.base).api('GET', `/v1/posts/${postId}?world=de`)).status).toBe(404)
  })

  test('is decided by impartial people of the operator alone, with reasons, as it may be decided', async () => {
    const material = await materialRow(app, { authorId: author.id })
    await reported(material)
    const { id } = await caseOf('material', material)
    const stranger = await createClient(app.base).api('GET', '/v1/moderation/cases?world=de')
    expect([stranger.status, (await decide(id, {}, author)).status]).toEqual([401, 403])
    for (const wrong of [
      { facts: 'zu kurz' },
      { rule: '' },
      { outcome: 'restored' },
      { category: 'nonsense' },
    ])
      expect((await decide(id, wrong)).status, JSON.stringify(wrong)).toBe(422)
    const form = { intent: 'decide-case', caseId: String(id), ...reasons, outcome: 'kept', category: 'wrong' }
    const page = url('moderation', { world: 'de' })
    expect((await moderator.client.submit(page, { ...form, facts: 'kurz' })).status).toBe(422)
    const done = await moderator.client.submit(page, form)
    expect([done.status, done.headers.location]).toEqual([303, `${page}#decided`])
    expect(await statusOf(material)).toBe('published')

    const own = await member(app, 'judge', { isSeller: true, role: 'moderator' })
    const mine = await materialRow(app, { authorId: own.id })
    await reported(mine)
    const about = await caseOf('material', mine, own)
    expect(about.outcomes).toEqual([])
    expect((await decide(about.id, { outcome: 'kept' }, own)).status).toBe(403)
    expect((await decide(about.id, { outcome: 'kept' })).status).toBe(201)
  })

  test('decided by two at once is decided once', async () => {
    const material = await materialRow(app, { authorId: author.id })
    await reported(material)
    const { id } = await caseOf('material', material)
    const answers = await Promise.all([decide(id), decide(id, { outcome: 'kept' }, second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const logged = (await cases(moderator, '&state=decided')).find((each) => each.id === id)
    expect(await statusOf(material)).toBe(logged?.decision?.outcome === 'removed' ? 'blocked' : 'published')
  })
})

describe('a complaint', () => {
  test('of the author: once, confirmed, decided by somebody else, and what went is back as it was', async () => {
    const material = await materialRow(app, { authorId: author.id, title: 'Eigene Igel' })
    const notifier = await reported(material)
    await decide((await caseOf('material', material)).id, { isStrike: true })
    const token = await appealToken(author.email, 'content-removed')
    expect((await appeal(token, 'kurz')).status).toBe(422)
    expect((await appeal(`${token.slice(0, -2)}xy`)).status).toBe(410)
    const page = url('appeal', { world: 'de', token })
    const sent = await createClient(app.base).submit(page, {
      ...{ intent: 'appeal', text: 'Die Zeichnungen sind von mir, hier ist die Skizze.' },
    })
    expect([sent.status, sent.headers.location]).toEqual([303, `${page}#sent`])
    expect((await appeal(token)).status).toBe(200)
    const received = (await mailsTo(author.email)).filter(({ template }) => template === 'appeal-received')
    expect(received).toHaveLength(1)
    const mine = await caseOf('material', material)
    expect(mine).toMatchObject({ kind: 'appeal', appeal: { by: 'author' }, outcomes: [] })
    expect((await decide(mine.id, { outcome: 'restored' })).status).toBe(403)
    const before = (await caseOf('material', material, second)).affected.strikes
    expect((await decide(mine.id, { outcome: 'restored' }, second)).status).toBe(201)
    expect([await statusOf(material), await seen(material)]).toEqual(['published', 200])
    const found = await app.deps.db
      .selectFrom('material_search')
      .select('material_id')
      .where('material_id', '=', material)
      .execute()
    expect(found).toHaveLength(1)
    for (const email of [author.email, notifier])
      expect((await mailsTo(email)).map(({ template }) => template)).toContain('appeal-decided')
    const ended = (email: string) => {
      return mailsTo(email).then((mails) => mails.find(({ template }) => template === 'appeal-decided')?.text)
    }
    expect(await ended(author.email)).toContain('Die Verwarnung ist gestrichen.')
    expect(await ended(notifier)).not.toContain('Verwarnung ist')
    // A strike that was wrong is none.
    const again = await materialRow(app, { authorId: author.id })
    await reported(again)
    expect((await caseOf('material', again)).affected.strikes).toBe(before - 1)
    expect((await appeal(token)).status).toBe(200)
    expect((await cases()).filter(({ target }) => target.id === material)).toEqual([])
  })

  test('of who reported what stayed: it goes after all, and its author can complain in turn', async () => {
    const material = await materialRow(app, { authorId: author.id, title: 'Fremde Igel' })
    const notifier = await reported(material)
    await decide((await caseOf('material', material)).id, { outcome: 'kept' })
    const token = await appealToken(notifier, 'report-decided')
    expect((await appeal(token)).status).toBe(200)
    const about = await caseOf('material', material, second)
    expect(about).toMatchObject({ appeal: { by: 'notifier' }, outcomes: ['removed', 'confirmed'] })
    expect((await decide(about.id, {}, second)).status).toBe(201)
    expect(await statusOf(material)).toBe('blocked')
    expect((await mailsTo(notifier)).at(-1)?.template).toBe('appeal-decided')
    expect((await appeal(await appealToken(author.email, 'content-removed'))).status).toBe(200)
    expect((await caseOf('material', material)).appeal).toMatchObject({ by: 'author' })
  })
})

test('a copyright takedown gives everybody of the last year back what they paid, once', async () => {
  const { db } = app.deps
  const early = await sold(app, { sellers: [author], prices: [390] })
  const [materialId = 0] = early.materialIds
  await db
    .updateTable('purchase_order')
    .set({ paid_at: sql<Date>`now() - interval '400 days'` })
    .where('id', '=', early.orderId)
    .execute()
  const recent = [await bought(materialId, 390), await bought(materialId, 390)]
  await reported(materialId)
  const decided = await decide((await caseOf('material', materialId)).id)
  const job = { world: 'de', materialId, requestedBy: moderator.id, decisionId: decisionOf(decided) }
  // Asked twice, as a job that died half way comes back.
  await refundTakedown(app.deps, job)
  await refundTakedown(app.deps, job)
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('purchase_order as o', 'o.id', 'refund.order_id')
    .select(['o.account_id', 'refund.amount_cents', 'refund.requested_by'])
    .execute()
  expect(refunds.map((row) => row.account_id).sort()).toEqual(recent.map(({ id }) => id).sort())
  for (const row of refunds) expect(row).toMatchObject({ amount_cents: 390, requested_by: moderator.id })
  const owners = await db
    .selectFrom('entitlement')
    .select('account_id')
    .where('material_id', '=', materialId)
    .execute()
  expect(owners.map((row) => row.account_id)).toEqual([early.buyer.id])
  for (const { email } of recent)
    expect((await mailsTo(email)).map(({ template }) => template)).toContain('order-refunded')
})

test('a copyright takedown that was wrong gives its author the share back, whatever became of the refunds', async () => {
  const { db } = app.deps
  const wronged = await member(app, 'wronged-author', { isSeller: true })
  const account = `author:${wronged.id}`
  const first = await sold(app, { sellers: [wronged], prices: [390] })
  const [materialId = 0] = first.materialIds
  await bought(materialId, 390)
  const before = await balancesOf(db, account)
  await reported(materialId)
  const decided = await decide((await caseOf('material', materialId)).id, { isStrike: true })
  const job = { world: 'de', materialId, requestedBy: moderator.id, decisionId: decisionOf(decided) }
  await refundTakedown(app.deps, job)
  // The provider refuses one of the two; the other arrives.
  await sql`update sandbox_payment set status = 'declined' where reference = ${first.providerReference}`.execute(
    db,
  )
  const due = await db.selectFrom('refund').select('id').where('takedown_id', '=', job.decisionId).execute()
  for (const { id } of due) await payRefund(app.deps, { world: 'de', refundId: id })
  const states = await db
    .selectFrom('refund')
    .select('status')
    .where('takedown_id', '=', job.decisionId)
    .execute()
  expect(states.map(({ status }) => status).sort()).toEqual(['failed', 'succeeded'])
  expect((await balancesOf(db, account)).map(({ balanceCents }) => balanceCents)).toEqual([0])
  await appeal(await appealToken(wronged.email, 'content-removed'))
  const restored = await decide(
    (await caseOf('material', materialId, second)).id,
    { outcome: 'restored' },
    second,
  )
  expect(restored.status).toBe(201)
  expect(await balancesOf(db, account)).toEqual(before)
  // What still waited in the queue gives nothing back any more.
  await bought(materialId, 390)
  const now = await balancesOf(db, account)
  await refundTakedown(app.deps, job)
  expect(await balancesOf(db, account)).toEqual(now)
  const mail = (await mailsTo(wronged.email)).find(({ template }) => template === 'appeal-decided')
  expect(mail?.text).toContain(
    `wieder auf deinem Guthaben: ${formatPrice(-(before[0]?.balanceCents ?? 0), 'EUR')}`,
  )
  expect(mail?.text).toContain('Die Verwarnung ist gestrichen.')
  const [sum] = (
    await sql<{ cents: number }>`select sum(amount_cents)::integer as cents from ledger_entry`.execute(db)
  ).rows
  expect(sum?.cents).toBe(0)
})

function decisionOf(answer: Answer): number {
  return answer.json<{ decision: Decision }>().decision.id
}

/** A new member who paid for a material that is there already. */
async function bought(materialId: number, price: number): Promise<Person> {
  buyers += 1
  const buyer = await member(app, `buyer-${buyers}`)
  await buyer.client.api('POST', '/v1/cart/items?world=de', { materialId })
  const order = await buyer.client.api('POST', '/v1/orders?world=de', {
    ...{ country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: price },
  })
  const { redirectUrl } = order.json<{ redirectUrl: string }>()
  await pay(app, { providerReference: redirectUrl.split('/').at(-1) ?? '', total: price })
  return buyer
}
let buyers = 0

test('three strikes of a year close publishing for a while', async () => {
  const rough = await member(app, 'rough', { isSeller: true })
  const draft = await materialRow(app, { authorId: rough.id, status: 'draft' })
  const publish = async () =>
    (await rough.client.api('POST', `/v1/materials/${draft}/publish?world=de`)).json<{
      error: { code: string }
    }>().error.code
  for (const strike of [1, 2, 3]) {
    expect(await publish()).not.toBe('publishing_paused')
    const material = await materialRow(app, { authorId: rough.id })
    await reported(material)
    const about = await caseOf('material', material)
    expect(about.affected.strikes).toBe(strike - 1)
    await decide(about.id, { isStrike: true, category: 'wrong', ground: 'terms' })
  }
  expect(await publish()).toBe('publishing_paused')
})

test('the log cannot be written anew', async () => {
  const change = app.deps.db.updateTable('moderation_decision').set({ facts: 'anders' }).execute()
  await expect(change).rejects.toThrow('decisions are not changed')
  await expect(app.deps.db.deleteFrom('moderation_decision').execute()).rejects.toThrow('not changed')
})

test('the year in figures adds up, as JSON and as a table', async () => {
  const year = new Date().getUTCFullYear()
  const figures = (
    await moderator.client.api('GET', `/v1/moderation/figures?world=de&year=${year}`)
  ).json<ModerationFigures>()
  const decided = (await cases(moderator, '&state=decided')).map(({ decision }) => decision as Decision)
  const count = (rows: readonly { count: number }[]) => rows.reduce((sum, row) => sum + row.count, 0)
  expect(count(figures.notices)).toBe(reporters)
  expect(count(figures.decisions)).toBe(decided.length)
  expect(figures.strikes).toBe(decided.filter(({ isStrike }) => isStrike).length)
  expect(figures.pauses).toBe(1)
  expect(count(figures.appeals)).toBe(4)
  const csv = await moderator.client.api('GET', `/v1/moderation/figures?world=de&year=${year}&format=csv`)
  expect(csv.headers['content-type']).toContain('text/csv')
  expect(csv.text).toContain(`strikes,,,,${figures.strikes}`)
  const before = await moderator.client.api('GET', `/v1/moderation/figures?world=de&year=${year - 1}`)
  expect(before.json()).toMatchObject({ notices: [], decisions: [], medianHours: null })
})

test('a case says whose it is, what they did before, until when it is due, and how many wait', async () => {
  const writer = await member(app, 'known-writer', { isSeller: true })
  const before = await materialRow(app, { authorId: writer.id, title: 'Erstes Blatt', price: 300 })
  const after = await materialRow(app, { authorId: writer.id, title: 'Zweites Blatt', price: 300 })
  await app.deps.db.updateTable('material').set({ sales_count: 7 }).where('id', '=', after).execute()
  await app.deps.db
    .insertInto('material_preview')
    .values({
      ...{ world: 'de', material_id: after, position: 0, image_key: 'preview/1/1/seite' },
      ...{ width: 600, height: 800, is_shown: false, is_solution: false },
    })
    .execute()
  await reported(before)
  const first = await caseOf('material', before)
  expect(first.affected.earlier).toEqual({ decided: 0, removed: 0 })
  await decide(first.id)
  await reported(after)
  const about = await caseOf('material', after)
  expect(about.affected).toMatchObject({ materials: 1, sales: 7, earlier: { decided: 1, removed: 1 } })
  expect(about.target.pages).toMatchObject([{ width: 375, height: 500 }])
  const days = (new Date(about.dueAt ?? 0).getTime() - new Date(about.openedAt).getTime()) / 86_400_000
  expect(days).toBe(deskDays.report)
  const counts = async () => {
    const answer = await moderator.client.api('GET', '/v1/moderation/cases?world=de')
    return answer.json<{ counts: CaseCounts }>().counts
  }
  const waiting = await counts()
  await decide(about.id, { outcome: 'kept' })
  expect(await counts()).toEqual({
    open: { ...waiting.open, report: waiting.open.report - 1 },
    decided: { ...waiting.decided, report: waiting.decided.report + 1 },
  })
  const decided = (await cases(moderator, '&state=decided')).find(({ id }) => id === about.id)
  expect([decided?.dueAt, decided?.target.pages]).toEqual([null, []])
})
