import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSigner } from '../signer.ts'
import { createDiskCache } from '../storage/disk-cache.ts'
import { createFolderStorage } from '../storage/folder.ts'
import { createImageService } from './service.ts'

const size = { width: 353, height: 500 }
let dir: string
let reads = 0
let service: ReturnType<typeof createImageService>
let storage: ReturnType<typeof createFolderStorage>

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'images-'))
  const folder = createFolderStorage(join(dir, 'files'))
  storage = {
    ...folder,
    readBuffer: (key) => {
      reads += 1
      return folder.readBuffer(key)
    },
  }
  const cache = createDiskCache({ dir: join(dir, 'cache'), maxBytes: 10_000_000 })
  service = createImageService({ storage, cache, secret: 'secret', concurrency: 2 })
  const picture = sharp({ create: { ...size, channels: 3, background: '#c33' } })
  await storage.put('preview/1/1.png', await picture.png().toBuffer())
})
afterAll(() => rm(dir, { recursive: true, force: true }))

test('addresses carry every width of the preset and the size of what they show', () => {
  const card = service.image('card', 'preview/1/1.png', size)
  expect(card).toMatchObject({ width: 240, height: 320 })
  expect(card.src).toMatch(/^\/images\/crop\/card\/240\/[\w-]{22}\/preview\/1\/1\.png$/)
  expect(card.srcset.match(/ \d+w/g)).toEqual([' 240w', ' 480w'])
  expect(service.image('preview', 'preview/1/1.png', { width: 1000, height: 2000 })).toMatchObject({
    width: 250,
    height: 500,
  })
})

test('makes each format the browser takes, in the frame of the preset', async () => {
  const { src } = service.image('card', 'preview/1/1.png', size)
  const webp = await service.serve(src, 'image/avif,image/webp,*/*')
  const jpeg = await service.serve(src, '*/*')
  expect(webp?.mediaType).toBe('image/webp')
  expect(jpeg?.mediaType).toBe('image/jpeg')
  expect(await sharp(webp?.body).metadata()).toMatchObject({ width: 240, height: 320, format: 'webp' })
  expect(jpeg?.etag).not.toBe(webp?.etag)
})

test('AVIF is served once it was prepared', async () => {
  await service.prepare('card', 'preview/1/1.png')
  const { src } = service.image('card', 'preview/1/1.png', size)
  expect((await service.serve(src, 'image/avif,image/webp'))?.mediaType).toBe('image/avif')
})

test('an image asked for many times at once is made once', async () => {
  const { src } = service.image('author', 'preview/1/1.png', size)
  reads = 0
  await Promise.all(Array.from({ length: 50 }, () => service.serve(src, 'image/webp')))
  expect(reads).toBe(1)
})

test('an address that was not written here is unknown', async () => {
  const { src } = service.image('card', 'preview/1/1.png', size)
  const parts = src.split('/')
  const sign = parts[5] ?? ''
  const swapped = (sign.startsWith('A') ? 'B' : 'A') + sign.slice(1)
  const forged = [
    src.replace(sign, swapped),
    src.replace('/240/', '/241/'),
    src.replace('/crop/', '/resize/'),
    src.replace('/card/', '/author/').replace('/240/', '/200/'),
    src.replace('1.png', '2.png'),
    src.replace('preview/1', 'preview/../1'),
    '/images/',
    `${src}?x`,
  ]
  for (const each of forged) expect(await service.serve(each, 'image/webp'), each).toBeUndefined()
})

test.each([
  ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['gif', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('no image at all')],
])('refuses %s', async (name, bytes) => {
  await storage.put(`hostile/${name}`, bytes)
  expect(
    await service.serve(service.image('card', `hostile/${name}`, size).src, 'image/webp'),
  ).toBeUndefined()
})

test('refuses half an image and a missing one', async () => {
  const whole = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#0a0' } })
    .jpeg()
    .toBuffer()
  await storage.put('hostile/half', whole.subarray(0, whole.length / 2))
  expect(await service.serve(service.image('card', 'hostile/half', size).src, 'image/webp')).toBeUndefined()
  expect(await service.serve(service.image('card', 'hostile/none', size).src, 'image/webp')).toBeUndefined()
})

test('addresses are signed by HMAC-SHA-256, whatever the length of the secret', () => {
  for (const secret of ['', 'short', 'x'.repeat(64), 'ü'.repeat(200)]) {
    const expected = createHmac('sha256', secret).update('image card ä').digest()
    expect(createSigner(secret)('image card ä').equals(expected)).toBe(true)
  }
  const { src } = service.image('preview', 'preview/1/1.png', size)
  expect(service.address('preview', 'preview/1/1.png')).toBe(src)
})
