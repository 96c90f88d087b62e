import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { url } from '#platform/routing/url.ts'
import { createClient } from '../support/http-client.ts'
import { castPassword, expect, type Published, publishedFile, resultsFolder, test } from './fixtures.ts'
import { publishSheet } from './publishing.ts'
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
  const materialId = await publishSheet(client, {
    ...{ title, fileName, body, priceCents: 490, keywords: 'Brüche, kürzen' },
    description: 'Zwölf Seiten zum Kürzen und Erweitern, mit Lösungen zum Selbstprüfen.',
  })
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
