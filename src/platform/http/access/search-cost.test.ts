import { expect, test } from 'vitest'
import { searchPoints } from './search-cost.ts'

test.each([
  ['/api/v1/search', 1],
  ['/api/v1/search?world=de', 1],
  ['/api/v1/search?query=br%C3%BCche+klasse+5', 1],
  [`/de/suchergebnisse?query=${Array.from({ length: 9 }, (_, at) => `wort${at}`).join('+')}`, 2],
  [`/api/v1/search?query=${'wort%20'.repeat(200)}`, 20],
])('%s', (address, points) => expect(searchPoints(address)).toBe(points))
