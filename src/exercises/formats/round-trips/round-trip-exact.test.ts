import { expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import { contentSchema, usualPoints } from '#exercises/model/unit.ts'
import { asset, type Format, trips } from '../../../../tests/support/trips.ts'
import { element } from '../../../../tests/support/typed-elements.ts'

/** A task of each type as a teacher types it, and the formats from which it comes back as it was, but for ids. */
const tasks: readonly [type: string, fields: Record<string, string>, formats: string][] = [
  ['choice', { options: '* Rom\nParis\nBern', policy: 'net' }, 'gift aiken moodle csv qti qti22 h5p'],
  [
    'choice',
    { options: '* Rom\n* Bari\nParis', isMulti: 'on', policy: 'net' },
    'gift moodle csv qti qti22 h5p',
  ],
  ['choice', { options: '* Rom\n* Bari\nParis', isMulti: 'on', policy: 'all' }, 'csv qti qti22 h5p'],
  ['true_false', { statements: '* Rom liegt am Tiber.' }, 'gift moodle csv qti qti22 h5p'],
  ['true_false', { statements: '* Rom liegt am Tiber.\nParis auch.' }, 'csv qti qti22'],
  ['gap_text', { gapText: 'Der *Hund* bellt, die *Katze* schläft.' }, 'moodle csv qti qti22 h5p'],
  ['gap_text', { gapText: 'Es sind *12±0.5/50%12±2* oder *7.5±0*.' }, 'moodle csv'],
  ['gap_select', { selectText: 'Sie *geht/gehen* heim, er *bleibt/bleiben* da.' }, 'moodle csv qti qti22'],
  ['gap_drag', { gapText: 'Der *Hund* jagt die *Katze*.', distractors: 'Maus' }, 'moodle csv qti qti22 h5p'],
  [
    'gap_drag',
    { gapText: 'Der *Hund* jagt die *Katze*.', distractors: 'Maus', hasPenalty: 'on' },
    'csv qti qti22',
  ],
  ['mark_words', { markedText: 'Der Hund *bellt* und *beißt* laut.' }, 'csv qti qti22 h5p'],
  ['match', { pairs: 'Italien | Rom\nPeru | Lima\nKenia | Nairobi' }, 'gift moodle csv qti qti22'],
  ['match', { pairs: 'Italien | Rom | Bari\nPeru | Lima' }, 'csv qti qti22'],
  ['categorize', { items: 'Hund | Tier\nKatze | Tier\nRose | Pflanze' }, 'csv qti qti22'],
  ['order', { ordered: 'eins\nzwei\ndrei', scoring: 'all' }, 'moodle csv qti qti22'],
  ['order', { ordered: 'eins\nzwei\ndrei', scoring: 'position' }, 'moodle csv h5p'],
  ['short_text', { answers: 'Rom\nRoma | 50 %' }, 'gift moodle csv qti qti22'],
  ['numeric', { numbers: '4', show: 'input' }, 'gift moodle csv qti qti22'],
  [
    'hotspot',
    { picture: asset, alt: 'Karte', areas: '* Nord | 10, 10, 20, 20\nSüd | 60, 60, 20, 20' },
    // H5P has no names for places: what is told to who points there stands for them, and is said to.
    'csv qti qti22',
  ],
  [
    'label_image',
    { picture: asset, alt: 'Karte', zones: '10, 10, 20, 20 | eins\n60, 60, 20, 20 | zwei\n | drei' },
    // H5P has no words for such a picture: they are asked for before it is published.
    'csv qti qti22',
  ],
  ['memory', { pairs: 'Hund | dog\nKatze | cat' }, 'csv'],
  ['flashcards', { cards: 'Hund | dog\nKatze | cat', isTyped: 'on' }, 'csv h5p'],
  ['dictation', { sentences: 'Der Hund bellt.\nDie Katze schläft.', lang: 'de', playsMax: '3' }, 'csv'],
  ['crossword', { words: 'Biene | macht Honig\nHonig | ist süß' }, 'csv h5p'],
  ['word_search', { words: 'Biene\nHonig', size: '12', seed: 'x', showsWords: 'on', dirRight: 'on' }, 'csv'],
  ['video_quiz', { video: '', moments: '0:05 | Was ist das?\n* ja\nnein', captions: '0 | Guten Tag' }, 'csv'],
  ['essay', { min: '0', max: '2000', keywords: '' }, 'gift moodle csv qti qti22 h5p'],
  ['essay', { min: '0', max: '2000', keywords: '', sample: 'So.' }, 'moodle csv h5p'],
  ['open_answer', { max: '500' }, 'csv qti qti22'],
  ['upload', { accepts: 'pdf', lines: '12' }, 'csv qti qti22'],
  ['draw', { picture: asset, alt: 'Karte', lines: '12' }, 'csv qti qti22'],
  ['upload_draw', { lines: '12' }, 'csv'],
  ['poll', { pollOptions: 'rot\nblau' }, 'csv'],
  ['scale', { min: '1', max: '5', minLabel: 'nie', maxLabel: 'immer' }, 'csv'],
  ['word_cloud', { max: '3' }, 'csv'],
  ['info', { text: 'Guten Tag' }, 'gift moodle csv h5p'],
  ['media', { picture: asset, alt: 'Karte', caption: '' }, 'csv h5p'],
  ['audio', { sound: `unit/0a/${'a'.repeat(64)}.mp3`, transcript: 'Hallo' }, 'csv h5p'],
  ['embed', { address: 'https://example.org/a', label: 'Mehr' }, 'csv'],
  ['accordion', { sections: 'Eins | Text\nZwei | Mehr' }, 'csv h5p'],
  ['timeline', { dates: '1492 | Amerika | Land' }, 'csv'],
  ['image_hotspots', { picture: asset, alt: 'Karte', spots: '10, 10, 10, 10 | Nord | Kalt' }, 'csv'],
]

/** Ids by the order in which they are met: what is left is what somebody typed. */
function withoutIds(data: unknown): unknown {
  const text = JSON.stringify(data)
  const ids = [...new Set([...text.matchAll(/"id":"([^"]*)"/g)].map(([, id = '']) => id))]
  const named = new Map(ids.map((id, at) => [id, `#${at}`]))
  return JSON.parse(text.replace(/unit\/[0-9a-f]{2}\/[0-9a-f]{64}\.\w+/g, 'a file'), (key, value) =>
    typeof value === 'string' && key !== 'text' && key !== 'label' ? (named.get(value) ?? value) : value,
  )
}

test.each(
  tasks.flatMap(([type, fields, formats]) =>
    formats.split(' ').map((format) => [type, format as Format, fields] as const),
  ),
)('%s comes back from %s as it was: %j', (type, format, fields) => {
  const row = typeOf(type)
  const data = row?.schema.parse(row.fromTyped(fields))
  const isSaid = row?.kind === 'content' || type === 'true_false'
  const prompt = isSaid ? '' : '<p>Was ist das?</p>'
  const sent = { ...element(type, data), points: usualPoints(type, data), prompt }
  const content = contentSchema.parse({ title: 'x', pages: [{ id: 'p', title: '', elements: [sent] }] })
  const { leftOut, found } = trips[format](content)
  if (typeof found === 'string') throw new Error(found)
  const came = found.pages.flatMap(({ elements }) => elements)
  expect([leftOut, found.report.map(({ outcome }) => outcome)]).toEqual([[], ['converted']])
  expect(came.map((each) => [each.type, each.prompt, each.points])).toEqual([
    [type, sent.prompt, sent.points],
  ])
  expect(withoutIds(came[0]?.data)).toEqual(withoutIds(data))
})
