import { expect } from 'vitest'
import { isMarkup } from './hostile-texts.ts'
import type { Answer } from './http-client.ts'

/** What holds for every answer, whatever was sent: no fault, no markup, no other site, no header of the sender's. */
export function expectHarmless(answer: Answer, what: string): void {
  expect(answer.status, what).toBeLessThan(500)
  const isHtml = answer.headers['content-type']?.includes('html') === true
  if (isHtml) expect(isMarkup(answer.text), `${what} is repeated as markup`).toBe(false)
  const { location } = answer.headers
  if (location !== undefined) expect(location, what).toMatch(/^\/(?![/\\])/)
  expect(answer.headers['x-evil'], what).toBeUndefined()
  expect(answer.headers['set-cookie']?.join() ?? '', what).not.toMatch(/(^|,)x=1/)
  expect(Object.hasOwn(Object.prototype, 'polluted'), `${what} pollutes`).toBe(false)
}
