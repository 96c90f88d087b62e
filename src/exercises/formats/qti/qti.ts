import { type Draft, idAt } from '#exercises/model/task/element-type.ts'
import { numberIn } from '#exercises/model/task/typed-values.ts'
import { gapDragOf } from '#exercises/model/task/word-bank.ts'
import { cleanHtml } from '#exercises/model/text/clean-html.ts'
import { childrenOf, type XmlNode } from '#platform/rules/text/xml.ts'
import { evened } from '../even-weights.ts'
import type { ImportReason } from '../incoming/import-report.ts'
import { whyNot } from '../outgoing/no-counterpart.ts'
import { chosenGap, minds, numberAsked, numbersOf, wordAsked, writtenGap } from './qti-gaps.ts'
import { drawingOf, graphicOrderOf, hotspotOf, labelledOf, nameOf, pointOf, wishOf } from './qti-graphic.ts'
import { markedOf } from './qti-hottext.ts'
import {
  findAll,
  htmlIn,
  inline,
  isGraphic,
  isThing,
  type QtiItem,
  silent,
  soundIn,
  thingOf,
  wordsOf,
} from './qti-item.ts'
import { promptClass } from './qti-names.ts'
import { paired, pairsOf } from './qti-pairs.ts'
import type { QtiResponse } from './qti-rules.ts'
import { isWide } from './qti-rules.ts'
import { everythingOf, withWorth } from './qti-worth.ts'

/** An element of an item, or why there is none. */
export type QtiDraft = { type: string; draft: Draft } | { skipped: ImportReason }

type Reader = (interaction: XmlNode, response: QtiResponse, item: QtiItem) => Typed | undefined
interface Typed {
  type: string
  data: unknown
  /** Of the question itself, by its path. */
  picture?: { path: string; alt: string }
  /** What is seen before the question, by its path. */
  shown?: { path: string; alt: string }
  simplified?: ImportReason | readonly ImportReason[]
}

const nothing: QtiResponse = {
  isMany: false,
  baseType: '',
  correct: [],
  mapped: new Map(),
  otherwise: 0,
  areas: [],
  isCaseSensitive: false,
}
const isInteraction = (name: string) => name.endsWith('Interaction')

/** Whether somebody answers it. */
export function asks({ body }: QtiItem): boolean {
  return findAll(body, isInteraction).length > 0
}

/** What an item asks for, each question an element. */
export function draftsOf(item: QtiItem): QtiDraft[] {
  if (item.isComputed) return [{ skipped: 'computed' }]
  const all = findAll(item.body, isInteraction)
  const blocks = all.filter(({ name }) => !inline.has(name))
  const gaps = all.filter(({ name }) => inline.has(name))
  if (all.length === 0) {
    const html = intro(item)
    return [html === '' ? { skipped: 'unknown_type' } : drafted(item, { type: 'info', data: { html } }, '')]
  }
  // Text around places to write in belongs to them.
  const drafts = blockDrafts(item, blocks, gaps.length > 0 ? [] : textsAround(item, blocks))
  const worthOf = ({ attributes }: XmlNode) => item.each.get(attributes.responseIdentifier ?? '')
  const each = drafts.map((draft, at) => weighed(draft, blocks[at] && worthOf(blocks[at])))
  const [gap] = gaps
  if (!gap) return worth(item, each)
  const ofOne = worthOf(gap)
  return worth(item, [weighed(gapDraft(item, gaps), ofOne && ofOne * gaps.length), ...each])
}

/** The points of an item of one question are those of the question; a button beside it is none. */
function worth({ points }: QtiItem, drafts: QtiDraft[]): QtiDraft[] {
  const isOne = drafts.filter((draft) => !('skipped' in draft)).length === 1
  return isOne ? drafts.map((draft) => weighed(draft, points)) : drafts
}

function weighed(found: QtiDraft, points: number | undefined): QtiDraft {
  if ('skipped' in found || points === undefined || points > 100) return found
  return { ...found, draft: { ...found.draft, points } }
}

/** What asks nothing unless some words stand before it. */
const isBare = (name: string) => /^(extendedText|upload|drawing)Interaction$/.test(name)

/** Each question with the text before it; what stands behind the last one is read with it. */
function blockDrafts(item: QtiItem, blocks: readonly XmlNode[], texts: readonly string[]): QtiDraft[] {
  const drafts: QtiDraft[] = []
  let [text, asked] = ['', '']
  for (const [at, block] of blocks.entries()) {
    text = joined(text, texts[at])
    // Several places to write in below one question: each of them is asked it.
    const words = text === '' && isBare(block.name) ? asked : text
    // What is seen with the first question is not shown again with the next.
    const isFirst = at === 0 && texts.length > 0
    const draft = blockDraft(isFirst ? item : { ...item, pictures: [], sounds: [] }, block, words)
    drafts.push(draft)
    // The text before something that is left out is read with what comes next.
    if (!('skipped' in draft)) [text, asked] = ['', words || asked]
  }
  const rest = joined(text, texts[blocks.length])
  const last = drafts.findLastIndex((draft) => !('skipped' in draft))
  return drafts.map((draft, at) =>
    at !== last || rest === '' || 'skipped' in draft
      ? draft
      : { ...draft, draft: { ...draft.draft, prompt: joined(draft.draft.prompt, rest) } },
  )
}

const joined = (text: string, more = '') => [text, more].filter(Boolean).join(' ')

/** What stands before each of the questions of an item, and behind the last one. */
function textsAround(item: QtiItem, blocks: readonly XmlNode[]): string[] {
  const place = '\ue010'
  const whole = intro(item, (node) => (blocks.includes(node) ? place : undefined))
  return whole.split(place).map((text) => cleanHtml(text))
}

function blockDraft(item: QtiItem, block: XmlNode, before: string): QtiDraft {
  const read = readers[block.name]
  const found = read?.(block, responseOf(item, block), item)
  if (!found) return { skipped: read ? 'incomplete' : whyNot(block.name) }
  const [question] = childrenOf(block, 'prompt')
  const prompt = [before, question ? `<p>${htmlIn(question)}</p>` : ''].join('')
  const { data, isExact } = withWorth(found, responseOf(item, block), item.isMapped)
  return drafted(isExact ? item : { ...item, hasOwnRules: true }, { ...found, data }, prompt)
}

function drafted(item: QtiItem, { type, data, picture, shown, simplified }: Typed, prompt: string): QtiDraft {
  const isMedium = (name: string) => ['object', 'audio', 'video'].includes(name)
  const hasMedia = findAll(item.body, (name) => isMedium(name) || isGraphic(name) || isThing(name)).some(
    (it) => isMedium(it.name) && soundIn(it) === undefined,
  )
  const lost = hasMedia ? 'media' : findAll(item.body, isThing).map(lostOf(item)).find(Boolean)
  const scoring = item.hasOwnRules ? ('scoring' as const) : undefined
  const feedback = item.hasComments ? ('feedback' as const) : undefined
  const reasons = [...new Set([simplified, lost, scoring, feedback].flatMap((reason) => reason ?? []))]
  const more = {
    ...item.comments,
    ...(picture && { picture }),
    ...(reasons.length > 0 && { simplified: reasons }),
  }
  const pictures = shown ? [...item.pictures, shown] : item.pictures
  const sounds = item.sounds
  return { type, draft: { prompt, data, pictures, ...(sounds.length > 0 && { sounds }), ...more } }
}

/** What a thing shows or sounds like and does not bring along; what is put into gaps is words. */
function lostOf({ take }: QtiItem): (thing: XmlNode) => ImportReason | undefined {
  return (thing) => {
    if (!thing.name.startsWith('gap')) return thingOf(thing, take).lost
    const media = findAll(thing, (name) => ['img', 'object', 'audio', 'video'].includes(name))
    const isSeen = media.every(
      ({ name, attributes }) => name === 'img' || attributes.type?.startsWith('image/'),
    )
    return media.length === 0 ? undefined : isSeen ? 'pictures' : 'media'
  }
}

/** What stands around the questions; comments and notes for markers are for nobody who answers. */
function intro(item: QtiItem, gap: (node: XmlNode) => string | undefined = () => undefined): string {
  const html = htmlIn(item.body, (node) => {
    const isForOthers = node.name === 'rubricBlock' && !/candidate/.test(node.attributes.view ?? 'candidate')
    if (silent.has(node.name) || isForOthers || soundIn(node)) return ''
    return gap(node) ?? (isInteraction(node.name) ? '' : undefined)
  })
  return html.replace(/\s+/g, ' ').trim()
}

function responseOf(item: QtiItem, interaction: XmlNode): QtiResponse {
  return item.responses.get(interaction.attributes.responseIdentifier ?? '') ?? nothing
}

/** Places to write or choose within the text. */
function gapDraft(item: QtiItem, gaps: readonly XmlNode[]): QtiDraft {
  const isChoice = gaps.every(({ name }) => name === 'inlineChoiceInteraction')
  const isPrompt = ({ name, attributes }: XmlNode) => name === 'div' && attributes.class === promptClass
  const prompt = findAll(item.body, (name) => name === 'div')
    .filter(isPrompt)
    .map((node) => htmlIn(node))
    .join('')
  const html = intro(item, (node) => {
    if (isPrompt(node)) return ''
    return gaps.includes(node) ? `{{g${gaps.indexOf(node) + 1}}}` : undefined
  })
  const responses = gaps.map((gap) => responseOf(item, gap))
  if (responses.some(({ correct, mapped }) => correct.length === 0 && mapped.size === 0)) {
    const text = intro(item, (node) => (gaps.includes(node) ? '…' : undefined))
    return drafted(item, { type: 'open_answer', data: { max: 500 }, simplified: 'scoring' }, text)
  }
  const number = gaps.length === 1 ? numberAsked(html, responses[0] ?? nothing) : undefined
  if (number) return drafted(item, { type: 'numeric', data: number.data }, number.prompt)
  const asked = gaps.length === 1 && prompt === '' ? wordAsked(html, responses[0] ?? nothing) : undefined
  if (asked) return drafted(item, { type: 'short_text', data: asked.data }, asked.prompt)
  const entries = gaps.map((gap, at) => [
    `g${at + 1}`,
    isChoice ? chosenGap(gap, responses[at] ?? nothing) : writtenGap(gap, responses[at] ?? nothing),
  ])
  const data = { html, gaps: Object.fromEntries(entries) }
  // Words around a number make it a gap, which takes the number itself alone.
  const isWider = responses.some(({ tolerance }) => tolerance && isWide(tolerance))
  if (isChoice) return drafted(item, { type: 'gap_select', data }, prompt)
  const isMixed = gaps.some(({ name }) => name === 'inlineChoiceInteraction')
  return drafted(
    item,
    {
      type: 'gap_text',
      data: { ...data, caseSensitive: responses.some(minds), acceptTypos: false },
      ...(isMixed ? { simplified: 'gaps' as const } : isWider && { simplified: 'scoring' as const }),
    },
    prompt,
  )
}

const readers: Readonly<Record<string, Reader>> = {
  choiceInteraction: (block, response, item) => {
    const choices = childrenOf(block, 'simpleChoice')
    const texts = choices.map((choice, at) => ({ id: idAt(at), text: thingOf(choice, item.take).thing }))
    const isMulti = response.isMany && block.attributes.maxChoices !== '1'
    if (response.correct.length === 0 && response.mapped.size === 0)
      return { type: 'poll', data: { isMulti, options: texts } }
    const isMapped = response.mapped.size > 0 && (item.isMapped || response.correct.length === 0)
    const worth = choices.map(({ attributes: { identifier = '' } }) => {
      if (!isMapped) return response.correct.includes(identifier) ? 1 : 0
      return response.mapped.get(identifier) ?? response.otherwise
    })
    const most = isMulti && isMapped ? everythingOf(worth, response) : Math.max(1e-9, ...worth)
    const options = texts.map((each, at) => ({
      ...each,
      weight: Math.min(1, Math.max(-1, Number(((worth[at] ?? 0) / most).toFixed(7)))),
      feedback: choices[at] ? commentOf(choices[at]) : '',
    }))
    const policy = isMapped ? 'weighted' : isMulti ? 'all' : 'net'
    return { type: 'choice', data: evened({ isMulti, policy, options }) }
  },
  // What is worth nothing is no test of anything.
  extendedTextInteraction: (_block, { correct }, { points }) =>
    points === 0
      ? { type: 'open_answer', data: { max: 500 } }
      : { type: 'essay', data: { min: 0, max: 2000, keywords: [], sample: correct.join('\n') } },
  uploadInteraction: (block) => ({ type: 'upload', data: { accepts: wishOf(block), lines: 12 } }),
  drawingInteraction: drawingOf,
  selectPointInteraction: pointOf,
  orderInteraction: (block, { correct }, { take }) => {
    const words = new Map(
      childrenOf(block, 'simpleChoice').map((choice) => [
        choice.attributes.identifier,
        thingOf(choice, take).thing,
      ]),
    )
    const items = correct.map((id, at) => ({ id: idAt(at), text: words.get(id) ?? '' }))
    return items.length < words.size ? undefined : { type: 'order', data: { items, scoring: 'all' } }
  },
  matchInteraction: (block, response, { take }) => {
    const [left = [], right = []] = childrenOf(block, 'simpleMatchSet').map((set) =>
      childrenOf(set, 'simpleAssociableChoice'),
    )
    return paired(left, right, pairsOf(response), take)
  },
  associateInteraction: (block, response, { take }) => {
    const choices = childrenOf(block, 'simpleAssociableChoice')
    const pairs = pairsOf(response)
    const at = (place: 0 | 1) =>
      choices.filter(({ attributes }) => pairs.some((pair) => pair[place] === attributes.identifier))
    const found = paired(at(0), at(1), pairs, take)
    return found && { ...found, simplified: 'scoring' }
  },
  gapMatchInteraction: (block, response) => {
    const texts = new Map(
      // Pictures are put into gaps by their names.
      [...childrenOf(block, 'gapText'), ...childrenOf(block, 'gapImg')].map((text) => [
        text.attributes.identifier ?? '',
        nameOf(text),
      ]),
    )
    const gaps = findAll(block, (name) => name === 'gap').map(({ attributes }) => attributes.identifier ?? '')
    const html = htmlIn(block, ({ name, attributes }) => {
      if (name === 'gap') return `{{g${gaps.indexOf(attributes.identifier ?? '') + 1}}}`
      return ['prompt', 'gapText', 'gapImg'].includes(name) ? '' : undefined
    })
    const answers = new Map(pairsOf(response).map(([word, gap]) => [gap, texts.get(word) ?? '']))
    if (gaps.some((gap) => !answers.get(gap))) return undefined
    const used = [...answers.values()]
    const others = [...texts.values()].filter((text) => !used.includes(text))
    const filled = Object.fromEntries(gaps.map((gap, at) => [`g${at + 1}`, answers.get(gap) ?? '']))
    return { type: 'gap_drag', data: { ...gapDragOf(html, filled, others), hasPenalty: false } }
  },
  hottextInteraction: markedOf,
  hotspotInteraction: hotspotOf,
  graphicOrderInteraction: graphicOrderOf,
  graphicGapMatchInteraction: labelledOf,
  sliderInteraction: (block, response) => {
    const answers = numbersOf(response)
    const bound = (name: string, otherwise: number) => numberIn(block.attributes[name]) ?? otherwise
    const slider = { min: bound('lowerBound', 0), max: bound('upperBound', 100), step: bound('step', 1) }
    return { type: 'numeric', data: { answers, unit: '', show: 'slider', slider } }
  },
}

/** What is told to who picked it. */
function commentOf(choice: XmlNode): string {
  return findAll(choice, (name) => name === 'feedbackInline')
    .map(wordsOf)
    .join(' ')
}
