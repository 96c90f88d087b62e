import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { samples, withSamples } from '../../../../../tests/support/samples.ts'
import { readFile } from './read-file.ts'

const folder = samples('qti-instructure-mit/spec/fixtures')

/** The kind of a file by its first element, as it stands in its text. */
function kindOf(path: string): string {
  const source = readFileSync(join(folder, path), 'utf8').replace(/<!--[\s\S]*?-->/g, '')
  return /<(?![?!])(?:\w+:)?([\w-]+)/.exec(source)?.[1] ?? 'none'
}

/** How many files there are of each kind, and how one is imported alone. */
const kinds: Readonly<Record<string, readonly [count: number, fate: string]>> = {
  // QTI 2.1 and 2.2.
  assessmentItem: [108, 'read'],
  // QTI 1.2, which we do not read: what is no XML, or has a document type, is refused for that.
  questestinterop: [66, 'unknown_format'],
  // These say which items belong together: they are read within their packages alone.
  assessmentTest: [20, 'unknown_format'],
  manifest: [19, 'unknown_format'],
  // Settings of courses and tests, and results.
  quiz: [10, 'unknown_format'],
  assignmentGroups: [2, 'unknown_format'],
  course: [2, 'unknown_format'],
  fileMeta: [2, 'unknown_format'],
  media_tracks: [2, 'unknown_format'],
  assessmentResult: [1, 'unknown_format'],
  // A piece of an item that another file takes in.
  div: [1, 'unknown_format'],
}

/** Files of QTI 1.2 that are refused for something else, with the reason. */
const others: Readonly<Record<string, string>> = {
  // `presentation` closes what another element began.
  'items_1.2/fib.xml': 'broken_package',
  'items_1.2/fib_str.xml': 'broken_package',
  'items_1.2/item_no_title.xml': 'broken_package',
  'items_1.2/ordering.row.xml': 'has_doctype',
  'items_1.2/ordering.xml': 'has_doctype',
  'items_1.2/ordering_with_labels.xml': 'has_doctype',
}

/** Items that are not imported, with the reason. */
const skipped: Readonly<Record<string, string>> = {
  'items_2.2/Example03-feedbackBlock-solution-random.xml': 'computed',
  'items_2.2/Example04-feedbackBlock-templateBlock.xml': 'computed',
  'items_2.2/audio-video.xml': 'incomplete',
  'items_2.2/data-attributes.xml': 'incomplete',
  'items_2.2/graphic_associate.xml': 'unknown_type',
  'items_2.2/mc_calc3.xml': 'computed',
  'items_2.2/mc_calc5.xml': 'computed',
  'items_2.2/mc_stat2.xml': 'computed',
  'items_2.2/position_object.xml': 'unknown_type',
  'items_2.2/template.xml': 'computed',
  'items_2.2/template_image.xml': 'computed',
  'tests/feedbackTest/id-aaa0bbf5da1d/Example03-feedbackBlock-solution-random.xml': 'computed',
  'tests/feedbackTest/id-d599169403d2/Example04-feedbackBlock-templateBlock.xml': 'computed',
  // Its picture has no size, so its places cannot be converted.
  'tests/interactionmix_saxony_v3/Hotspot_278940407.xml': 'incomplete',
}

withSamples('qti-instructure-mit', () => {
  const files = globSync('**/*.xml', { cwd: folder }).toSorted()

  test('233 files, of these kinds', () => {
    expect(files).toHaveLength(233)
    const counts: Record<string, number> = {}
    for (const kind of files.map(kindOf)) counts[kind] = (counts[kind] ?? 0) + 1
    expect(counts).toEqual(Object.fromEntries(Object.entries(kinds).map(([kind, [count]]) => [kind, count])))
  })

  test('each is read or refused as its kind is, or for the reason that stands here', async () => {
    for (const path of files) {
      const found = await readFile({ name: basename(path), path: join(folder, path) })
      const fate = typeof found === 'string' ? found : 'read'
      expect([path, fate]).toEqual([path, others[path] ?? kinds[kindOf(path)]?.[1]])
      if (typeof found === 'string') continue
      const tasks = found.pages.flatMap(({ elements }) => elements)
      const reasons = found.report.flatMap(({ outcome, reason }) => (outcome === 'skipped' ? reason : []))
      expect([path, tasks.length === 0 ? reasons.join() : undefined]).toEqual([path, skipped[path]])
    }
  })
})
