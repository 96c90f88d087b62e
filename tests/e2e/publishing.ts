import { type Client, multipart } from '../support/http-client.ts'
import { expect } from './fixtures.ts'

interface Sheet {
  title: string
  description: string
  keywords: string
  priceCents: number
  fileName: string
  body: Buffer
}

/** Publishes a sheet for pupils of grade 6 as the author whose client this is; answers its id. */
export async function publishSheet(client: Client, sheet: Sheet): Promise<number> {
  const { filters } = (await client.get('/api/v1/filters?world=de')).json<{
    filters: { kind: string; values: { id: string; name: string }[] }[]
  }>()
  const first = (kind: string, pattern: RegExp) =>
    filters.find((filter) => filter.kind === kind)?.values.find(({ name }) => pattern.test(name))?.id ?? ''
  const { title, description, keywords, priceCents, fileName, body } = sheet
  const form = multipart([
    { name: 'title', value: title },
    { name: 'description', value: description },
    { name: 'subjects', value: first('subject', /Mathe/) },
    { name: 'grades', value: first('class_grade', /6/) },
    { name: 'schoolTypes', value: first('school_type', /Sekundarstufe/) },
    { name: 'materialType', value: first('material_type', /Arbeitsblatt/) },
    { name: 'language', value: 'de' },
    { name: 'isOwnWork', value: '1' },
    { name: 'aiUse', value: 'none' },
    // What is bought is compared byte by byte.
    { name: 'withoutStamp', value: '1' },
    { name: 'keywords', value: keywords },
    { name: 'priceCents', value: String(priceCents) },
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
  return materialId
}
