import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../support/app.ts'
import { send } from '../support/http-client.ts'

let app: TestApp
let src: string

beforeAll(async () => {
  app = await openTestApp()
  const picture = sharp({ create: { width: 707, height: 1000, channels: 3, background: '#0a6' } })
  await app.deps.storage.put('preview/1/1/cover.webp', await picture.webp().toBuffer())
  src = app.deps.images.image('card', 'preview/1/1/cover.webp', { width: 707, height: 1000 }).src
})
afterAll(() => app.close())

test('an image is made in the frame and format asked for, and cached for ever', async () => {
  const answer = await send(app.base, { path: src, headers: { Accept: 'image/avif,image/webp,*/*' } })
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    vary: 'Accept, Save-Data',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(await sharp(answer.body).metadata()).toMatchObject({ width: 240, height: 320 })
  const again = await send(app.base, {
    path: src,
    headers: { Accept: 'image/webp', 'If-None-Match': answer.headers.etag ?? '' },
  })
  expect([again.status, again.body.length]).toEqual([304, 0])
  const jpeg = await send(app.base, { path: src })
  expect(jpeg.headers['content-type']).toBe('image/jpeg')
})

test('a picture from memory is what it was from the disk, also without its body; who saves data still gets the small one', async () => {
  const wide = src.replace('/card/240/', '/card/480/')
  const headers = { Accept: 'image/webp' }
  const [first, second] = [
    await send(app.base, { path: wide, headers }),
    await send(app.base, { path: wide, headers }),
  ]
  const { date: _before, ...before } = first.headers
  const { date: _after, ...after } = second.headers
  expect(after).toEqual(before)
  expect(second.body.equals(first.body)).toBe(true)
  const head = await send(app.base, { path: wide, method: 'HEAD', headers })
  expect([head.status, head.headers.etag, head.body.length]).toEqual([200, first.headers.etag, 0])
  const saving = await send(app.base, { path: wide, headers: { ...headers, 'Save-Data': 'on' } })
  expect((await sharp(saving.body).metadata()).width).toBe(240)
  const other = await send(app.base, { path: wide, headers: { ...headers, Host: 'somewhere.example' } })
  expect(other.status).toBe(421)
})

test('addresses that were not written here are not found', async () => {
  const parts = src.split('/')
  const signature = parts[5] ?? ''
  const forged = [
    src.replace(signature, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`),
    src.replace('/card/240/', '/card/2400/'),
    src.replace('/card/240/', '/author/200/'),
    src.replace('cover.webp', 'other.webp'),
    src.replace('preview/1/1', 'preview/1/../1'),
    '/images/crop/card/240/x/preview/1/1/cover.webp',
    '/images/',
  ]
  for (const path of forged) expect((await send(app.base, { path })).status, path).toBe(404)
})
