import { readFileSync } from 'node:fs'
import type { FoldersOfList } from '#loaders/folders.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'

/*
 * What the parts of the kit show on their page: the longest and the shortest that occurs. For those who build pages, so
 * the words are English in every world.
 */

const sprite = readFileSync('public/art.svg', 'utf8')

const card: MaterialCard = {
  id: 1,
  world: 'de',
  slug: 'a',
  title: 'Fractions',
  url: '#card',
  author: { id: 1, name: 'Ada', url: '#author' },
  cover: null,
  rating: null,
  isBundle: false,
  isInteractive: false,
  isNew: false,
  formats: ['pdf', 'docx'],
  hasSolutions: true,
  pageCount: 1,
  materialType: 'Worksheet',
  grades: '',
  subject: 'Mathematics',
  hue: 'numbers',
  currency: 'EUR',
  price: 390,
  finalPrice: 390,
  sale: false,
}

export const prices = [
  card,
  { ...card, price: 123_456, finalPrice: 99_900, sale: true },
  { ...card, price: 0, finalPrice: 0 },
]

export const cards: readonly MaterialCard[] = [
  card,
  {
    ...card,
    id: 2,
    title:
      'Donaudampfschifffahrtsgesellschaftskapitänspatente, with everything that belongs to a very long title',
    author: { id: 2, name: 'Learning workshop of the Lindenhof school', url: '#author' },
    cover: { src: '/favicon.svg', srcset: '/favicon.svg 160w', width: 160, height: 226 },
    rating: { average: 4.37, count: 1234 },
    isBundle: true,
    isNew: true,
    sale: true,
    finalPrice: 290,
    grades: 'Year 5, year 6, year 7, year 8',
  },
  { ...card, id: 3, price: 0, finalPrice: 0, isNew: true, rating: { average: 1, count: 1 } },
  { ...card, id: 4, isBundle: true, sale: true, finalPrice: 195 },
]

export const options = [
  { id: 'a', name: 'Mathematics' },
  { id: 'b', name: 'German as a second language' },
  { id: 'c', name: 'Art' },
]

export const links = options.map(({ name }, at) => ({ name, url: '#link', count: at * 1234 }))
export const manyLinks = Array.from({ length: 12 }, (_, at) => ({
  name: `Topic ${at + 1}`,
  url: `#link-${at}`,
  count: at,
}))
export const slides = links.map((link, at) => ({ ...link, subject: name(at), isCurrent: at === 1 }))
export const pictures = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name ?? '')
export const questions = options.map((option) => ({
  question: `What is ${option.name}?`,
  answer: 'A subject.',
}))
export const points = options.map((option) => ({ title: option.name, text: 'One sentence about it.' }))
export const trail = [
  { name: 'Germany', url: '/de' },
  { name: 'Materials with a long name in the middle of the trail', url: '#trail' },
  { name: 'Fractions', url: '#here' },
]
export const files = [
  { id: 1, name: 'fractions.pdf', sizeBytes: 1_234_567, downloadUrl: '#file' },
  {
    id: 2,
    name: 'a-file-with-a-name-that-never-ends-and-has-no-blank-anywhere.docx',
    sizeBytes: 12,
    downloadUrl: '#file',
  },
]

/** What an author may have typed: no place to break it. */
export const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänspatente'

/** The colours of subjects; without one it is the general colour. */
export const hues = ['language', 'foreign', 'numbers', 'nature', 'society', 'arts', 'body', undefined]

/** Counts as bars: with a way to what is counted, one of them shown, one empty; and none at all. */
export const bars = [
  {
    label: 'Usual',
    rows: [
      { name: 'Year 5', url: '#bar', count: 1234, of: 1300, isCurrent: false },
      { name: 'Shown now', url: '#bar', count: 65, of: 1300, isCurrent: true },
      { name: 'Without any', url: undefined, count: 0, of: 1300, isCurrent: false },
    ],
  },
  { label: 'Empty', rows: [{ name: 'Nothing yet', url: undefined, count: 0, of: 1, isCurrent: false }] },
]

function name(at: number): string | null {
  return ['mathematik', 'deutsch', null][at] ?? null
}

/** A member's folders, one within another, and what lies in them. */
export const folders: FoldersOfList = {
  type: 'favorite',
  folders: [
    { id: 1, title: 'Year 6', parent_id: null, is_archive: false, type: 'favorite', folders_materials: [] },
    {
      id: 2,
      title: 'Fractions',
      parent_id: 1,
      is_archive: false,
      type: 'favorite',
      folders_materials: [{ material_id: 1 }],
    },
  ],
  archivedIds: [],
  open: undefined,
  choice: {},
}

export const switches = [
  { value: 'first', name: 'What is on', isOn: true },
  {
    value: 'second',
    name: 'What is off, with a name that is long enough to need a second line on a phone',
    isOn: false,
  },
]
