import { afterEach, expect, test, vi } from 'vitest'
import { inTime } from './late-chunk.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a script that has not come after 120 s is told and given up (specification 9)', async () => {
  vi.useFakeTimers()
  const page = new EventTarget()
  vi.stubGlobal('document', page)
  const heard: unknown[] = []
  page.addEventListener('aularium:chunk-late', (event) => heard.push((event as CustomEvent).detail))
  const lost = expect(inTime('turns', new Promise(() => undefined))).rejects.toThrow('turns')
  await vi.advanceTimersByTimeAsync(119_999)
  expect(heard).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await lost
  expect(heard).toEqual(['turns'])
  expect(await inTime('turns', Promise.resolve(7))).toBe(7)
})
