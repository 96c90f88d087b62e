import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import type { Imported } from '#exercises/formats/incoming/imported.ts'
import { readPackage } from './packages.ts'

const dir = mkdtempSync(join(tmpdir(), 'qti-'))
afterAll(() => rmSync(dir, { recursive: true }))

async function readBytes(bytes: Uint8Array) {
  const path = join(dir, 'a package')
  writeFileSync(path, bytes)
  return await readPackage(path)
}

describe('a test of QTI 3', () => {
  const text = (value: string) => new TextEncoder().encode(value)
  const item = (title: string, more = '') =>
    text(`<qti-assessment-item identifier="a" title="${title}">${more}<qti-item-body><p>${title}?</p>
      <qti-extended-text-interaction response-identifier="R"/></qti-item-body></qti-assessment-item>`)
  const ref = (name: string) => `<qti-assessment-item-ref identifier="${name}" href="../items/${name}.xml"/>`
  const stimulus = '<qti-assessment-stimulus-ref identifier="s" href="../texts/s.xml"/>'
  const files = {
    'imsmanifest.xml': text(
      '<manifest><resources><resource identifier="t" type="imsqti_test_xmlv3p0" href="tests/t.xml"/></resources></manifest>',
    ),
    'tests/t.xml': text(`<qti-assessment-test title="Probe"><qti-test-part>
      <qti-assessment-section title="Teil 1"><qti-rubric-block view="candidate"><p>Lies genau.</p></qti-rubric-block>
        <qti-rubric-block view="scorer"><p>Streng werten.</p></qti-rubric-block>${ref('zwei')}${ref('eins')}${ref('fehlt')}</qti-assessment-section>
      <qti-assessment-section title="Teil 2"><qti-selection select="1"/>${ref('drei')}</qti-assessment-section>
      </qti-test-part></qti-assessment-test>`),
    'items/eins.xml': item('Eins', stimulus),
    'items/zwei.xml': item('Zwei', stimulus),
    'items/drei.xml': item('Drei'),
    'items/vier.xml': item('Vier'),
    'texts/s.xml': text(
      '<qti-assessment-stimulus><qti-stimulus-body><p>Ein langer Text.</p><img src="../media/a.png" alt="Turm"/></qti-stimulus-body></qti-assessment-stimulus>',
    ),
    'media/a.png': text('no picture yet'),
  }

  test('keeps its sections, their order, what they say and the text items are about', async () => {
    const { pages, report, files: media } = (await readBytes(zipSync(files))) as Imported
    expect(pages.map(({ title }) => title)).toEqual(['Teil 1', 'Teil 2'])
    expect(media.map(({ name }) => name)).toEqual(['media/a.png'])
    const [first = [], second = []] = pages.map(({ elements }) => elements)
    expect(first.map(({ type }) => type)).toEqual(['info', 'media', 'essay', 'essay'])
    expect(first.slice(2).map(({ prompt }) => prompt.replace(/<[^>]*>/g, ' ').trim())).toEqual([
      expect.stringMatching(/Ein langer Text\.\s+Zwei\?/),
      'Eins?',
    ])
    expect(second.map(({ prompt }) => prompt)).toEqual(['<p>Drei?</p>', '<p>Vier?</p>'])
    expect(JSON.stringify(pages)).not.toContain('Streng')
    expect(report.map(({ name, outcome, reason }) => [name, reason ?? outcome])).toEqual([
      ['Teil 1', 'converted'],
      ['Zwei', 'converted'],
      ['Eins', 'converted'],
      ['items/fehlt.xml', 'unreadable'],
      ['Teil 2', 'pool'],
      ['Drei', 'converted'],
      ['Vier', 'converted'],
    ])
  })

  test('weights of a test make points, of every question of an item; an odd one makes none', async () => {
    const weighed = (name: string, value: string) =>
      ref(name).replace('/>', `><qti-weight identifier="W" value="${value}"/></qti-assessment-item-ref>`)
    const refs = [
      ['eins', '2'],
      ['zwei', '0.5'],
      ['drei', 'viel'],
      ['vier', '-1'],
    ]
    const test = `<qti-assessment-test title="Probe"><qti-test-part><qti-assessment-section title="Teil">${refs
      .map(([name = '', value = '']) => weighed(name, value))
      .join('')}</qti-assessment-section></qti-test-part></qti-assessment-test>`
    const { pages } = (await readBytes(zipSync({ ...files, 'tests/t.xml': text(test) }))) as Imported
    const points = pages.flatMap(({ elements }) => elements).filter(({ type }) => type === 'essay')
    const [usual = 0] = points.slice(-1).map((each) => each.points)
    expect(usual).toBeGreaterThan(0)
    expect(points.map((each) => each.points)).toEqual([2 * usual, usual / 2, usual, usual])
  })

  test('items without a manifest are items; a package of nothing is empty', async () => {
    const found = (await readBytes(
      zipSync({ 'a/eins.xml': item('Eins'), 'a/x.xml': text('<x/>') }),
    )) as Imported
    expect(found.report.map(({ name }) => name)).toEqual(['Eins'])
    expect(await readBytes(zipSync({ 'a/x.xml': text('<x/>') }))).toBe('no_content')
  })
})
