import { expect, test } from 'vitest'
import { importH5p } from '../h5p/import-h5p.ts'
import { importMoodle } from '../incoming/imports.ts'

test.each([
  ['H5P.SpeakTheWords', 'speech'],
  ['H5P.BranchingScenario', 'branching'],
  ['H5P.ImageJuxtaposition', 'views'],
  ['H5P.IFrameEmbed', 'outside'],
  ['H5P.DocumentationTool', 'notes'],
  ['H5P.ArithmeticQuiz', 'computed'],
  ['H5P.NobodyKnows', 'unknown_type'],
])('%s is not taken over, and the report says why: %s', (library, reason) => {
  const found = importH5p({ library: `${library} 1.2`, title: 'Eins', content: {} })
  expect(found.report).toEqual([{ name: library, outcome: 'skipped', reason }])
})

test('Moodle: numbers that are computed and questions that are drawn are named as such', () => {
  const question = (type: string) =>
    `<question type="${type}"><name><text>${type}</text></name><questiontext><text>?</text></questiontext></question>`
  const found = importMoodle(
    `<quiz>${['calculated', 'random', 'coderunner'].map(question).join('')}</quiz>`,
    'x',
  )
  if (typeof found === 'string') throw new Error(found)
  expect(found.report.map(({ reason }) => reason)).toEqual(['computed', 'pool', 'program'])
})
