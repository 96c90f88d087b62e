import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeskCase } from '#platform/rules/contract/moderation.ts'
import { refundTakedown } from '#shop/community/moderation/server/refunding.ts'
import { materialRow, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { type Answer, multipart } from '../support/http-client.ts'
import { pdf } from '../support/sheets.ts'
import { pay } from '../support/till.ts'

/** What waits for the desk, what the desk decides, and what its author and the public see of it. */

let app: TestApp
let author: Person
let moderator: Person
let buyer: Person
let sheet: Buffer

beforeAll(async () => {
  app = await openTestApp({ environment: { LISTING_REVIEW: 'true' } })
  author = await member(app, 'newcomer', { isSeller: true })
  moderator = await member(app, 'moderator', { role: 'moderator' })
  buyer = await member(app, 'buyer')
  sheet = await pdf(2)
})
afterAll(() => app.close())

interface Listing {
  id: number
  status: string
  review: { state: string; note: string } | null
}

const fields = {
  ...{ title: 'Igel im Herbst', description: 'Ein Suchbild.', subjects: 'de-mathematics', grades: '6' },
  ...{ schoolTypes: 'sek1-gym', materialType: 'worksheet', language: 'de', price: '2,50' },
  ...{ isOwnWork: '1', aiUse: 'helped', imageSources: 'Igel: Anna Beispiel, CC BY 4.0', action: 'publish' },
}

async function upload(by: Person, changes: Record<string, string> = {}, body = sheet): Promise<Answer> {
  const values = Object.entries({ ...fields, ...changes }).map(([name, value]) => ({ name, value }))
  const file = { name: 'files', value: { fileName: 'igel.pdf', mediaType: 'application/pdf', body } }
  const form = multipart([...values, file])
  return await by.client.api('POST', '/v1/materials?world=de', form.body, {
    'Content-Type': form.contentType,
  })
}

async function proposed(by: Person, changes: Record<string, string> = {}, body = sheet): Promise<number> {
  const answer = await upload(by, changes, body)
  expect(answer.json()).toMatchObject({ status: 'draft', isProposed: true, problems: {} })
  return answer.json<{ materialId: number }>().materialId
}

async function listing(by: Person, id: number): Promise<Listing | undefined> {
  const answer = await by.client.api('GET', '/v1/sales/materials?world=de')
  return answer.json<{ materials: Listing[] }>().materials.find((each) => each.id === id)
}

async function caseOf(id: number): Promise<DeskCase> {
  const answer = await moderator.client.api('GET', '/v1/moderation/cases?world=de&kind=listing')
  const found = answer.json<{ cases: DeskCase[] }>().cases.find(({ target }) => target.id === id)
  if (found === undefined) throw new Error(`no case about ${id}`)
  return found
}

function decide(id: number, input: object, by = moderator): Promise<Answer> {
  return by.client.api('POST', `/v1/moderation/cases/${id}/listing-decision?world=de`, input)
}

async function seen(id: number): Promise<number> {
  return (await buyer.client.api('GET', `/v1/materials/${id}?world=de`)).status
}

async function lastMail(to: Person): Promise<{ template: string; text: string } | undefined> {
  return await app.deps.db
    .selectFrom('mail')
    .select(['template', 'text'])
    .where('recipient', '=', to.email)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

describe('a new author', () => {
  const note = 'Bitte nenne noch die Quelle des Bildes auf Seite 2.'

  test('waits, changes what the desk asked for, and is published', async () => {
    const id = await proposed(author)
    expect([await seen(id), (await listing(author, id))?.review?.state]).toEqual([404, 'proposed'])
    // Pressed twice, it waits once.
    const again = await author.client.api('POST', `/v1/materials/${id}/publish?world=de`)
    expect(again.json()).toMatchObject({ isProposed: true })
    const waiting = await caseOf(id)
    expect(waiting).toMatchObject({
      ...{ kind: 'listing', outcomes: ['published', 'revision_asked', 'rejected'] },
      listing: { reasons: [{ kind: 'new_author' }], description: fields.description },
    })
    const file = waiting.listing?.files[0]?.url ?? ''
    expect((await moderator.client.get(file)).status).toBe(200)
    expect((await buyer.client.get(file)).status).toBe(403)
    expect((await decide(waiting.id, { outcome: 'revision_asked', text: 'zu kurz' })).status).toBe(422)
    expect((await decide(waiting.id, { outcome: 'published' }, author)).status).toBe(403)
    expect((await decide(waiting.id, { outcome: 'revision_asked', text: note })).status).toBe(201)
    expect((await decide(waiting.id, { outcome: 'published' })).status).toBe(409)
    expect((await listing(author, id))?.review).toEqual({ state: 'revision_asked', note })
    expect(await lastMail(author)).toMatchObject({
      template: 'listing-decided',
      text: expect.stringContaining(note),
    })
    expect((await moderator.client.get(file)).status).toBe(403)
    await author.client.api('POST', `/v1/materials/${id}/publish?world=de`)
    expect((await decide((await caseOf(id)).id, { outcome: 'published' })).status).toBe(201)
    expect([await seen(id), (await listing(author, id))?.status]).toEqual([200, 'published'])
    const page = await buyer.client.api('GET', `/v1/materials/${id}?world=de`)
    expect(page.json()).toMatchObject({ aiUse: 'helped', imageSources: fields.imageSources })
  })

  test('who was rejected cannot send it again, but can complain', async () => {
    const id = await proposed(author, { title: 'Abgemaltes Schulbuch' })
    const waiting = await caseOf(id)
    await decide(waiting.id, {
      outcome: 'rejected',
      text: 'Alle Seiten sind aus einem Schulbuch abgezeichnet.',
    })
    const again = await author.client.api('POST', `/v1/materials/${id}/publish?world=de`)
    expect([again.status, await seen(id)]).toEqual([403, 404])
    const token = /\/beschwerde\/([\w.-]+)/.exec((await lastMail(author))?.text ?? '')?.[1]
    const text = 'Die Zeichnungen sind von mir, das Buch ist von mir.'
    expect((await author.client.api('POST', `/v1/appeals/${token}?world=de`, { text })).status).toBe(200)
    const second = await member(app, 'second', { role: 'moderator' })
    const answer = await second.client.api('GET', '/v1/moderation/cases?world=de&kind=appeal')
    const about = answer.json<{ cases: DeskCase[] }>().cases.find(({ target }) => target.id === id)
    const restored = { outcome: 'restored', category: 'other', ground: 'terms', rule: 'Nutzungsbedingungen' }
    const decided = await second.client.api('POST', `/v1/moderation/cases/${about?.id}/decision?world=de`, {
      ...restored,
      facts: 'Die Autorin hat das Buch selbst geschrieben.',
    })
    expect([decided.status, await seen(id)]).toEqual([201, 200])
  })

  test('is asked what is whose, and by which means', async () => {
    const answer = await upload(author, { isOwnWork: '', aiUse: '' })
    expect(answer.json()).toMatchObject({
      status: 'draft',
      problems: { isOwnWork: 'required', aiUse: 'required' },
    })
    const wrong = await upload(author, { aiUse: 'vielleicht' })
    expect(wrong.json()).toMatchObject({ problems: { aiUse: 'required' } })
  })

  test('is trusted from then on when the desk says so', async () => {
    const trusted = await member(app, 'trusted', { isSeller: true })
    const id = await proposed(trusted, {}, await pdf(5))
    await decide((await caseOf(id)).id, { outcome: 'published', trust: true })
    const next = await upload(trusted, { title: 'Noch ein Igel' }, await pdf(7))
    expect(next.json()).toMatchObject({ status: 'published' })
  })
})

test('who has three materials before the public publishes at once, unless files are those of somebody else', async () => {
  const known = await member(app, 'known', { isSeller: true })
  for (const title of ['Eins', 'Zwei', 'Drei']) await materialRow(app, { authorId: known.id, title })
  expect((await upload(known, {}, await pdf(9))).json()).toMatchObject({ status: 'published' })
  const copy = await proposed(known)
  expect((await caseOf(copy)).listing?.reasons).toContainEqual(
    expect.objectContaining({ kind: 'same_file', percent: 100 }),
  )
})

test('a takedown reaches the bundles: they are sold no longer, and their buyers get that part back, once', async () => {
  const [first, second, bundle] = [
    await materialRow(app, { authorId: author.id, price: 300 }),
    await materialRow(app, { authorId: author.id, price: 100 }),
    await materialRow(app, { authorId: author.id, price: 200, title: 'Beide zusammen' }),
  ]
  const { db } = app.deps
  await db.updateTable('material').set({ is_bundle: true }).where('id', '=', bundle).execute()
  for (const [position, material_id] of [first, second].entries())
    await db
      .insertInto('bundle_item')
      .values({ world: 'de', bundle_id: bundle, material_id, position })
      .execute()
  await buyer.client.api('POST', '/v1/cart/items?world=de', { materialId: bundle })
  const order = await buyer.client.api('POST', '/v1/orders?world=de', {
    ...{ country: 'DE', consentImmediate: true, consentWaiver: true, expectedTotal: 200 },
  })
  const { redirectUrl } = order.json<{ redirectUrl: string }>()
  await pay(app, { providerReference: redirectUrl.split('/').at(-1) ?? '', total: 200 })
  await buyer.client.api('POST', `/v1/materials/${first}/reports?world=de`, {
    ...{ reason: 'copyright', text: 'Die Zeichnungen auf Seite 2 stammen aus meinem Buch.' },
    ...{ name: 'Rita Recht', email: 'rita@report.example', goodFaith: true },
  })
  const open = await moderator.client.api('GET', '/v1/moderation/cases?world=de&kind=report')
  const about = open.json<{ cases: DeskCase[] }>().cases.find(({ target }) => target.id === first)
  const decided = await moderator.client.api('POST', `/v1/moderation/cases/${about?.id}/decision?world=de`, {
    ...{ outcome: 'removed', category: 'copyright', ground: 'law', rule: '§ 16 UrhG' },
    facts: 'Die Zeichnungen auf Seite 2 sind eingescannt.',
  })
  const { id: decisionId } = decided.json<{ decision: { id: number } }>().decision
  expect([await seen(bundle), await seen(second)]).toEqual([404, 200])
  const job = { world: 'de', materialId: first, requestedBy: moderator.id, decisionId }
  await refundTakedown(app.deps, job)
  await refundTakedown(app.deps, job)
  const refunds = await db.selectFrom('refund').select('amount_cents').execute()
  expect(refunds).toEqual([{ amount_cents: 150 }])
  const owned = await db
    .selectFrom('entitlement')
    .select('material_id')
    .where('account_id', '=', buyer.id)
    .execute()
  expect(owned.map((row) => Number(row.material_id))).toContain(bundle)
})
