import { expect, test } from 'vitest'
import { licenseInText, rightsOf, type Statement } from '#exercises/model/media/asset-sources.ts'
import { h5pCopyright, h5pMetadata, h5pRights } from './h5p-rights.ts'

const image = (path: string, copyright?: unknown, metadata?: unknown) => ({
  library: 'H5P.Image 1.1',
  params: { file: { path, ...(copyright !== undefined && { copyright }) } },
  ...(metadata !== undefined && { metadata }),
})
const of = (content: unknown, head: unknown = { license: 'U' }) => h5pRights(head, content).files.get('a.png')

test.each([
  ['U', '', 'unknown', 'unclear'],
  ['CC BY', '4.0', 'cc-by', 'clear'],
  ['CC BY-SA', '3.0', 'cc-by-sa', 'clear'],
  ['CC BY-ND', '4.0', 'cc-by-nd', 'clear'],
  ['CC BY-NC', '4.0', 'cc-by-nc', 'non_commercial'],
  ['CC BY-NC-SA', '2.5', 'cc-by-nc-sa', 'non_commercial'],
  ['CC BY-NC-ND', '2.0', 'cc-by-nc-nd', 'non_commercial'],
  ['CC0 1.0', '', 'cc0', 'clear'],
  ['GNU GPL', 'v3', 'gpl', 'clear'],
  ['PD', '-', 'pd', 'clear'],
  ['PD', 'CC0 1.0', 'cc0', 'clear'],
  ['PD', 'CC PDM', 'pd', 'clear'],
  ['ODC PDDL', '', 'pddl', 'clear'],
  ['CC PDM', '', 'pd', 'clear'],
  ['C', '', 'reserved', 'unclear'],
])('%s %s is %s, and %s', (license, version, expected, rights) => {
  const said = of({ image: { path: 'a.png', copyright: { license, version } } })
  expect(said?.license).toBe(expected)
  expect(rightsOf(said ? [said] : [])).toBe(rights)
})

test('what a file says comes before what its picture says, and that before what is said around it', () => {
  const by = { license: 'CC BY', author: 'Mia', version: '4.0' }
  const metadata = { license: 'CC BY-ND', authors: [{ name: 'Ole' }, { name: 'Ida' }], licenseVersion: '4.0' }
  const head = { license: 'CC BY-SA', authors: [{ name: 'Kai' }] }
  expect(of(image('a.png', by, metadata), head)).toMatchObject({ license: 'cc-by', author: 'Mia' })
  expect(of(image('a.png', { license: 'U' }, metadata), head)).toMatchObject({
    license: 'cc-by-nd',
    author: 'Ole, Ida',
    version: '4.0',
  })
  expect(of({ image: { path: 'a.png' } }, head)).toMatchObject({ license: 'cc-by-sa', author: 'Kai' })
  // Undisclosed is an answer: the licence of the exercise is not that of a picture in it.
  expect(of({ image: { path: 'a.png', copyright: { license: 'U' } } }, head)?.license).toBe('unknown')
  expect(of(image('a.png', { license: 'U' }, { license: 'U' }), head)?.license).toBe('unknown')
})

test('a package that says nothing of itself is under no licence; one that does is', () => {
  expect(h5pRights({ license: 'U' }, {}).whole).toBeUndefined()
  expect(h5pRights(undefined, {}).whole).toBeUndefined()
  expect(h5pRights({ license: 'CC BY-NC' }, {}).whole?.license).toBe('cc-by-nc')
})

test.each([
  ['a javascript address', { license: 'CC BY', source: 'javascript:alert(1)' }, { source: '' }],
  ['a data address', { license: 'CC BY', source: 'data:text/html,x' }, { source: '' }],
  [
    'an address without end',
    { license: 'CC BY', source: `https://a.example/${'x'.repeat(9999)}` },
    { source: '' },
  ],
  ['an address of another type', { license: 'CC BY', source: { toString: 1 } }, { source: '' }],
  [
    'marks in a name',
    { license: 'CC BY', author: '<b onclick="x">Ada</b>\u202e\u0000 &amp; Co' },
    { author: 'Ada & Co' },
  ],
  ['a name that is a number', { license: 'CC BY', author: 7 }, { author: '' }],
  [
    'names that are none',
    { license: 'CC BY', authors: [null, 7, { name: {} }, { name: 'Ada' }] },
    { author: 'Ada' },
  ],
  ['authors that are no list', { license: 'CC BY', authors: 'Ada' }, { author: '' }],
  ['a licence of another type', { license: ['CC BY'] }, { license: 'unknown' }],
  ['a licence nobody knows', { license: 'cc by' }, { license: 'unknown' }],
  [
    'the name of a prototype',
    { license: '__proto__', version: 'constructor' },
    { license: 'unknown', version: '' },
  ],
  ['a version nobody knows', { license: 'CC BY', version: '99' }, { license: 'cc-by', version: '' }],
])('%s', (_name, copyright, expected) => {
  expect(of({ x: { path: 'a.png', copyright } })).toMatchObject(expected)
})

test('a megabyte of author is cut, and content without end is read', () => {
  const said = of({ x: { path: 'a.png', copyright: { license: 'CC BY', author: 'Ä'.repeat(1_000_000) } } })
  expect(said?.author).toHaveLength(200)
  let deep: unknown = { path: 'a.png', copyright: { license: 'CC BY-NC' } }
  for (let level = 0; level < 100_000; level += 1) deep = [deep]
  expect(of(deep)?.license).toBe('cc-by-nc')
})

test('what is written out is read as it was', () => {
  const said: Statement = {
    license: 'cc-by-sa',
    version: '4.0',
    title: 'Heidelbeeren',
    author: 'Rosa',
    source: 'https://commons.example/h.jpg',
  }
  expect(of({ x: { path: 'a.png', copyright: h5pCopyright(said) } })).toEqual(said)
  expect(of(image('a.png', undefined, { title: said.title, ...h5pMetadata(said) }))).toEqual(said)
  expect([h5pCopyright(undefined), h5pMetadata({ ...said, license: 'unknown' })]).toEqual([
    { license: 'U' },
    { license: 'U' },
  ])
})

test('a manifest names a licence by its address, and one alone', () => {
  const address = (kind: string) => `see https://creativecommons.org/${kind}/`
  expect(licenseInText(address('licenses/by-nc/4.0'))).toEqual({ license: 'cc-by-nc', version: '4.0' })
  expect(licenseInText(address('publicdomain/zero/1.0'))?.license).toBe('cc0')
  expect(licenseInText(address('licenses/by-magic/4.0'))).toBeUndefined()
  expect(licenseInText(`${address('licenses/by/4.0')} ${address('licenses/by-nc/4.0')}`)).toBeUndefined()
})
