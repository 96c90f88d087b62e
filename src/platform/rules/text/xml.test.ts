import { expect, test } from 'vitest'
import { readXml } from './xml.ts'

test('a document type that names the root alone is no reason to refuse; one that defines or fetches is', () => {
  expect(readXml('<?xml version="1.0"?>\n<!DOCTYPE assessmentItem>\n<assessmentItem/>')).toMatchObject({
    name: 'assessmentItem',
  })
  for (const more of ['[<!ENTITY a "b">]', 'SYSTEM "a.dtd"', 'PUBLIC "a" "b.dtd"'])
    expect(readXml(`<!DOCTYPE quiz ${more}><quiz/>`)).toBe('has_doctype')
})
