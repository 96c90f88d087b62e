import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { member, openTestApp, type Person, type TestApp } from '../support/app.ts'
import { createClient, multipart } from '../support/http-client.ts'

let app: TestApp
let author: Person

beforeAll(async () => {
  app = await openTestApp()
  author = await member(app, 'package-author', { isSeller: true })
})
afterAll(() => app.close())

interface Shown {
  type: string
  data: { picture?: { asset: string; alt: string }; video?: string }
}

async function send(name: string, bytes: string | Uint8Array): Promise<{ id: number; report: object[] }> {
  const value = { fileName: name, mediaType: 'application/octet-stream', body: Buffer.from(bytes) }
  const { body, contentType } = multipart([{ name: 'file', value }])
  const headers = { 'Content-Type': contentType }
  const answer = await author.client.api('POST', '/v3/units/import?world=de', body, headers)
  expect(answer.status, answer.text).toBe(201)
  return answer.json()
}

async function elementsOf(id: number): Promise<Shown[]> {
  const unit = await author.client.api('GET', `/v3/units/${id}`)
  return unit
    .json<{ content: { pages: { elements: Shown[] }[] } }>()
    .content.pages.flatMap((page) => page.elements)
}

describe('pictures and videos of packages', () => {
  /** The smallest thing that says it is an MP4. */
  const mp4 = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypisom\0\0\x02\0isomiso2'),
    Buffer.alloc(64),
  ])
  const json = (value: object) => strToU8(JSON.stringify(value))
  const image = (path: string, alt: string) => ({
    library: 'H5P.Image 1.1',
    params: { file: { path }, alt },
  })

  test('are stored with the unit; what is none is said to be missing', async () => {
    const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#a00' } })
      .png()
      .toBuffer()
    const choice = (path: string, question: string) => ({
      library: 'H5P.MultiChoice 1.16',
      params: {
        media: { type: image(path, 'Ein rotes Feld') },
        question,
        answers: [
          { text: 'rot', correct: true },
          { text: 'blau', correct: false },
        ],
      },
    })
    const video = {
      library: 'H5P.InteractiveVideo 1.22',
      params: {
        interactiveVideo: {
          video: { files: [{ path: 'videos/a.mp4' }] },
          assets: {
            interactions: [{ duration: { from: 3 }, action: choice('images/x.png', 'Welche Farbe?') }],
          },
        },
      },
    }
    const content = {
      questions: [choice('images/a.png', 'Farbe?'), choice('images/b.png', 'Und hier?'), video],
    }
    const bytes = zipSync({
      'h5p.json': json({ mainLibrary: 'H5P.QuestionSet', title: 'Farben' }),
      'content/content.json': json(content),
      'content/images/a.png': png,
      'content/images/b.png': strToU8('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'),
      'content/videos/a.mp4': mp4,
    })
    const { id, report } = await send('farben.h5p', bytes)
    expect(report).toEqual([
      { name: 'Farbe?', outcome: 'converted' },
      { name: 'Und hier?', outcome: 'converted' },
      { name: 'video_quiz', outcome: 'converted' },
      { name: 'images/b.png', outcome: 'skipped', reason: 'pictures' },
    ])
    const elements = await elementsOf(id)
    expect(elements.map(({ type }) => type)).toEqual(['media', 'choice', 'media', 'choice', 'video_quiz'])
    const [shown, , lost] = elements
    expect(shown?.data.picture).toMatchObject({
      alt: 'Ein rotes Feld',
      asset: expect.stringMatching(/^unit\/.+\.webp$/),
    })
    expect(lost?.data.picture?.asset).toBe('')
    const name = (key = '') => `/api/v3/unit-assets?name=${key.split('/').at(-1)}`
    expect((await createClient(app.base).get(name(shown?.data.picture?.asset))).status).toBe(200)
    const part = await fetch(app.base + name(elements[4]?.data.video), { headers: { Range: 'bytes=4-7' } })
    expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([
      206,
      'video/mp4',
      'ftyp',
    ])
    const publish = await author.client.api('POST', `/v3/units/${id}/publish`)
    const fields = Object.keys(publish.json<{ error: { fields: object } }>().error.fields)
    expect(fields.map((field) => field.split('.')[1])).toEqual(['picture', 'prompt', 'captions'])
  })

  test('come with questions of Moodle, in the texts and beside them', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#00a' } })
      .png()
      .toBuffer()
    const moodle = `<quiz><question type="truefalse"><name><text>Blau</text></name><questiontext format="html">
      <text><![CDATA[<p>Ist das blau?</p><img src="@@PLUGINFILE@@/ein%20bild.png" alt="Ein blaues Feld">]]></text>
      <file name="ein bild.png" encoding="base64">${png.toString('base64')}</file></questiontext>
      <answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question></quiz>`
    const { id, report } = await send('fragen.xml', moodle)
    expect(report).toEqual([{ name: 'Blau', outcome: 'converted' }])
    expect(await elementsOf(id)).toMatchObject([
      { type: 'media', data: { picture: { alt: 'Ein blaues Feld', asset: expect.stringMatching(/webp$/) } } },
      { type: 'true_false' },
    ])
  })
})
