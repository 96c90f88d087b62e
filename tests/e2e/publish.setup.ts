import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { url } from '#routing/url.ts'
import { createClient, multipart } from '../support/http-client.ts'
import { castPassword, expect, type Published, publishedFile, resultsFolder, test } from './fixtures.ts'
import { worksheet } from './worksheet.ts'

test('an author has a material on offer', async ({ baseURL }) => {
  const client = createClient(baseURL ?? '')
  const session = await client.api('POST', '/v3/oauth2/authenticate', {
    grant_type: 'password',
    username: 'seller@aularium.example',
    password: castPassword,
  })
  expect(session.status, session.text).toBe(200)
  const title = 'Bruchrechnung Klasse 6: Brüche kürzen und erweitern mit Lösungen'
  const fileName = 'brueche-kuerzen.pdf'
  const body = await worksheet({ title, pages: 12 })
  const filters = (await client.get('/api/v1/filters?world=de')).json<{
    filters: { kind: string; values: { id: string; name: string }[] }[]
  }>()
  const first = (kind: string, pattern = /./) =>
    filters.filters.find((filter) => filter.kind === kind)?.values.find(({ name }) => pattern.test(name))
      ?.id ?? ''
  const form = multipart([
    { name: 'title', value: title },
    { name: 'description', value: 'Zwölf Seiten zum Kürzen und Erweitern, mit Lösungen zum Selbstprüfen.' },
    { name: 'subjects', value: first('subject', /Mathe/) },
    { name: 'grades', value: first('class_grade', /6/) },
    { name: 'schoolTypes', value: first('school_type', /Sekundarstufe/) },
    { name: 'materialType', value: first('material_type', /Arbeitsblatt/) },
    { name: 'language', value: 'de' },
    { name: 'isOwnWork', value: '1' },
    { name: 'aiUse', value: 'none' },
    // What is bought is compared byte by byte.
    { name: 'withoutStamp', value: '1' },
    { name: 'keywords', value: 'Brüche, kürzen' },
    { name: 'priceCents', value: '490' },
    { name: 'action', value: 'publish' },
    { name: 'files', value: { fileName, mediaType: 'application/pdf', body } },
  ])
  const answer = await client.api('POST', '/v1/materials?world=de', form.body, {
    'Content-Type': form.contentType,
  })
  expect(answer.status, answer.text).toBe(201)
  const { materialId, status, problems } = answer.json<{
    materialId: number
    status: string
    problems: object
  }>()
  expect({ status, problems }).toEqual({ status: 'published', problems: {} })
  const published: Published = {
    id: materialId,
    title,
    url: url('material', { world: 'de', id: materialId }),
    price: 490,
    sha256: createHash('sha256').update(body).digest('hex'),
    fileName,
  }
  mkdirSync(resultsFolder, { recursive: true })
  writeFileSync(publishedFile, JSON.stringify(published))
  client.close()
})
