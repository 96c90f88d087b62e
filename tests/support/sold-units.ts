import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Person, TestApp } from './app.ts'
import { multipart } from './http-client.ts'

export const questions = Array.from(
  { length: 12 },
  (_, at) => `Wie viel ist ${at} + ${at}? {=${2 * at} ~${at + 50}####Geheime Rückmeldung}`,
).join('\n\n')

export async function makeUnit(person: Person, isPublished = true, gift = questions): Promise<number> {
  const value = { fileName: 'Doppelt.gift', mediaType: 'text/plain', body: Buffer.from(gift) }
  const { body, contentType } = multipart([{ name: 'file', value }])
  const made = await person.client.api('POST', '/v3/units/import?world=de', body, {
    'Content-Type': contentType,
  })
  const { id } = made.json<{ id: number }>()
  if (isPublished)
    expect((await person.client.api('POST', `/v3/units/${id}/publish`)).status, made.text).toBe(200)
  return id
}

const complete = {
  title: 'Verdoppeln bis 24',
  description: 'Zwölf Aufgaben zum Verdoppeln.',
  materialType: 'interactive',
  price: '2,50',
  language: 'de',
  ...{ isOwnWork: '1', aiUse: 'none' },
}

export async function upload(person: Person, fields: Record<string, string>) {
  const terms = { subjects: 'de-mathematics', grades: '2', schoolTypes: 'grundschule' }
  const all = { ...complete, ...terms, ...fields }
  const parts = Object.entries(all).map(([name, value]) => ({ name, value }))
  const { body, contentType } = multipart(parts)
  const answer = await person.client.api('POST', '/v1/materials?world=de', body, {
    'Content-Type': contentType,
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.json<{ materialId: number; status: string; problems: Record<string, string> }>()
}

export async function onSale(author: Person, fields: Record<string, string> = { mayCopyInteractive: '1' }) {
  const unitId = await makeUnit(author)
  const made = await upload(author, { interactiveId: String(unitId), action: 'publish', ...fields })
  expect(made).toMatchObject({ status: 'published', problems: {} })
  return { unitId, materialId: made.materialId }
}

export async function buy(app: TestApp, person: Person, materialId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into purchase_order (world, reference, account_id, status, currency, total_cents, tax_cents, tax_rate_bp, country,
      consent_text_version, consent_immediate_at, consent_waiver_at)
    values ('de', ${`sold-${materialId}-${person.id}`}, ${person.id}, 'cancelled', 'EUR', 250, 40, 1900, 'DE', '1', now(), now())
    returning id`.execute(app.deps.db)
  await sql`insert into entitlement (world, account_id, material_id, order_id)
    values ('de', ${person.id}, ${materialId}, ${rows[0]?.id})`.execute(app.deps.db)
}

export async function tasks(person: Pick<Person, 'client'>, key: string): Promise<number | string> {
  const answer = await person.client.get(`/api/v3/units/practice/${key}?world=de`)
  if (answer.status !== 200) return answer.json<{ error: { code: string } }>().error.code
  return answer.json<{ pages: { elements: object[] }[] }>().pages.flatMap(({ elements }) => elements).length
}

export const codeOf = async (person: Person, method: string, path: string, body?: object) => {
  const answer = await person.client.api(method, path, body)
  return answer.status < 300 ? answer.status : answer.json<{ error: { code: string } }>().error.code
}
