import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { url } from '#platform/routing/url.ts'
import { type AiDocument, type DocumentLine, documentLimits } from '#shop/ai/ai-documents/rules/contract.ts'
import { deleteOldDocuments } from '#shop/ai/ai-documents/server/queries.ts'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'

let app: TestApp
let teacher: Person
let other: Person

beforeAll(async () => {
  app = await openTestApp()
  teacher = await member(app, 'doc-teacher')
  other = await member(app, 'doc-other')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.deps.db.deleteFrom('ai_document').execute()
  await app.deps.db.deleteFrom('ai_run').execute()
})

async function run(): Promise<number> {
  const words = ['Igel', 'Fuchs', 'Dachs']
  const answer = await teacher.client.api('POST', '/v3/ai/runs', {
    tool_id: 'word-search',
    inputs: { words },
  })
  expect(answer.status, answer.text).toBe(202)
  return answer.json<{ run_id: number }>().run_id
}

async function created(): Promise<AiDocument> {
  const answer = await teacher.client.api('POST', '/v3/ai/documents', { run_id: await run() })
  expect(answer.status, answer.text).toBe(200)
  return answer.json<AiDocument>()
}

async function list(person: Person): Promise<DocumentLine[]> {
  return (await person.client.api('GET', '/v3/ai/documents')).json<{ documents: DocumentLine[] }>().documents
}

describe('a document', () => {
  test('is made of a result, changed over its version, and a second window never writes over the first', async () => {
    const { id, text, version } = await created()
    expect(text).toContain('::: grid')
    const change = (title: string, of: number) =>
      teacher.client.api('PUT', `/v3/ai/documents/${id}`, { title, text: '## Neu\n\nWorte', version: of })
    const saved = await change(' Für\u0007 Montag ', version)
    expect(saved.json<AiDocument>()).toMatchObject({
      title: 'Für Montag',
      version: version + 1,
      text: '## Neu\n\nWorte',
    })
    expect((await change('Zu spät', version)).status).toBe(409)
    expect((await change('  ', version + 1)).status).toBe(422)
    const both = await Promise.all([change('A', version + 1), change('B', version + 1)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('is nobody else’s', async () => {
    const { id, version } = await created()
    expect(await list(other)).toEqual([])
    const calls = [
      other.client.api('GET', `/v3/ai/documents/${id}`),
      other.client.api('GET', `/v3/ai/documents/${id}/file?format=html`),
      other.client.api('PUT', `/v3/ai/documents/${id}`, { title: 'Meins', text: '', version }),
      other.client.api('DELETE', `/v3/ai/documents/${id}`),
      other.client.api('POST', `/v3/ai/documents/${id}/restore`, {}),
      other.client.api('POST', '/v3/ai/documents', { run_id: await run() }),
    ]
    for (const answer of await Promise.all(calls)) expect(answer.status).toBe(404)
    expect(await list(teacher)).toHaveLength(1)
  })

  test('is deleted twice, brought back, and gone after its days', async () => {
    const { id } = await created()
    for (let times = 0; times < 2; times += 1)
      expect((await teacher.client.api('DELETE', `/v3/ai/documents/${id}`)).status).toBe(200)
    expect(await list(teacher)).toEqual([])
    expect((await teacher.client.api('GET', `/v3/ai/documents/${id}`)).status).toBe(404)
    expect((await teacher.client.api('POST', `/v3/ai/documents/${id}/restore`, {})).status).toBe(200)
    expect(await list(teacher)).toHaveLength(1)
    await app.deps.db
      .updateTable('ai_document')
      .set({ deleted_at: new Date(Date.now() - 31 * 86_400_000) })
      .execute()
    expect(await deleteOldDocuments(app.deps.db, documentLimits.trashDays)).toBe(1)
  })

  test('as a file runs nothing of what was typed into it', async () => {
    const { id, version } = await created()
    const evil = '## <script>alert(1)</script>\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)>'
    await teacher.client.api('PUT', `/v3/ai/documents/${id}`, {
      title: '<b>"Titel"\r\nX: y',
      text: evil,
      version,
    })
    const html = await teacher.client.api('GET', `/v3/ai/documents/${id}/file?format=html`)
    expect(html.headers['content-disposition']).toMatch(/^attachment/)
    expect(html.headers['content-security-policy']).toContain('sandbox')
    expect(html.text).not.toMatch(/<script|<img|<a |<b>/)
    const markdown = await teacher.client.api('GET', `/v3/ai/documents/${id}/file?format=md`)
    expect(markdown.text).toContain(evil)
    expect((await teacher.client.api('GET', `/v3/ai/documents/${id}/file?format=exe`)).status).toBe(422)
  })

  test('of a result that is gone cannot be made; so many and no more', async () => {
    const id = await run()
    await app.deps.db.updateTable('ai_run').set({ result: null }).execute()
    expect((await teacher.client.api('POST', '/v3/ai/documents', { run_id: id })).status).toBe(410)
    const row = { world: 'de', account_id: teacher.id, tool: 'bingo', language: 'de', title: 'T', text: '' }
    await app.deps.db
      .insertInto('ai_document')
      .values(Array.from({ length: documentLimits.perMember }, () => row))
      .execute()
    expect((await teacher.client.api('POST', '/v3/ai/documents', { run_id: await run() })).status).toBe(422)
  })

  test('is kept, changed, deleted and brought back by forms', async () => {
    const answer = await teacher.client.submit(url('ai-run', { world: 'de', runId: await run() }), {
      intent: 'keep-document',
    })
    expect(answer.status).toBe(303)
    const [{ id } = { id: 0 }] = await list(teacher)
    const page = url('ai-document', { world: 'de', documentId: id })
    expect(answer.headers.location).toBe(page)
    const save = (version: string) =>
      teacher.client.submit(page, { intent: 'save-document', title: 'Neu', text: 'Worte', version })
    expect((await save('1')).headers.location).toBe(`${page}#saved`)
    expect((await save('1')).status).toBe(409)
    expect((await teacher.client.submit(page, { intent: 'delete-document' })).status).toBe(303)
    const desk = url('ai-documents', { world: 'de' })
    expect((await teacher.client.submit(desk, { intent: 'restore-document', id: String(id) })).status).toBe(
      303,
    )
    expect(await list(teacher)).toHaveLength(1)
  })
})
