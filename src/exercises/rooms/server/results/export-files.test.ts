import { expect, test } from 'vitest'
import { type ExportTask, isQuick } from './export-files.ts'

const task = (format: string, pupils: number, elements: number) =>
  ({
    ...{ kind: 'results', format, tasks: [], siteUrl: '' },
    results: { pupils: Array(pupils).fill({}), elements: Array(elements).fill({}) },
  }) as unknown as ExportTask

test.each([
  ['csv', 6, 4, true],
  ['xlsx', 30, 60, true],
  ['xapi', 30, 60, true],
  ['csv', 200, 200, false],
  ['pdf', 6, 4, false],
  ['pupils', 1, 1, false],
])(
  'the results of a room as %s of %i pupils and %i tasks need no thread: %s',
  (format, pupils, elements, quick) => expect(isQuick(task(format, pupils, elements))).toBe(quick),
)
