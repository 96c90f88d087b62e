import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { islandChunk, personalChunk, reconnectChunk, visitorChunk } from './page-script-chunk.ts'

const files = globSync('src/**/*.{ts,tsx}').map((path) => `/${path.replaceAll('\\', '/')}`)
const membersOf = ({ name }: { name: (id: string) => string | null }) =>
  files.filter((path) => name(path) !== null).length

// A group that names a file which is not there is no group: the browser pays for it in requests.
test('every group of the bundler finds the files it names', () => {
  expect([visitorChunk, personalChunk, reconnectChunk, islandChunk].map(membersOf)).toEqual([2, 3, 1, 2])
})
