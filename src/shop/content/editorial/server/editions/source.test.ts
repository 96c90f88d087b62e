import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compose, cut, fieldsOf } from './source.ts'

const files = globSync('src/shop/content/editorial/texts/**/*.md')

test('a shipped text that was only looked at stays the same to the byte', () => {
  expect(files.length).toBeGreaterThan(100)
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    expect(compose(source, fieldsOf(source), cut(source).body), file).toBe(source)
    // As a browser sends what stood in a field of several lines.
    expect(compose(source, fieldsOf(source), cut(source).body.replaceAll('\n', '\r\n')), file).toBe(source)
  }
})

test('one value that is changed leaves all other lines as they were', () => {
  const source = '---\nid: 1\ntitle: "Eins: zwei" # Wort\nslug: eins\norder: 3\n---\n\nWorte.\n'
  expect(compose(source, { title: 'Drei: vier', order: '' }, 'Worte.\n')).toBe(
    '---\nid: 1\ntitle: "Drei: vier" # Wort\nslug: eins\n---\n\nWorte.\n',
  )
})

test('a new text gets its lines', () => {
  const source = compose('', { id: '7', slug: '2028', title: '2027' }, 'Worte')
  expect(source).toBe('---\nid: 7\nslug: "2028"\ntitle: "2027"\n---\n\nWorte\n')
  expect(fieldsOf(source)).toEqual({ id: '7', slug: '2028', title: '2027' })
})

test('what is no frontmatter is body', () => {
  expect(cut('Worte\n\n---\n\nmehr')).toEqual({ head: '', body: 'Worte\n\n---\n\nmehr' })
  expect(fieldsOf('---\n- a\n---\n')).toEqual({})
})
