import { afterAll, beforeAll, expect, test } from 'vitest'
import { castPassword, logIn, member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, multipart } from '../support/http-client.ts'
import { greyPng, pdf, slowPdf } from '../support/sheets.ts'

/** What one member sends never holds up another, nor anybody's login. */

let app: TestApp
let author: Person
let other: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'author', { isSeller: true })
  other = await member(app, 'other', { isSeller: true })
  await Promise.all([author, other].map(({ client }) => client.get('/api/v1/csrf')))
})
afterAll(() => app.close())

function send({ client }: Person, path: string, name: string, fileName: string, file: Buffer) {
  const { body, contentType } = multipart([
    { name, value: { fileName, mediaType: 'application/octet-stream', body: file } },
  ])
  return client.api('POST', path, body, { 'Content-Type': contentType })
}

test('six pictures of 40 megapixels in a line are refused, and a login goes through meanwhile', async () => {
  const picture = greyPng(1, 40_000_000)
  // One of a usual shape, as large as is allowed, takes its time.
  const large = greyPng(7000, 7000)
  const sent = [picture, picture, picture, large, large, large].map((file) =>
    send(author, '/v3/user-details/avatar', 'file', 'a.png', file),
  )
  const started = performance.now()
  await logIn(createClient(app.base), other.email, castPassword)
  expect(performance.now() - started).toBeLessThan(4000)
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses).toEqual([422, 422, 422, 200, 200, 200])
})

test('slow documents of one author let an upload of another through', async () => {
  const [slow, sheet] = [await slowPdf(), await pdf(1)]
  const pile = [1, 2, 3, 4].map(() => send(author, '/v1/materials?world=de', 'files', 'slow.pdf', slow))
  const drawing = app.deps.documents
    .render(slow, {
      owner: String(author.id),
      cover: true,
      previews: null,
      signal: AbortSignal.timeout(5000),
    })
    .catch(() => undefined)
  const all = Promise.all([...pile, drawing])
  const first = send(other, '/v1/materials?world=de', 'files', 'a.pdf', sheet)
  const before = await Promise.race([all.then(() => 'the pile'), first.then(() => 'the upload')])
  expect(before).toBe('the upload')
  expect((await first).status).toBe(201)
  await all
})
