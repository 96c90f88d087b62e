import { expect, test } from 'vitest'
import { importH5p } from '#exercises/formats/h5p/import-h5p.ts'
import { importQti } from '#exercises/formats/qti/import-qti.ts'
import type { Choice } from '#exercises/types/choice/data.ts'
import type { Memory } from '#exercises/types/memory/data.ts'
import { typeOf } from '../task/types.ts'
import { recordingSlots, withSoundAt } from '../text/line-recordings.ts'
import { readThing, silentThings, writeSound, writeThing } from '../text/option-content.ts'
import type { Element } from '../unit.ts'

const sound = `unit/0a/${'b'.repeat(64)}.mp3`
const asset = `unit/0a/${'a'.repeat(64)}.webp`
const cat = { asset, alt: 'a cat' }

test('a thing has a picture, a recording, both or neither, and its words are heard or shown', () => {
  expect(readThing(writeSound(sound, 'ship'))).toEqual({ text: 'ship', sound, isHeard: true })
  expect(readThing(writeSound(sound, 'ship', true))).toEqual({ text: 'ship', sound })
  for (const both of [
    writeSound(sound, writeThing(cat, 'meow')),
    `${writeThing(cat)} ${writeSound(sound, 'meow')}`,
  ])
    expect(readThing(both)).toEqual({ text: 'meow', picture: cat, sound, isHeard: true })
  expect(readThing(writeSound(sound, writeThing(cat)))).toMatchObject({ text: 'a cat', picture: cat, sound })
  // One of each: a second one is words.
  expect(readThing(`${writeSound(sound, '')}${writeSound(sound, 'x')}`).text).toContain(sound)
})

test('nothing is published whose recording says nothing to who does not hear it', () => {
  expect(silentThings([writeSound(sound, ' ', true)])).toEqual(['transcript'])
  expect(silentThings([writeSound(sound, 'ship', true), writeSound(sound, writeThing(cat))])).toEqual([])
})

test.each([
  ['choice', 'options', `*${writeSound(sound, 'ship')}\n${writeSound(sound, 'sheep', true)}`],
  ['true_false', 'statements', `*${writeSound(sound, 'It rains.')}\n${writeSound(sound, 'It snows.')}`],
  ['match', 'pairs', `${writeSound(sound, 'ship')} | boat\n${writeSound(sound, 'sheep', true)} | animal`],
  ['categorize', 'items', `${writeSound(sound, 'ship')} | sea\n${writeSound(sound, 'sheep', true)} | land`],
  ['order', 'ordered', `${writeSound(sound, 'one')}\n${writeSound(sound, 'two', true)}`],
])('%s: things of its lines can be heard, and stay as they were typed', (type, name, lines) => {
  const row = typeOf(type)
  const data = row?.schema.parse(row.fromTyped({ [name]: lines, isMulti: '', policy: '', scoring: '' }))
  expect(row?.typed(data)[name]?.replaceAll('* ', '*')).toBe(lines)
  const [widget] = row?.view(data, () => 0.5) ?? []
  const things = widget?.kind === 'choice' ? widget.options : widget?.kind === 'rows' ? widget.rows : []
  expect(things.map((thing) => thing.sound)).toEqual([sound, sound])
  expect(JSON.stringify(row?.solution(data))).not.toContain('unit/')
})

const bytes = Buffer.from('not empty')
const reader = (path: string) => (path.includes('gone') ? undefined : bytes)
const image = { path: 'images/a.png' }
const audio = [{ path: 'audios/a.mp3', mime: 'audio/mp3' }]

function h5p(
  library: string,
  content: object,
): { elements: Omit<Element, 'id'>[]; reason: string | undefined } {
  const found = importH5p({ library, title: 'x', content }, reader)
  return { elements: found.pages[0]?.elements ?? [], reason: found.report[0]?.reason }
}
const textsOf = (data: unknown) => JSON.stringify(data)

test('H5P: recordings of cards, of things to order and to choose come along; one that is missing is said', () => {
  const cards = [
    { image, imageAlt: 'a cat', audio },
    { image, imageAlt: 'a dog', matchAudio: audio, match: image, matchAlt: 'a puppy' },
  ]
  const memory = h5p('H5P.MemoryGame', { cards })
  expect(memory.reason).toBeUndefined()
  const { pairs } = (memory.elements[0]?.data ?? { pairs: [] }) as Memory
  expect(
    pairs.map(({ a, b }) => [readThing(a), readThing(b)].map((thing) => thing.sound !== undefined)),
  ).toEqual([
    [true, true],
    [false, true],
  ])
  expect(readThing(pairs[0]?.a ?? '')).toMatchObject({ picture: { alt: 'a cat' } })

  const sequenceImages = [1, 2].map((n) => ({ image, imageDescription: `step ${n}`, audio }))
  const order = h5p('H5P.ImageSequencing', { sequenceImages })
  expect([order.reason, textsOf(order.elements[0]?.data).match(/\.mp3/g)?.length]).toEqual([undefined, 2])
  const lost = [{ path: 'audios/gone.mp3' }]
  const gone = h5p('H5P.ImageSequencing', {
    sequenceImages: sequenceImages.map((each) => ({ ...each, audio: lost })),
  })
  expect(gone.reason).toBe('sound')

  const options = [true, false].map((correct) => ({
    correct,
    media: { library: 'H5P.Audio 1.5', params: { files: audio }, metadata: { title: 'ship' } },
  }))
  const choice = h5p('H5P.MultiMediaChoice', { question: '<p>Which?</p>', options })
  expect(choice.elements[0]).toMatchObject({ type: 'choice', data: { isMulti: false } })
  expect([choice.reason, silentThings(choice.elements[0]?.data)]).toEqual([undefined, []])
  const pair = h5p('H5P.ImagePair', {
    taskDescription: 'Match.',
    cards: cards.map((card) => ({ ...card, match: image, matchAlt: card.imageAlt })),
  })
  expect(pair.elements[0]?.type).toBe('match')
  expect(h5p('H5P.AudioRecorder', { title: 'Read it aloud.' }).elements[0]).toMatchObject({
    type: 'upload',
    data: { accepts: 'audio' },
  })
})

test('QTI: the recording of a question stands before it, one of a thing to choose is heard there', () => {
  const item = (stem: string, choice: string) =>
    `<qti-assessment-item identifier="i" title="Listen">
      <qti-response-declaration identifier="R" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>A</qti-value></qti-correct-response></qti-response-declaration>
      <qti-item-body>${stem}<qti-choice-interaction response-identifier="R"><qti-simple-choice identifier="A">ship${choice}</qti-simple-choice><qti-simple-choice identifier="B">sheep</qti-simple-choice></qti-choice-interaction></qti-item-body>
    </qti-assessment-item>`
  const read = (text: string) => {
    const found = importQti([{ name: 'items/i.xml', text }], 'x', (path) =>
      path === 'items/a.mp3' || path === 'a.mp3' ? bytes : undefined,
    )
    if (typeof found === 'string') throw new Error(found)
    return found
  }
  for (const stem of [
    '<audio src="a.mp3"/>',
    '<object type="audio/mpeg" data="a.mp3"/>',
    '<audio><source src="a.mp3"/></audio>',
  ]) {
    const found = read(item(stem, ''))
    expect(found.pages[0]?.elements.map(({ type }) => type)).toEqual(['audio', 'choice'])
    expect(found.report[0]?.reason).toBeUndefined()
  }
  for (const [medium, isHeard, words] of [
    ['<audio src="a.mp3"/>', undefined, 'ship'],
    ['<object type="audio/mpeg" data="a.mp3">ahoy</object>', undefined, 'ship'],
  ] as const) {
    const found = read(item('', medium))
    expect(found.report).toEqual([{ name: 'Listen', outcome: 'converted' }])
    const { options } = (found.pages[0]?.elements[0]?.data ?? { options: [] }) as Choice
    const [option] = options
    expect(readThing(option?.text ?? '')).toEqual({ text: words, sound: found.files[0]?.key, isHeard })
  }
  expect(read(item('', '<audio src="other.mp3"/>')).report[0]?.reason).toBe('sound')
  expect(read(item('', '<video src="a.mp4"/>')).report[0]?.reason).toBe('media')
  expect(read(item('<audio src="other.mp3"/>', '')).report[0]?.reason).toBe('sound')
})

test('without scripts a recording is sent for one of the lines that are there', () => {
  const pairs = `ship | Schiff\n${writeSound(sound, 'sheep')} | Schaf`
  expect(recordingSlots({ heard: 2 }, pairs)).toEqual([
    { id: '0-0', name: '1. ship' },
    { id: '0-1', name: '1. Schiff' },
    { id: '1-0', name: '2. sheep' },
    { id: '1-1', name: '2. Schaf' },
  ])
  const other = sound.replace(/b/g, 'c')
  expect(withSoundAt({ heard: 2 }, pairs, '1-0', other)).toBe(
    `ship | Schiff\n${writeSound(other, 'sheep')} | Schaf`,
  )
  expect(withSoundAt({ soundPart: 3 }, 'Hund | dog', '0-3', sound)).toBe(`Hund | dog |  | ${sound}`)
  for (const place of ['7-0', '0-9', 'x', ''])
    expect(withSoundAt({ heard: 2 }, pairs, place, sound)).toBe(pairs)
})
