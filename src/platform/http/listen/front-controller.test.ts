import { expect, test } from 'vitest'
import { handlers as featureHandlers } from '#features'
import { isAnsweredHere } from './front-controller.ts'
import { createHandlers } from './handlers.ts'

const handlers = createHandlers(featureHandlers)

test('the front controller answers its own files, and leaves those of the dev server to it', () => {
  const deps = { announcer: { key: 'abc' } } as unknown as Parameters<typeof isAnsweredHere>[0]['deps']
  const app = { deps, handlers }
  const own = [
    '/speculation-rules.json',
    '/robots.txt',
    '/llms.txt',
    '/sitemap.xml',
    '/de/feed.xml',
    '/abc.txt',
    '/uploads/7',
    '/files/a.b',
    '/og/de/home/0-x.png',
    '/authorize?client_id=x',
    '/.well-known/oauth-authorization-server',
    '/.well-known/security.txt',
    '/security.txt',
    '/.well-known/change-password',
  ]
  for (const target of [...own, '/robots.txt?x=1', '/api/v1/search'])
    expect(isAnsweredHere(app, target), target).toBe(true)
  for (const target of ['/favicon.svg', '/@vite/client', '/src/kit/media/slider.ts', '/de', '/xyz.txt'])
    expect(isAnsweredHere(app, target), target).toBe(false)
})

test('no two handlers answer the same address', () => {
  const paths = handlers.all.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(handlers.all.filter(({ path }) => typeof path === 'string' && !/^[a-z.-]{2,}$/.test(path))).toEqual(
    [],
  )
  for (const { path } of handlers.all)
    if (typeof path === 'string')
      expect(handlers.at(`/${path}?x`, { announcer: undefined })?.path, path).toBe(path)
})

test('on mirrors stand pictures and films, in their folders', () => {
  expect(handlers.atMirror('/images/x')?.path).toBe('images')
  expect(handlers.atMirror('/videos/x')?.path).toBe('videos')
  for (const path of [
    '/images',
    '/files/x',
    '/uploads/x',
    '/api/v1/search',
    '/og/x',
    '/authorize',
    '/metrics/x',
  ])
    expect(handlers.atMirror(path), path).toBeUndefined()
})
