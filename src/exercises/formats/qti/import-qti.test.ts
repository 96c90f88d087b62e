import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import { contentSchema } from '#exercises/model/unit.ts'
import { samples, withSamples } from '../../../../tests/support/samples.ts'
import type { Imported } from '../incoming/imported.ts'
import { qtiFiles } from './export-qti.ts'
import { qti22Files } from './export-qti22.ts'
import { importQti } from './import-qti.ts'

const folder = samples('qti-instructure-mit/spec/fixtures')

function read(path: string): Imported {
  const found = importQti([{ name: basename(path), text: readFileSync(join(folder, path), 'utf8') }], 'x')
  if (typeof found === 'string') throw new Error(`${path}: ${found}`)
  return found
}

const first = (path: string) => {
  const element = read(path).pages[0]?.elements[0]
  const row = typeOf(element?.type ?? '')
  return { ...element, solution: row?.solution(element?.data) ?? [] }
}

withSamples('qti-instructure-mit', () => {
  describe('items of QTI', () => {
    it('keep what is asked and what is right', () => {
      expect(first('items_2.2/choice.xml')).toMatchObject({
        type: 'choice',
        solution: ['You must stay with your luggage at all times.'],
      })
      const water = first('items_2.2/choice_multiple.xml')
      expect(water).toMatchObject({ type: 'choice', solution: ['Hydrogen', 'Oxygen'] })
      const weights = (water.data as { options: { weight: number }[] }).options.map(({ weight }) => weight)
      expect(weights).toEqual([0.5, -1, -1, 0.5, -1, -0.5])
      expect(first('items_2.2/order.xml').solution.join(' ')).toMatch(/Michael.*Rubens.*Jenson/)
      expect(first('items_2.2/gap_match.xml')).toMatchObject({
        type: 'gap_drag',
        solution: ['winter', 'summer'],
      })
      expect(first('items_2.2/hottext.xml')).toMatchObject({ type: 'mark_words', solution: ['includes'] })
      expect(first('items_2.2/text_entry.xml').solution).toEqual(['York'])
      expect(first('items_2.2/inline_choice.xml')).toMatchObject({ type: 'gap_select', solution: ['York'] })
      expect(first('items_2.2/match.xml')).toMatchObject({
        type: 'match',
        solution: ['Antonio – Prospero', 'Capulet – Montague', 'Demetrius – Lysander'],
      })
      const { type, data } = first('items_2.2/text_entry.xml')
      const scored = (text: string) => typeOf(type ?? '')?.score(data, { g1: text }).scaled
      expect([scored('York'), scored('york'), scored('Bath')]).toEqual([1, 0.5, 0])
      expect(first('items_2.2/slider.xml')).toMatchObject({ type: 'numeric' })
      expect(first('test_qti_2.2/true-false/true-false.xml')).toMatchObject({
        points: 10,
        solution: ['True'],
      })
      expect(first('items_2.2/extended_text.xml')).toMatchObject({ type: 'essay' })
    })

    it('give ten points out of ten for their own key, and every file a line of the report', () => {
      for (const path of globSync('items_2.[12]/*.xml', { cwd: folder })) {
        const { pages, report } = read(path)
        expect([path, report.length > 0], path).toEqual([path, true])
        for (const { type, data } of pages.flatMap((page) => page.elements)) {
          const row = typeOf(type)
          const { scaled = null } = row?.score(data, row.key(data)) ?? {}
          if (scaled !== null) expect([path, type, scaled]).toEqual([path, type, 1])
        }
      }
    })
  })
})

describe('an item of QTI 3', () => {
  const item = (body: string, type = 'identifier') => `<?xml version="1.0"?>
    <qti-assessment-item identifier="a" title="Luft">
      <qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="${type}">
        <qti-correct-response><qti-value>b</qti-value></qti-correct-response></qti-response-declaration>
      <qti-item-body>${body}</qti-item-body>
      <qti-response-processing template="https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct"/>
    </qti-assessment-item>`

  it('is read under its own names', () => {
    const body = `<qti-choice-interaction response-identifier="RESPONSE" max-choices="1"><qti-prompt>Was atmen wir?</qti-prompt>
      <qti-simple-choice identifier="a">Wasser</qti-simple-choice><qti-simple-choice identifier="b">Luft</qti-simple-choice>
      </qti-choice-interaction>`
    const found = importQti([{ name: 'a.xml', text: item(body) }], 'x') as Imported
    const [element] = found.pages[0]?.elements ?? []
    expect(element?.prompt).toContain('Was atmen wir?')
    expect(typeOf('choice')?.solution(element?.data)).toEqual(['Luft'])
  })

  it('brings the pictures of its question, wherever they lie in the package', () => {
    const body = `<p>Was ist das? <img src="../media/a.png" alt="Ein Turm"/></p>
      <qti-choice-interaction response-identifier="RESPONSE" max-choices="1">
      <qti-simple-choice identifier="a">Haus</qti-simple-choice><qti-simple-choice identifier="b">Turm</qti-simple-choice>
      </qti-choice-interaction>`
    const read = (path: string) => (path === 'media/a.png' ? new Uint8Array([1]) : undefined)
    const found = importQti([{ name: 'items/a.xml', text: item(body) }], 'x', read) as Imported
    expect(found.pages[0]?.elements.map(({ type, data }) => [type, data])).toMatchObject([
      ['media', { picture: { asset: found.files[0]?.key, alt: 'Ein Turm' } }],
      ['choice', {}],
    ])
    expect(found.report).toEqual([{ name: 'Luft', outcome: 'converted' }])
    const without = importQti([{ name: 'items/a.xml', text: item(body) }], 'x') as Imported
    expect(without.report).toEqual([{ name: 'Luft', outcome: 'simplified', reason: 'pictures' }])
  })

  it('whose words or key are made anew each time is left out, and said to be; comments within texts are missed', () => {
    const sums = item(
      '<p>3 + <qti-printed-variable identifier="X"/></p><qti-text-entry-interaction response-identifier="RESPONSE"/>',
    )
    const computed = sums.replace(
      '<qti-item-body>',
      '<qti-template-processing><qti-set-template-value identifier="X"/></qti-template-processing><qti-item-body>',
    )
    const reportOf = (text: string) => (importQti([{ name: 'a.xml', text }], 'x') as Imported).report
    expect(reportOf(computed)).toEqual([{ name: 'Luft', outcome: 'skipped', reason: 'computed' }])
    const choice = `<p>Was atmen wir? <qti-feedback-inline identifier="b" outcome-identifier="F">Genau.</qti-feedback-inline></p>
      <qti-choice-interaction response-identifier="RESPONSE" max-choices="1"><qti-simple-choice identifier="a">Wasser</qti-simple-choice>
      <qti-simple-choice identifier="b">Luft</qti-simple-choice></qti-choice-interaction>`
    expect(reportOf(item(choice))).toEqual([{ name: 'Luft', outcome: 'simplified', reason: 'feedback' }])
  })

  it('is read where it writes media as HTML does, which closes neither sources nor tracks', () => {
    const body = `<p>Was atmen wir?</p><video width="320" controls><source src="a.mp4" type="video/mp4"><track src="a.vtt" default />
      <track src="b.vtt"></track> Kein Film. </video><p>Eins<br>zwei</p>
      <qti-choice-interaction response-identifier="RESPONSE" max-choices="1"><qti-simple-choice identifier="a">Wasser</qti-simple-choice>
      <qti-simple-choice identifier="b">Luft</qti-simple-choice></qti-choice-interaction>`
    const found = importQti([{ name: 'a.xml', text: item(body) }], 'x') as Imported
    const [element] = found.pages[0]?.elements ?? []
    expect(typeOf('choice')?.solution(element?.data)).toEqual(['Luft'])
    expect(element?.prompt).toContain('<p>Eins<br>zwei</p>')
    expect(found.report).toEqual([{ name: 'Luft', outcome: 'simplified', reason: 'media' }])
    const open = item(body).replace('</qti-choice-interaction>', '')
    expect((importQti([{ name: 'a.xml', text: open }], 'x') as Imported).report).toEqual([
      { name: 'a.xml', outcome: 'skipped', reason: 'unreadable' },
    ])
  })

  it('has pictures put into gaps by their names', () => {
    const body = `<qti-gap-match-interaction response-identifier="RESPONSE"><qti-gap-img identifier="a" match-max="1"><img src="a.png" alt="Hund"/></qti-gap-img>
      <qti-gap-text identifier="b" match-max="1">Katze</qti-gap-text><p>Er bellt: <qti-gap identifier="g"/></p></qti-gap-match-interaction>`
    const text = item(body, 'directedPair').replace('<qti-value>b<', '<qti-value>a g<')
    const found = importQti([{ name: 'a.xml', text }], 'x') as Imported
    expect(found.report).toEqual([{ name: 'Luft', outcome: 'simplified', reason: 'pictures' }])
    expect(typeOf('gap_drag')?.solution(found.pages[0]?.elements[0]?.data)).toEqual(['Hund'])
  })

  it('brings no script, and says what it could not bring', () => {
    const hostile = item(
      '<p>Los<script>alert(1)</script></p><qti-custom-interaction response-identifier="RESPONSE"/>',
    )
    const found = importQti([{ name: 'a.xml', text: hostile }], 'x') as Imported
    expect(JSON.stringify(found.pages)).not.toContain('<script')
    expect(found.report).toEqual([{ name: 'Luft', outcome: 'skipped', reason: 'program' }])
    expect(importQti([{ name: 'a.xml', text: `<!DOCTYPE x [<!ENTITY a "b">]>${hostile}` }], 'x')).toBe(
      'has_doctype',
    )
  })
})

describe.each([
  ['3', qtiFiles],
  ['2.2', qti22Files],
] as const)('a unit that goes out as QTI %s', (version, write) => {
  const typed: [string, Record<string, string>][] = [
    ['choice', { options: '* a < b & c\nb\nc', policy: 'net' }],
    ['choice', { options: '* eins\n* zwei\ndrei', isMulti: 'on', policy: 'all' }],
    ['match', { pairs: 'Italien | Rom\nSpanien | Madrid\n | Paris' }],
    ['categorize', { items: 'Rom | Italien\nMailand | Italien\nMadrid | Spanien' }],
    ['order', { ordered: 'eins\nzwei\ndrei' }],
    ['gap_text', { gapText: 'Der *Himmel/50%Äther* ist *blau*.' }],
    ['gap_select', { selectText: 'Sie *geht/gehen* heim.' }],
    ['gap_drag', { gapText: 'Der *Himmel* ist *blau*.', distractors: 'rot' }],
    ['mark_words', { markedText: 'Der Hund *bellt* laut.' }],
  ]

  it('comes back as it went', () => {
    const elements = typed.map(([type, fields], at) => {
      const data = typeOf(type)?.schema.parse(typeOf(type)?.fromTyped(fields))
      return {
        id: `e${at}`,
        type,
        prompt: '<p>Was?<br>Was noch?</p>',
        points: 1,
        right: '',
        wrong: '',
        data,
      }
    })
    const content = contentSchema.parse({
      title: 'Rom',
      pages: [{ id: 'p', title: '', elements }],
      settings: {},
    })
    const { files, leftOut } = write(content, () => undefined)
    if (version === '2.2') expect(Object.values(files).join('')).not.toMatch(/qti-|v3p0|response-identifier/)
    expect(leftOut).toEqual([])
    const names = Object.keys(files).filter((name) => name.startsWith('items/'))
    const found = importQti(
      names.map((name) => ({ name, text: files[name] ?? '' })),
      'Rom',
    ) as Imported
    expect(found.report.filter(({ outcome }) => outcome !== 'converted')).toEqual([])
    const solutions = (list: readonly { type: string; data: unknown }[]) =>
      list.map(({ type, data }) => [type, typeOf(type)?.solution(data).toSorted()])
    expect(solutions(found.pages.flatMap((page) => page.elements))).toEqual(solutions(elements))
  })
})
