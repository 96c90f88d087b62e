import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createEarlyHints, hintableLinks } from './early-hints.ts'

const font = '</_astro/f.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin'

test.each([
  '</i/1>; rel=preload; as=image; imagesrcset="/i/1 1w, /i/2 2w"; imagesizes="44vw"; fetchpriority=high',
  '</i/1>; rel=preload; as=image; imagesizes="(min-width: 60rem) 30vw, 100vw"',
  '</a b>; rel=preload',
  '</a\r\nSet-Cookie: x=1>; rel=preload',
  'no link at all',
  '',
])('%j cannot stand in a 103 and is left out', (link) => {
  expect(hintableLinks([link, font])).toEqual([font])
})

test('what Node refuses all the same is logged once and reaches nobody', () => {
  const warnings: unknown[] = []
  const hints = createEarlyHints({ warn: (warning: unknown) => void warnings.push(warning) })
  const request = {
    headers: { 'sec-fetch-mode': 'navigate' },
    httpVersion: '1.1',
  } as unknown as IncomingMessage
  const response = {
    writeEarlyHints() {
      throw new TypeError('ERR_INVALID_ARG_VALUE')
    },
  } as unknown as ServerResponse
  hints.send(request, response, [font])
  hints.send(request, response, [font])
  expect(warnings).toHaveLength(1)
})
