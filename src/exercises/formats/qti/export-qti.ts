import { standsBefore, typeOf } from '#exercises/model/task/types.ts'
import { replacePictures } from '#exercises/model/text/rich-pictures.ts'
import { textOfHtml } from '#exercises/model/text/rich-text.ts'
import type { Element, UnitContent } from '#exercises/model/unit.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { xml } from '#platform/rules/text/xml.ts'
import { lomOf, type PackageAbout } from '../lom.ts'
import { losesData } from '../outgoing/scored-otherwise.ts'
import { type CarriedTexts, isPlainer, mediaHtml } from '../packed-media.ts'
import type { SizeOfPicture } from './export-qti-graphic.ts'
import { type HasSound, ItemMedia } from './export-qti-media.ts'
import { type Question, xhtml } from './export-qti-parts.ts'
import { qtiFeedback } from './qti-feedback.ts'
import { mediaClass, promptClass, wordsClass } from './qti-names.ts'

const space = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0'
const templates = 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/'

export interface QtiFiles {
  files: Record<string, string>
  /** Those of a unit that have to lie in the package, too. */
  pictures: string[]
  sounds: string[]
  videos: string[]
  leftOut: string[]
  /** Ids of those that go out without their comments, or without pictures or recordings of theirs. */
  plainer: string[]
}

interface Item {
  element: Element
  text: string
  media: ItemMedia
  /** What stands before the question and goes out with it. */
  before: readonly Element[]
}

/**
 * The files of a QTI 3 package: a manifest and an item for each element QTI has words for. A picture or a recording that stands by
 * itself is part of the question behind it.
 */
export function qtiFiles(
  content: UnitContent,
  sizeOf: SizeOfPicture,
  hasSound: HasSound = () => true,
  about?: PackageAbout,
): QtiFiles {
  const elements = content.pages.flatMap((page) => page.elements)
  const items = content.pages.flatMap((page) => itemsOf(page.elements, sizeOf, hasSound))
  const files = Object.fromEntries(items.map(({ element, text }) => [`items/${element.id}.xml`, text]))
  const written = new Set(items.flatMap(({ element, before }) => [element, ...before]))
  return {
    pictures: [...new Set(items.flatMap(({ media }) => [...media.pictures]))],
    sounds: [...new Set(items.flatMap(({ media }) => [...media.sounds]))],
    videos: [...new Set(items.flatMap(({ media }) => [...media.videos]))],
    files: {
      'imsmanifest.xml': manifestOf(items, about),
      ...files,
      ...Object.assign({}, ...items.map(({ media }) => media.texts)),
    },
    leftOut: elements.filter((element) => !written.has(element)).map(({ id }) => id),
    plainer: items
      .filter(({ element, text }) => losesData('qti', element) || isPlainer(element, text, carriedIn(text)))
      .map(({ element }) => element.id),
  }
}

function itemsOf(elements: readonly Element[], sizeOf: SizeOfPicture, hasSound: HasSound): Item[] {
  let before: Element[] = []
  return elements.flatMap((element) => {
    const media = new ItemMedia(element.id, sizeOf, hasSound)
    if (standsBefore(element, media.tags) !== undefined) {
      before.push(element)
      return []
    }
    const { type, data } = element
    const question = typeOf(type)?.outgoing?.qti?.(data, { sizeOf, thing: media.thing })
    if (!question) return []
    if (question.picture) media.pictures.add(question.picture)
    const above = mediaHtml(element, media.tags)
    const first =
      before.map((each) => `<p>${standsBefore(each, media.tags)}</p>`).join('') +
      (above && xml('div', { class: mediaClass }, above))
    const text = withWordPictures(itemOf(element, question, first), media)
    const item = { element, text, media, before }
    before = []
    return [item]
  })
}

/** An item with the files of the pictures in its words. */
function withWordPictures(item: string, { tags }: ItemMedia): string {
  return replacePictures(item, (picture) => tags.picture(picture).replace(/\/>$/, ` class="${wordsClass}"/>`))
}

/** What is said to answers goes along where the item decides on it. */
function carriedIn(text: string): CarriedTexts {
  const isSaid = text.includes('<qti-modal-feedback')
  return { comments: isSaid, bands: isSaid }
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

function manifestOf(items: readonly Item[], about: PackageAbout | undefined): string {
  const resources = items.map(({ element: { id }, media }) => {
    const href = `items/${id}.xml`
    return xml(
      'resource',
      { identifier: `r-${id}`, type: 'imsqti_item_xmlv3p0', href },
      ...[href, ...media.paths].map((path) => xml('file', { href: path })),
    )
  })
  const schema = xml('schema', {}, 'QTI Package') + xml('schemaversion', {}, '3.0.0')
  const manifest = { xmlns: 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1', identifier: 'unit' }
  return `${head}${xml('manifest', manifest, xml('metadata', {}, schema, about && lomOf(about)), xml('organizations', {}), xml('resources', {}, ...resources))}\n`
}

function itemOf(
  element: Element,
  { body, declarations, isMapped = false }: Question,
  before: string,
): string {
  const title = truncate(textOfHtml(element.prompt).split('\n')[0] ?? '', 80) || element.type
  const attributes = {
    xmlns: space,
    identifier: element.id,
    title,
    adaptive: 'false',
    'time-dependent': 'false',
  }
  const score = {
    identifier: 'SCORE',
    cardinality: 'single',
    'base-type': 'float',
    'normal-maximum': String(element.points),
  }
  const feedback = qtiFeedback(element, declarations, isMapped)
  const template = `${templates}${isMapped ? 'map_response' : 'match_correct'}.xml`
  const item = xml(
    'qti-assessment-item',
    attributes,
    '\n',
    declarations.join('\n'),
    xml('qti-outcome-declaration', score),
    feedback?.declaration,
    '\n',
    xml('qti-item-body', {}, before, promptOf(element), body),
    declarations.length > 0 ? xml('qti-response-processing', { template }, feedback?.rules) : undefined,
    feedback?.modals,
  )
  return `${head}${item}\n`
}

/** What to do; before a text that is the question itself it stands apart. */
function promptOf({ type, prompt }: Element): string {
  const isApart = prompt !== '' && typeOf(type)?.outgoing?.isText
  return isApart ? xml('div', { class: promptClass }, xhtml(prompt)) : xhtml(prompt)
}
