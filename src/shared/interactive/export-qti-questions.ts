import { escapeHtml as text } from '../rules/escape.ts'
import {
  drawingQuestion,
  hotspotQuestion,
  labelQuestion,
  type SizeOfPicture,
  uploadQuestion,
} from './export-qti-graphic.ts'
import { answered, matched, open, type Question, written } from './export-qti-parts.ts'
import { declared } from './formats/qti-declared.ts'
import { signs } from './formats/qti-pairs.ts'
import { xml } from './formats/xml.ts'
import { fillGaps } from './gap-markup.ts'
import { withoutThings } from './things.ts'
import type { Categorize } from './types/categorize/categorize.ts'
import { type Choice, shared } from './types/choice/choice.ts'
import type { Draw } from './types/draw/draw.ts'
import type { GapDrag } from './types/gap-drag/gap-drag.ts'
import type { GapSelect } from './types/gap-select/gap-select.ts'
import type { GapText } from './types/gap-text/gap-text.ts'
import type { Hotspot } from './types/hotspot/hotspot.ts'
import type { LabelImage } from './types/label-image/label-image.ts'
import type { MarkWords } from './types/mark-words/mark-words.ts'
import type { Match } from './types/match/match.ts'
import type { Numeric } from './types/numeric/numeric.ts'
import type { Order } from './types/order/order.ts'
import type { ShortText } from './types/short-text/short-text.ts'
import type { TrueFalse } from './types/true-false/true-false.ts'
import type { Upload } from './types/upload/upload.ts'
import type { Element } from './unit.ts'

/** Things of these are seen and heard there; of others there are words alone. */
const showing = new Set(['choice', 'order', 'true_false', 'match', 'categorize'])

/** What QTI asks for an element; undefined: it has no words for it. `thing`: one of its list as it is shown. */
export function questionOf(
  element: Element,
  sizeOf: SizeOfPicture,
  thing: (text: string) => string,
): Question | undefined {
  const data = showing.has(element.type) ? element.data : withoutThings(element.data)
  return graphicQuestion(element, sizeOf) ?? writers[element.type]?.({ ...element, data }, thing)
}

function graphicQuestion({ type, data }: Element, sizeOf: SizeOfPicture): Question | undefined {
  if (type === 'hotspot') return hotspotQuestion(data as Hotspot, sizeOf)
  if (type === 'draw') return drawingQuestion(data as Draw, sizeOf)
  if (type === 'upload') return uploadQuestion(data as Upload)
  if (type !== 'label_image') return undefined
  const { picture } = data as LabelImage
  return labelQuestion({ ...withoutThings(data as LabelImage), picture }, sizeOf)
}

/** HTML of ours as XML wants it: what stands alone is closed. */
export const xhtml = (html: string) =>
  html.replace(/<(br|img)([^>]*?)\s*\/?>/g, '<$1$2/>').replaceAll('&nbsp;', '&#160;')

type Writer = (element: Element, thing: (text: string) => string) => Question | undefined

const writers: Readonly<Record<string, Writer>> = {
  choice: ({ data }, thing) => {
    const { isMulti, policy, options } = data as Choice
    const rights = options.filter(({ weight }) => weight > 0).map(({ id }) => `C${id}`)
    // Several answers of which none is right are a question of opinion there.
    if (rights.length === 0) return undefined
    const isMapped = isMulti ? policy !== 'all' : options.some(({ weight }) => weight > 0 && weight < 1)
    const share = (weight: number) => {
      if (!isMulti || policy === 'weighted') return weight
      return Number(((weight > 0 ? 1 : -1) / rights.length).toFixed(7))
    }
    const choices = options.map((option) =>
      xml('qti-simple-choice', { identifier: `C${option.id}` }, thing(option.text)),
    )
    // Picked together they are worth no more than everything.
    const most = isMulti && policy === 'weighted' && shared({ options }) > 1 ? 1 : undefined
    const mapped = isMapped
      ? { mapped: options.map(({ id, weight }) => [`C${id}`, share(weight)] as const), most }
      : {}
    const shape = { ...answered, shuffle: 'true', 'max-choices': isMulti ? '0' : '1' }
    return {
      body: xml('qti-choice-interaction', shape, ...choices),
      declarations: [declared({ isMany: isMulti, type: 'identifier', correct: rights, ...mapped })],
      isMapped,
    }
  },
  order: ({ data }, thing) => {
    const { items } = data as Order
    const choices = items.map((item) =>
      xml('qti-simple-choice', { identifier: `C${item.id}` }, thing(item.text)),
    )
    const declaration = declared({ type: 'identifier', correct: items.map(({ id }) => `C${id}`) })
    return {
      body: xml('qti-order-interaction', { ...answered, shuffle: 'true' }, ...choices),
      declarations: [declaration.replace('cardinality="single"', 'cardinality="ordered"')],
    }
  },
  true_false: ({ data }, thing) => {
    const { statements } = data as TrueFalse
    const both = [
      { id: 't', text: signs.true },
      { id: 'f', text: signs.false },
    ]
    return matched(
      statements,
      both,
      statements.map(({ id, answer }) => [id, answer ? 't' : 'f'] as const),
      thing,
    )
  },
  match: ({ data }, thing) => {
    const { left, right, pairs } = data as Match
    return matched(left, right, pairs, thing)
  },
  categorize: ({ data }, thing) => {
    const { items, categories } = data as Categorize
    const pairs = items.flatMap(({ id, categories: [first] }) => (first ? [[id, first] as const] : []))
    if (items.some((item) => item.categories.length !== 1)) return undefined
    return matched(
      items,
      categories.map(({ id, label }) => ({ id, text: label })),
      pairs,
      thing,
    )
  },
  gap_text: ({ data }) => {
    const { html, gaps, caseSensitive } = data as GapText
    const fill = (id: string) =>
      xml('qti-text-entry-interaction', { 'response-identifier': id.toUpperCase() })
    const declarations = Object.entries(gaps).map(([id, { answers }]) => {
      const right = answers.filter(({ fraction }) => fraction === 1).slice(0, 1)
      const mapped = answers.map((answer) => [answer.text, answer.fraction] as const)
      return declared({
        id: id.toUpperCase(),
        type: 'string',
        correct: right.map((each) => each.text),
        mapped,
        caseSensitive,
      })
    })
    return { body: xhtml(fillGaps(html, fill)), declarations, isMapped: true }
  },
  gap_select: ({ data }) => {
    const { html, gaps } = data as GapSelect
    const fill = (id: string) =>
      xml(
        'qti-inline-choice-interaction',
        { 'response-identifier': id.toUpperCase(), shuffle: 'true' },
        ...(gaps[id]?.options ?? []).map((option) =>
          xml('qti-inline-choice', { identifier: `C${option.id}` }, text(option.text)),
        ),
      )
    const declarations = Object.entries(gaps).map(([id, { options }]) =>
      declared({
        id: id.toUpperCase(),
        type: 'identifier',
        correct: options.slice(0, 1).map((each) => `C${each.id}`),
      }),
    )
    return { body: xhtml(fillGaps(html, fill)), declarations }
  },
  gap_drag: ({ data }) => {
    const { html, gaps, bank } = data as GapDrag
    const words = bank.map((word) =>
      xml('qti-gap-text', { identifier: `W${word.id}`, 'match-max': '0' }, text(word.text)),
    )
    const filled = xhtml(fillGaps(html, (id) => xml('qti-gap', { identifier: id.toUpperCase() })))
    const pairs = Object.entries(gaps).map(([gap, word]) => `W${word} ${gap.toUpperCase()}`)
    return {
      body: xml('qti-gap-match-interaction', answered, ...words, filled),
      declarations: [declared({ isMany: true, type: 'directedPair', correct: pairs })],
    }
  },
  mark_words: ({ data }) => {
    const { tokens } = data as MarkWords
    const words = tokens.map((token) =>
      token.text === '\n' ? '<br/>' : `${xml('qti-hottext', { identifier: token.id }, text(token.text))} `,
    )
    const right = tokens.filter(({ isRight }) => isRight).map(({ id }) => id)
    return {
      body: xml('qti-hottext-interaction', { ...answered, 'max-choices': '0' }, `<p>${words.join('')}</p>`),
      declarations: [declared({ isMany: true, type: 'identifier', correct: right })],
    }
  },
  short_text: ({ data }) => {
    const { answers, patterns, caseSensitive } = data as ShortText
    if (patterns.length > 0 || answers.some(({ pattern }) => /(?<!\\)\*/.test(pattern))) return undefined
    const plain = answers.map(({ pattern, fraction }) => [pattern.replaceAll('\\*', '*'), fraction] as const)
    const right = plain
      .filter(([, fraction]) => fraction === 1)
      .slice(0, 1)
      .map(([word]) => word)
    return written(declared({ type: 'string', correct: right, mapped: plain, caseSensitive }), true)
  },
  numeric: ({ data }) => {
    const { answers, show, slider } = data as Numeric
    if (answers.some(({ min, max }) => min !== max)) return undefined
    const worth = answers.map(({ min, fraction }) => [String(min), fraction] as const)
    const correct = worth.filter(([, fraction]) => fraction === 1).map(([value]) => value)
    const isMapped = worth.length > 1
    const declaration = declared({
      type: 'float',
      correct: correct.slice(0, 1),
      ...(isMapped && { mapped: worth }),
    })
    if (show === 'input') return written(declaration, isMapped)
    const bounds = {
      'lower-bound': String(slider.min),
      'upper-bound': String(slider.max),
      step: String(slider.step),
    }
    const body = xml('qti-slider-interaction', { ...answered, ...bounds })
    return { body, declarations: [declaration], isMapped }
  },
  essay: () => ({ body: xml('qti-extended-text-interaction', answered), declarations: [open()] }),
  open_answer: () => ({ body: xml('qti-extended-text-interaction', answered), declarations: [open()] }),
}
