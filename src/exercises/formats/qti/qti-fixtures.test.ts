import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Answers, Widget } from '#exercises/model/task/widget.ts'
import { scoreAnswers } from '#exercises/model/unit.ts'
import { samples, withSamples } from '../../../../tests/support/samples.ts'
import type { Imported } from '../incoming/imported.ts'
import { importQti } from './import-qti.ts'

/*
 * What items of others say of themselves, read from their files by hand and once more by a reader of this test, which shares
 * nothing with the importer; then what becomes of them here.
 */

const folder = samples('qti-instructure-mit/spec/fixtures')
const sourceOf = (path: string) => readFileSync(join(folder, path), 'utf8').replace(/<!--[\s\S]*?-->/g, '')

function read(path: string): Imported {
  const found = importQti([{ name: basename(path), text: readFileSync(join(folder, path), 'utf8') }], 'x')
  if (typeof found === 'string') throw new Error(`${path}: ${found}`)
  return found
}
const reported = ({ report }: Imported) =>
  report.map(({ outcome, reason, others = [] }) => [outcome, reason, ...others].filter(Boolean).join(' '))

/** An answer in the identifiers of the file, and what it earns there. */
type Answer = readonly [said: readonly string[], worth: number]
interface Row {
  correct: readonly string[]
  max: number
  wrong: Answer
  partly?: Answer
  /** What is earned here for the answer that is partly right, of the same points; where it is another sum. */
  here?: number
  /** What it is worth here at most, where the file says it nowhere but in its rules. */
  mostHere?: number
}
const choice = (correct: string, wrong: string, max = 1): Row => ({
  correct: [correct],
  max,
  wrong: [[wrong], 0],
})
const drivers: Row = {
  correct: ['DriverC', 'DriverA', 'DriverB'],
  max: 1,
  wrong: [['DriverB', 'DriverC', 'DriverA'], 0],
  partly: [['DriverC', 'DriverB', 'DriverA'], 0],
}
const water: Row = {
  correct: ['H', 'O'],
  max: 2,
  wrong: [['C', 'He'], 0],
  partly: [['H'], 1],
}
const york: Row = { correct: ['York'], max: 1, wrong: [['Lancaster'], 0], partly: [['york'], 0.5] }
const winter: Row = {
  correct: ['W G1', 'Su G2'],
  max: 3,
  wrong: [['Sp G1', 'A G2'], 0],
  // One is worth 1, the other 2; a wrong word costs 1.
  partly: [['Sp G1', 'Su G2'], 1],
  here: 1.5,
}
const rivals: Row = {
  correct: ['A P', 'C M', 'D L'],
  max: 4,
  wrong: [['A M', 'C L', 'D P'], 0],
  partly: [['A P', 'C L', 'D M'], 2],
  here: 4 / 3,
}
const plays: Row = {
  correct: ['C R', 'D M', 'L M', 'P T'],
  max: 3,
  wrong: [['C M', 'D R', 'L T', 'P M'], 0],
  partly: [['C R', 'D T', 'L T', 'P R'], 1],
  here: 0.75,
}
const airports: Row = {
  correct: ['GLA A', 'EDI B', 'MAN C'],
  max: 3,
  wrong: [['GLA B', 'EDI C', 'MAN A'], 0],
  partly: [['GLA A', 'EDI B'], 2],
}

/** Items whose rules are the usual templates. */
const usual: Readonly<Record<string, Row>> = {
  'items_2.1/categorization.xml': plays,
  'items_2.1/choice.xml': choice('ChoiceA', 'ChoiceB'),
  'items_2.1/gap_match.xml': winter,
  'items_2.1/match.xml': rivals,
  'items_2.1/order.xml': drivers,
  'items_2.1/text_entry.xml': york,
  'items_2.2/associate.xml': rivals,
  'items_2.2/categorization.xml': plays,
  'items_2.2/choice.xml': choice('ChoiceA', 'ChoiceC'),
  'items_2.2/choice_aria.xml': choice('ChoiceA', 'ChoiceB'),
  'items_2.2/choice_fixed.xml': choice('ChoiceA', 'ChoiceD'),
  'items_2.2/choice_multiple.xml': water,
  'items_2.2/choice_multiple_rtl.xml': water,
  'items_2.2/choice_ruby.xml': choice('ChoiceHK', 'ChoiceTH'),
  'items_2.2/choice_t_f.xml': choice('F', 'T'),
  'items_2.2/choice_true_false.xml': choice('true', 'false'),
  'items_2.2/figures.xml': choice('ChoiceA', 'ChoiceB'),
  'items_2.2/gap_match.xml': winter,
  'items_2.2/graphic_gap_match.xml': airports,
  'items_2.2/graphic_gap_match_text.xml': airports,
  'items_2.2/graphic_order.xml': {
    correct: ['A', 'D', 'C', 'B'],
    max: 1,
    wrong: [['B', 'C', 'D', 'A'], 0],
    partly: [['A', 'D', 'B', 'C'], 0],
  },
  'items_2.2/hotspot.xml': choice('A', 'D'),
  'items_2.2/hottext.xml': choice('B', 'C'),
  'items_2.2/inline_choice.xml': choice('Y', 'L'),
  'items_2.2/inline_choice_math.xml': choice('choice2', 'choice1'),
  'items_2.2/match.xml': rivals,
  'items_2.2/math.xml': choice('E', 'N'),
  'items_2.2/order.xml': drivers,
  'items_2.2/order_rtl.xml': drivers,
  'items_2.2/orkney1.xml': choice('T', 'F'),
  'items_2.2/orkney2.xml': choice('F', 'T'),
  'items_2.2/slider.xml': { correct: ['16'], max: 1, wrong: [['40'], 0], partly: [['13'], 0.5] },
  'items_2.2/svg.xml': choice('E', 'G'),
  'items_2.2/text_entry.xml': york,
}

const rivers: Row = {
  correct: [
    'Match28433682 Match2675678',
    'Match7191791 Match9372581',
    'Match20473010 Match22744006',
    'Match6429655 Match17943221',
  ],
  max: 1,
  wrong: [['Match28433682 Match9372581', 'Match7191791 Match2675678'], 0],
  partly: [['Match28433682 Match2675678', 'Match7191791 Match9372581'], 0],
  here: 0.5,
}

/** Items with rules of their own: what they are worth is read by hand alone, and each is said to be scored otherwise. */
const ofTheirOwn: Readonly<Record<string, Row>> = {
  'items_2.1/Example02-feedbackInline.xml': choice('true', 'false', 10),
  'items_2.1/match2.xml': rivers,
  'items_2.2/Example01-modalFeedback.xml': choice('true', 'false', 10),
  'items_2.2/Example02-feedbackInline.xml': choice('true', 'false', 10),
  'items_2.2/Example03-feedbackBlock-solution.xml': choice('7.389', '7.4', 10),
  'items_2.2/feedback_adaptive.xml': choice('MGH001C', 'MGH001A'),
  'items_2.2/hint.xml': choice('MGH001C', 'MGH001B'),
  'items_2.2/match2.xml': rivers,
  // Two of the three at other places are worth half of 2 there.
  'items_2.2/order_partial_scoring.xml': {
    ...drivers,
    max: 2,
    partly: [['DriverC', 'DriverB', 'DriverA'], 1],
    here: 0,
    mostHere: 1,
  },
}

/** Items that are not scored automatically or not imported: what each becomes, and what is reported. */
const unscored: Readonly<Record<string, { types: string[]; reported: string[] }>> = {
  'items_2.1/essay.xml': { types: ['essay'], reported: ['converted'] },
  'items_2.1/extended_text_rubric.xml': { types: ['essay'], reported: ['simplified media'] },
  // A number of its formula is random in each attempt.
  'items_2.2/Example03-feedbackBlock-solution-random.xml': { types: [], reported: ['skipped computed'] },
  'items_2.2/Example04-feedbackBlock-templateBlock.xml': { types: [], reported: ['skipped computed'] },
  // The key names a choice that is not there.
  'items_2.2/audio-video.xml': { types: [], reported: ['skipped incomplete'] },
  // Sets of answers that are right together stand in its rules; it declares none.
  'items_2.2/choice_multiple_chocolade.xml': { types: ['poll'], reported: ['simplified scoring'] },
  // Its pairs name the gap before the word, and the same pair four times.
  'items_2.2/data-attributes.xml': { types: [], reported: ['skipped incomplete'] },
  'items_2.2/drawing.xml': { types: ['draw'], reported: ['simplified pictures'] },
  'items_2.2/essay.xml': { types: ['essay'], reported: ['converted'] },
  'items_2.2/extended_text.xml': { types: ['essay'], reported: ['simplified media'] },
  'items_2.2/extended_text_rubric.xml': { types: ['essay'], reported: ['simplified media'] },
  'items_2.2/graphic_associate.xml': { types: [], reported: ['skipped unknown_type'] },
  'items_2.2/likert.xml': { types: ['poll'], reported: ['converted'] },
  'items_2.2/mc_calc3.xml': { types: [], reported: ['skipped computed'] },
  'items_2.2/mc_calc5.xml': { types: [], reported: ['skipped computed'] },
  'items_2.2/mc_stat2.xml': { types: [], reported: ['skipped computed'] },
  'items_2.2/nested_object.xml': { types: ['essay'], reported: ['simplified media'] },
  'items_2.2/position_object.xml': { types: [], reported: ['skipped unknown_type'] },
  'items_2.2/template.xml': { types: [], reported: ['skipped computed'] },
  'items_2.2/template_image.xml': { types: [], reported: ['skipped computed'] },
  'items_2.2/upload.xml': { types: ['upload'], reported: ['converted'] },
  'items_2.2/upload_composite.xml': {
    types: ['open_answer', 'upload'],
    reported: ['simplified scoring', 'converted'],
  },
}

/** Items of several questions: the key of each, and what is told. */
const several: Readonly<Record<string, { keys: [string, string[]][]; reported: string[] }>> = {
  'items_2.2/Example05-feedbackBlock-adaptive.xml': {
    keys: [
      ['poll', []],
      ['choice', ['Too many cooks spoil the broth']],
    ],
    reported: ['skipped incomplete', 'simplified scoring feedback', 'simplified scoring feedback'],
  },
  'items_2.2/adaptive.xml': {
    keys: [
      ['poll', []],
      ['choice', ['Always switch to the other closed door when Monty offers you the chance.']],
    ],
    reported: ['simplified scoring feedback', 'simplified scoring feedback'],
  },
  'items_2.2/adaptive_template.xml': {
    keys: [
      ['poll', []],
      ['choice', ['Always switch to the other closed door when Monty offers you the chance.']],
    ],
    reported: ['simplified scoring feedback', 'simplified scoring feedback'],
  },
  // Two sounds that are answers by being played, and a thing to put into a place three times.
  'items_2.2/media_coords.xml': {
    keys: [['label_image', ['1: squirrel']]],
    reported: ['skipped media', 'skipped media', 'simplified pictures scoring'],
  },
  // A place to point at, and the rest of its picture.
  'items_2.2/select_point.xml': {
    keys: [['hotspot', ['2: 1']]],
    reported: ['simplified labels one_area pictures'],
  },
  'items_2.2/multi-input.xml': {
    keys: [
      ['gap_text', ['Marion', 'wicked king']],
      ['choice', ['Some people are afraid of a woman who walks around at night as a ghost.']],
      ['gap_drag', ['family', 'castle', 'horse']],
    ],
    reported: [
      'simplified gaps scoring feedback',
      'simplified scoring feedback',
      'simplified scoring feedback',
    ],
  },
}

/** All attributes of the first element of this name, as they stand in the text. */
function attributesOf(source: string, name: string): Record<string, string> {
  const [, written = ''] = new RegExp(`<${name}\\b([^>]*)>`).exec(source) ?? []
  return Object.fromEntries(
    [...written.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
  )
}

/** What a file declares of its first place. */
function declaredIn(source: string) {
  const [declaration = ''] =
    /<responseDeclaration\b(?:[^>]*\/>|[\s\S]*?<\/responseDeclaration>)/.exec(source) ?? []
  const [correct = ''] = /<correctResponse>[\s\S]*?<\/correctResponse>/.exec(declaration) ?? []
  const entries = [...declaration.matchAll(/<mapEntry\s[^>]*>/g)].map(([entry]) =>
    attributesOf(entry, 'mapEntry'),
  )
  return {
    cardinality: attributesOf(declaration, 'responseDeclaration').cardinality,
    baseType: attributesOf(declaration, 'responseDeclaration').baseType,
    correct: [...correct.matchAll(/<value>\s*([^<]*?)\s*<\/value>/g)].map(([, value = '']) => value),
    worth: new Map(entries.map(({ mapKey = '', mappedValue }) => [mapKey, Number(mappedValue)])),
    mapping: attributesOf(declaration, 'mapping'),
  }
}

/** What an answer earns by the template of its item, as the specification of QTI says; less than nothing is nothing. */
function worthIn(source: string, said: readonly string[]): number {
  const { cardinality, correct, worth, mapping } = declaredIn(source)
  const { template = '' } = attributesOf(source, 'responseProcessing')
  if (template.endsWith('match_correct')) {
    const [ours, theirs] = cardinality === 'ordered' ? [said, correct] : [said.toSorted(), correct.toSorted()]
    return ours.join('|') === theirs.join('|') ? 1 : 0
  }
  if (!template.endsWith('map_response')) throw new Error(`another template: ${template}`)
  const sum = said.reduce((all, one) => all + (worth.get(one) ?? Number(mapping.defaultValue)), 0)
  return Math.max(0, Math.min(sum, Number(mapping.upperBound ?? Number.POSITIVE_INFINITY)))
}

/** What stands in the element of this identifier: its words, the label of a place, or the identifier itself. */
function wordsIn(source: string, identifier: string): string {
  const start = new RegExp(`<(\\w+)\\b[^>]*\\sidentifier="${identifier}"[^>]*>`, 'g')
  const hits = [...source.slice(source.indexOf('<itemBody')).matchAll(start)]
  for (const { 0: tag, 1: name = '', index } of hits) {
    if (!/Choice$|^hottext$|^gap(Text|Img)$/.test(name) || tag.endsWith('/>')) continue
    const rest = source.slice(source.indexOf('<itemBody') + index + tag.length)
    const inner = rest.slice(0, rest.indexOf(`</${name}>`))
    const words = inner.replace(/<feedbackInline[\s\S]*?<\/feedbackInline>/g, '').replace(/<[^>]*>/g, '')
    return words.replace(/\s+/g, ' ').trim() || attributesOf(tag, name).objectLabel || identifier
  }
  return identifier
}

/** Identifiers of the places of a picture or a text, in their order. */
const placesIn = (source: string) =>
  [...source.matchAll(/<(?:gap|associableHotspot|hotspotChoice)\s[^>]*?\bidentifier="([^"]*)"/g)].map(
    ([, identifier = '']) => identifier,
  )

/** An answer of a file as it is given here: by what is seen, never by an identifier of ours. */
function answered(source: string, widgets: readonly Widget[], said: readonly string[]): Answers {
  const answers: Record<string, string[]> = {}
  for (const [name, value] of widgets.flatMap((widget) => fieldsOf(source, widget, said))) {
    if (name === undefined || value === undefined) throw new Error(`${said}: nothing to answer with`)
    answers[name] = [...(answers[name] ?? []), value]
  }
  return answers
}

type Field = [name: string | undefined, value: string | undefined]

/** The fields of a form with what is answered there; undefined for what is not found. */
function fieldsOf(source: string, widget: Widget, said: readonly string[]): Field[] {
  const find = finder(source)
  const isPair = ['pair', 'directedPair'].includes(declaredIn(source).baseType ?? '')
  switch (widget.kind) {
    case 'choice':
      return said.map((one) => [widget.name, find(widget.options, one)?.value])
    case 'tokens':
      return said.map((one) => [widget.name, find(widget.tokens, one)?.value])
    case 'text':
    case 'slider':
      return [[widget.name, said[0]]]
    case 'rows':
      return said.map((one, at) => {
        if (!isPair) return [find(widget.rows, one)?.name, String(at + 1)]
        const [row = '', option = ''] = one.split(' ')
        return [find(widget.rows, row)?.name, find(widget.options, option)?.value]
      })
    case 'gaps':
      return said.map((one, at) => {
        const [word = '', gap = ''] = isPair ? one.split(' ') : [one]
        const [name, place] = Object.entries(widget.gaps)[isPair ? placesIn(source).indexOf(gap) : at] ?? []
        return [name, place?.options ? find(place.options, word)?.value : word]
      })
    default:
      return []
  }
}

/** Finds what a file calls by an identifier among what is seen, by its words or its number. */
function finder(source: string) {
  const places = placesIn(source)
  const plain = (text: string) => text.replace(/\\[()]|\s+/g, '')
  const names = (identifier: string) => {
    const words = wordsIn(source, identifier)
    const at = places.indexOf(identifier)
    return at < 0 ? [words] : [words, String(at + 1)]
  }
  return <T extends { text: string }>(list: readonly T[], identifier: string) =>
    list.find(({ text }) =>
      names(identifier).some((name) => plain(name) === plain(text.replace(/^\d+: /, ''))),
    )
}

/** What an answer earns here. */
function earned(path: string, said: readonly string[]): { raw: number; max: number } {
  const tasks = read(path).pages.flatMap(({ elements }) => elements)
  const [task] = tasks.filter(({ type }) => !['media', 'audio', 'info'].includes(type))
  if (!task) throw new Error(`${path}: no task`)
  const element = { ...task, id: 'e1' }
  const widgets = typeOf(task.type)?.view(task.data, () => 0.999_999) ?? []
  const { raw, max } = scoreAnswers(element, answered(sourceOf(path), widgets, said))
  return { raw, max }
}

withSamples('qti-instructure-mit', () => {
  const tables = [usual, ofTheirOwn, unscored, several].map((table) => Object.keys(table))

  test('each of the 71 items stands in one of the tables', () => {
    const files = globSync('items_2.[12]/*.xml', { cwd: folder }).toSorted()
    expect(files).toHaveLength(71)
    expect(tables.flat().toSorted()).toEqual(files)
  })

  describe.each(Object.entries(usual))('%s', (path, row) => {
    test('the table is what the file says', () => {
      const source = sourceOf(path)
      expect(declaredIn(source).correct.toSorted()).toEqual(row.correct.toSorted())
      expect(worthIn(source, row.correct)).toBe(row.max)
      for (const [said, worth] of [row.wrong, row.partly ?? []])
        if (said) expect([said, worthIn(source, said)]).toEqual([said, worth])
    })

    test('is worth here what it is worth there, or is said to be scored otherwise', () => {
      expect(earned(path, row.correct)).toEqual({ raw: row.max, max: row.max })
      expect(earned(path, row.wrong[0]).raw).toBe(row.wrong[1])
      if (row.partly) expect(earned(path, row.partly[0]).raw).toBeCloseTo(row.here ?? row.partly[1], 3)
      expect(reported(read(path)).some((line) => line.includes('scoring'))).toBe(row.here !== undefined)
    })
  })

  test.each(Object.entries(ofTheirOwn))('%s has rules of its own, and is said to', (path, row) => {
    const source = sourceOf(path)
    expect(declaredIn(source).correct.toSorted()).toEqual(row.correct.toSorted())
    expect(attributesOf(source, 'responseProcessing')).toEqual({})
    expect(reported(read(path))[0]).toMatch(/^simplified scoring( feedback)?$/)
    const most = row.mostHere ?? row.max
    expect(earned(path, row.correct)).toEqual({ raw: most, max: most })
    expect(earned(path, row.wrong[0]).raw).toBe(row.wrong[1])
    if (row.partly) expect(earned(path, row.partly[0]).raw).toBe(row.here)
  })

  test.each(Object.entries(unscored))(
    '%s is not scored here by itself',
    (path, { types, reported: lines }) => {
      const found = read(path)
      const elements = found.pages.flatMap((page) => page.elements)
      expect([elements.map(({ type }) => type), reported(found)]).toEqual([types, lines])
      for (const { type, data } of elements)
        expect(typeOf(type)?.score(data, typeOf(type)?.key(data)).scaled).toBeNull()
    },
  )

  test.each(Object.entries(several))('%s asks several things', (path, { keys, reported: lines }) => {
    const found = read(path)
    const elements = found.pages.flatMap((page) => page.elements)
    expect(elements.map(({ type, data }) => [type, typeOf(type)?.solution(data)])).toEqual(keys)
    expect(reported(found)).toEqual(lines)
  })
})
