import { type Comments, commentsOfBands } from '#exercises/model/comments.ts'
import type { Band } from '#exercises/model/task/typed-settings.ts'
import { numberIn } from '#exercises/model/task/typed-values.ts'
import { pictureTag } from '#exercises/model/text/rich-pictures.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { childrenOf, trimmedText, type XmlNode } from '#platform/rules/text/xml.ts'
import type { ImportReason } from '../incoming/import-report.ts'
import { type HeardFile, type SeenVideo, type TakeFile, thingWith } from '../media-html.ts'
import { texOf } from '../tex-of-math.ts'
import type { QtiResponse } from './qti-rules.ts'
import { scoringOf, withRule } from './qti-scoring.ts'

export interface QtiItem {
  title: string
  body: XmlNode
  responses: ReadonlyMap<string, QtiResponse>
  /** Whether right or wrong is decided by rules of its own, which nobody here runs. */
  hasOwnRules: boolean
  isMapped: boolean
  /** Its text or key is generated for each attempt. */
  isComputed: boolean
  /** What all of it is worth, where it says so. */
  points: number | undefined
  /** What each of its several places is worth, where its rules say so. */
  each: ReadonlyMap<string, number>
  /** What it says to answers as a whole. */
  comments: Comments
  /** It says something afterwards that has no place here. */
  hasComments: boolean
  /** What is seen in it, by paths as the item writes them. */
  pictures: { path: string; alt: string }[]
  /** What is heard in it, likewise. */
  sounds: HeardFile[]
  take: TakeFile
}

/** Questions within a text. */
export const inline: ReadonlySet<string> = new Set(['textEntryInteraction', 'inlineChoiceInteraction'])

/** An item with what its places take; undefined where there is no body. */
export function readItem(item: XmlNode, take: TakeFile): QtiItem | undefined {
  const [body] = childrenOf(item, 'itemBody')
  if (!body) return undefined
  const { comments, isCut } = commentsOfItem(item, wordsOf)
  const responses = readResponses(item)
  const gaps = findAll(body, (name) => inline.has(name))
  const scoring = scoringOf(item, gaps, responses)
  return {
    title: item.attributes.title ?? item.attributes.identifier ?? '',
    body,
    responses: scoring.rules.reduce(withRule, responses),
    hasOwnRules: scoring.isOwn,
    isMapped: scoring.isMapped,
    isComputed: isComputed(item),
    points: pointsOf(item) ?? pointsIn(scoring.points),
    each: scoring.each,
    comments,
    hasComments:
      isCut ||
      findAll(item, (name) => isFeedback(name) || isChoice(name)).some(
        (node) => !isChoice(node.name) && wordsOf(node) !== '',
      ),
    pictures: picturesIn(body),
    sounds: soundsIn(body),
    take,
  }
}

/** Comments of choices have a place. */
const isChoice = (name: string) => name === 'simpleChoice'
const isFeedback = (name: string) => name === 'feedbackBlock' || name === 'feedbackInline'

/** Whether an item is generated for each candidate. */
export function isComputed(item: XmlNode): boolean {
  const rules = childrenOf(item, 'templateProcessing')
  const sets = rules.some((node) => findAll(node, (name) => name === 'setCorrectResponse').length > 0)
  const [body] = childrenOf(item, 'itemBody')
  const isPrinted = (name: string) => /^(printedVariable|templateInline|templateBlock)$/.test(name)
  const shows = body !== undefined && (findAll(body, isPrinted).length > 0 || isInMath(body, item))
  return rules.length > 0 && (sets || shows)
}

/** Whether a formula has a name for which each time another number stands. */
function isInMath(body: XmlNode, item: XmlNode): boolean {
  const drawn = childrenOf(item, 'templateDeclaration').flatMap(({ attributes }) =>
    attributes.mathVariable === 'true' ? (attributes.identifier ?? []) : [],
  )
  const names = findAll(body, (name) => name === 'math').flatMap((math) =>
    findAll(math, (name) => name === 'mi').map(wordsOf),
  )
  return names.some((name) => drawn.includes(name))
}

/** Questions on a picture, which is theirs and not seen before them. */
export const isGraphic = (name: string) =>
  /^(hotspot|graphicGapMatch|graphicOrder|drawing|selectPoint)Interaction$/.test(name)

/** A picture in a thing to choose is no picture of the question. */
export const isThing = (name: string) => /Choice$|^gap(Img|Text)$/.test(name)

function picturesIn(body: XmlNode): QtiItem['pictures'] {
  return findAll(body, (name) => name === 'img' || isThing(name) || isGraphic(name))
    .filter(({ name, attributes }) => name === 'img' && attributes.asset === undefined)
    .map(({ attributes: { src = '', alt = '' } }) => ({ path: src, alt: truncate(alt, 500) }))
}

/** Recordings of the question: `audio` or, before QTI 3, an `object` that sounds. */
function soundsIn(body: XmlNode): HeardFile[] {
  return findAll(
    body,
    (name) => ['audio', 'object'].includes(name) || isThing(name) || isGraphic(name),
  ).flatMap((node) => soundIn(node) ?? [])
}

/** Where the recording of a medium lies, and its words; undefined: it is none. */
export function soundIn(node: XmlNode): HeardFile | undefined {
  const { name, attributes, children } = node
  if (name === 'object')
    return attributes.type?.startsWith('audio/') && attributes.data
      ? { path: attributes.data, words: trimmedText(node), label: attributes.label ?? '' }
      : undefined
  if (name !== 'audio') return undefined
  const path =
    attributes.src ?? children.filter(isNode).find((child) => child.name === 'source')?.attributes.src
  const { ariaLabel = '', label = '' } = attributes
  return path === undefined ? undefined : { path, words: ariaLabel, label }
}

/** A video: `video` or, before QTI 3, an `object` that is one; undefined: it is none. */
export function videoIn(node: XmlNode): SeenVideo | undefined {
  const { name, attributes, children } = node
  const { data, type = '', label = '', ariaLabel = label, dataWords = '' } = attributes
  if (name === 'object')
    return type.startsWith('video/') && data
      ? { path: data, label, words: trimmedText(node), track: '' }
      : undefined
  if (name !== 'video') return undefined
  const inner = children.filter(isNode)
  const source = inner.find((child) => child.name === 'source')
  const path = attributes.src ?? source?.attributes.src
  const track = inner.find((child) => child.name === 'track')?.attributes.src ?? ''
  return path === undefined ? undefined : { path, label: ariaLabel, words: dataWords, track }
}

function pointsOf(item: XmlNode): number | undefined {
  const outcome = (id: string) =>
    childrenOf(item, 'outcomeDeclaration').find(({ attributes }) => attributes.identifier === id)
  const most = outcome('MAXSCORE')
  const [usual] = most ? childrenOf(most, 'defaultValue') : []
  const said = numberIn(outcome('SCORE')?.attributes.normalMaximum)
  return said === 0 ? 0 : pointsIn(said ?? numberIn(usual && wordsOf(usual)))
}

const pointsIn = (points: number | undefined) =>
  points !== undefined && points > 0 && points <= 100 ? points : undefined

/** What each place of an item takes, by its name. */
export function readResponses(item: XmlNode): ReadonlyMap<string, QtiResponse> {
  return new Map(
    childrenOf(item, 'responseDeclaration').map((each) => [
      each.attributes.identifier ?? '',
      readResponse(each),
    ]),
  )
}

function readResponse(declaration: XmlNode): QtiResponse {
  const [correct] = childrenOf(declaration, 'correctResponse')
  const [mapping] = childrenOf(declaration, 'mapping')
  const [areaMapping] = childrenOf(declaration, 'areaMapping')
  const areas = areaMapping ? childrenOf(areaMapping, 'areaMapEntry') : []
  const entries = mapping ? childrenOf(mapping, 'mapEntry') : []
  return {
    isMany: declaration.attributes.cardinality !== 'single',
    baseType: declaration.attributes.baseType ?? '',
    correct: correct ? childrenOf(correct, 'value').map(wordsOf) : [],
    mapped: new Map(
      entries.map(({ attributes }) => [attributes.mapKey ?? '', numberIn(attributes.mappedValue) ?? 0]),
    ),
    otherwise: numberIn(mapping?.attributes.defaultValue) ?? 0,
    most: numberIn(mapping?.attributes.upperBound),
    areas: areas.map(({ attributes: { shape = '', coords = '', mappedValue } }) => ({
      shape,
      coords,
      value: numberIn(mappedValue) ?? 0,
    })),
    isCaseSensitive: entries.some(({ attributes }) => attributes.caseSensitive === 'true'),
  }
}

/** Elements of these names anywhere below, in the order of the text; not below one another. */
export function findAll(node: XmlNode, names: (name: string) => boolean): XmlNode[] {
  return node.children
    .filter(isNode)
    .flatMap((child) => (names(child.name) ? [child] : findAll(child, names)))
}

/** What stands in an element, in words. */
export function wordsOf(node: XmlNode): string {
  return node.children
    .map((child) => {
      if (typeof child === 'string') return child
      return child.name === 'math' ? `\\(${texOf(child)}\\)` : wordsOf(child)
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What is for others, or for afterwards. */
export const silent = new Set([
  'feedbackInline',
  'feedbackBlock',
  'modalFeedback',
  'templateBlock',
  'stylesheet',
])

/** What a choice says, shows and sounds like, without what is told afterwards. */
export function thingOf(choice: XmlNode, take: TakeFile): { thing: string; lost?: ImportReason } {
  const children = choice.children.filter((child) => typeof child === 'string' || !silent.has(child.name))
  const said = { ...choice, children }
  const found = findAll(said, (name) => ['img', 'audio', 'video', 'object'].includes(name))
  const pictures = found.flatMap((node) => {
    const { src, data, type, alt = '' } = node.attributes
    const path = node.name === 'img' ? src : type?.startsWith('image/') ? data : undefined
    return path === undefined ? [] : [{ path, alt: truncate(alt || wordsOf(node), 300) }]
  })
  const sounds = found.flatMap((node) => soundIn(node) ?? [])
  const words = wordsOf(withoutMedia(said))
  const { thing, lost } = thingWith(words, { pictures, sounds }, take)
  const reason = lost ?? (pictures.length + sounds.length < found.length ? 'media' : undefined)
  return { thing: thing || (choice.attributes.identifier ?? ''), ...(reason && { lost: reason }) }
}

function withoutMedia(node: XmlNode): XmlNode {
  const children = node.children.flatMap((child): (XmlNode | string)[] => {
    if (typeof child === 'string') return [child]
    return ['audio', 'video', 'object'].includes(child.name) ? [] : [withoutMedia(child)]
  })
  return { ...node, children }
}

/** What stands in an element as HTML; `instead` says what takes the place of an element: its own HTML where it says nothing. */
export function htmlIn(
  node: XmlNode,
  instead: (node: XmlNode) => string | undefined = () => undefined,
): string {
  return node.children
    .map((child) => {
      if (typeof child === 'string') return escapeHtml(child.replace(/\s+/g, ' '))
      const other = instead(child)
      if (other !== undefined) return other
      const inner = htmlIn(child, instead)
      if (child.name === 'br') return '<br>'
      const { asset, alt = '' } = child.attributes
      if (child.name === 'img' && asset !== undefined) return pictureTag({ asset, alt })
      if (child.name === 'math') return escapeHtml(`\\(${texOf(child)}\\)`)
      return allowedTags.has(child.name) ? `<${child.name}>${inner}</${child.name}>` : ` ${inner} `
    })
    .join('')
}

const allowedTags = new Set(
  ['p', 'strong', 'em', 'u', 's', 'sub', 'sup', 'ul', 'ol', 'li', 'code', 'pre', 'blockquote'].concat([
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'i', 'b'],
  ]),
)

function isNode(child: XmlNode | string): child is XmlNode {
  return typeof child !== 'string'
}

/** Names of what is said to answers, in files of ours and of others. */
const names = {
  right: /^(general_)?(correct|right)(_?fb|feedback)?$/i,
  partial: /^partial/i,
  wrong: /^(general_)?(incorrect|wrong)(_?fb|feedback)?$/i,
  band: /^band-(\d{1,3})-(\d{1,3})$/,
}

/** What an item says to answers; `isCut`: it says more than there is a place for. */
function commentsOfItem(
  item: XmlNode,
  wordsOf: (node: XmlNode) => string,
): { comments: Comments; isCut: boolean } {
  const found = { right: '', partial: '', wrong: '', bands: [] as Band[] }
  let isCut = false
  for (const node of childrenOf(item, 'modalFeedback')) {
    const [said, name] = [wordsOf(node), node.attributes.identifier ?? '']
    const [, from, to] = names.band.exec(name) ?? []
    const place = (['right', 'partial', 'wrong'] as const).find((each) => names[each].test(name))
    if (said === '') continue
    if (from !== undefined) found.bands.push({ from: Number(from), to: Number(to), text: said })
    else if (place && found[place] === '') found[place] = said
    else isCut = true
  }
  const { bands, ...said } = found
  const some = commentsOfBands(bands)
  const isPlain = [said.right, said.partial, said.wrong].every((each) => each === '')
  return { comments: isPlain ? some : { ...said, bands }, isCut }
}
