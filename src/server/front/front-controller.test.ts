import { expect, test } from 'vitest'
import { isAnsweredHere } from './front-controller.ts'

test('the front controller answers its own files, and leaves those of the dev server to it', () => {
  const deps = { announcer: { key: 'abc' } } as unknown as Parameters<typeof isAnsweredHere>[0]
  const own = [
    '/speculation-rules.json',
    '/robots.txt',
    '/llms.txt',
    '/sitemap.xml',
    '/de/feed.xml',
    '/abc.txt',
  ]
  for (const target of [...own, '/robots.txt?x=1', '/api/v1/search'])
    expect(isAnsweredHere(deps, target), target).toBe(true)
  for (const target of ['/favicon.svg', '/@vite/client', '/src/ui/kit/slider.ts', '/de', '/xyz.txt'])
    expect(isAnsweredHere(deps, target), target).toBe(false)
})
