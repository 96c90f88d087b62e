import type { Draft } from '#exercises/model/task/element-type.ts'
import { childrenOf, readXml, type XmlNode } from '#platform/rules/text/xml.ts'
import { type FileReader, noFiles } from '../incoming/import-files.ts'
import type { ImportRefusal } from '../incoming/import-report.ts'
import { Collector, elementOf, type Imported } from '../incoming/imported.ts'
import type { TakeFile } from '../media-html.ts'
import { asks, draftsOf } from './qti.ts'
import { readItem } from './qti-item.ts'
import { plainNames } from './qti-names.ts'
import { besideFile, stimulusIn, type TestSection } from './qti-test.ts'
import { readWords } from './qti-words.ts'

/** A file of a package; `begins`: with it a section of its test begins. */
export interface QtiSource {
  name: string
  text: string
  begins?: TestSection | undefined
  /** How often its test counts it. */
  weight?: number | undefined
}

/** The text at a path of a package; '' where there is none. */
type TextReader = (path: string) => string

/** Items of QTI 2.1, 2.2 and 3.0, one a text; what is no item is passed over (tests, manifests). */
export function importQti(
  sources: Iterable<QtiSource>,
  title: string,
  read: FileReader = noFiles,
  textAt: TextReader = () => '',
): Imported | ImportRefusal {
  const found = new Collector(read)
  const shown = { last: '' }
  let seen = 0
  for (const { name, text, begins, weight } of sources) {
    if (begins) beginSection(found, begins)
    const root = readXml(text)
    if (root === 'has_doctype') return root
    if (typeof root === 'string') {
      found.skip(name, 'unreadable')
      continue
    }
    const plain = plainNames(root)
    if (plain.name !== 'assessmentItem') continue
    seen += 1
    takeItem(found, withStimulus(plain, name, { textAt, shown }), { name, weight })
  }
  return seen === 0 && found.report.length === 0 ? 'unknown_format' : found.finish(title)
}

/** Whether a text is a single QTI item. */
export function isQtiItem(text: string): boolean {
  return /<(?:[\w-]+:)?(?:qti-assessment-item|assessmentItem)[\s>]/.test(text.slice(0, 4000))
}

function beginSection(found: Collector, { title, html, isDrawn }: TestSection): void {
  found.page(title)
  if (html !== '') found.take('info', { prompt: '', data: { html } }, title)
  if (isDrawn) found.tell(title, 'pool')
}

/** The text an item is about stands before it; not once more, where the item before it is about the same. */
function withStimulus(
  item: XmlNode,
  name: string,
  { textAt, shown }: { textAt: TextReader; shown: { last: string } },
): XmlNode {
  const paths = childrenOf(item, 'assessmentStimulusRef').map(({ attributes }) =>
    besideFile(name, attributes.href ?? ''),
  )
  const bodies = paths.flatMap((path) => {
    if (path === shown.last) return []
    const root = readXml(textAt(path))
    return typeof root === 'string' ? [] : stimulusIn(plainNames(root), path, name)
  })
  shown.last = paths.at(-1) ?? ''
  const children = item.children.map((child) =>
    typeof child !== 'string' && child.name === 'itemBody'
      ? { ...child, children: [...bodies, ...child.children] }
      : child,
  )
  return { ...item, children }
}

function takeItem(
  found: Collector,
  sent: XmlNode,
  { name, weight }: Pick<QtiSource, 'name' | 'weight'>,
): void {
  const take: TakeFile = (path, kind) => found.files.take(besideFile(name, path), kind)
  const text = (path: string) => found.files.text(besideFile(name, path))
  const { item: node, media, pictures } = readWords(sent, { take, text })
  const item = readItem(node, take)
  if (!item) {
    found.skip(node.attributes.title ?? name, 'incomplete')
    return
  }
  const drafts = draftsOf(item)
  const written = JSON.stringify(drafts)
  // Words that became plain show no pictures: those stand before the task.
  const unshown = [...pictures].flatMap(([asset, picture]) => (written.includes(asset) ? [] : [picture]))
  for (const [at, each] of drafts.entries()) {
    if ('skipped' in each) {
      if (at === 0 && media) found.film(media, item.title || name)
      if (!media || asks(item)) found.skip(item.title || name, each.skipped)
    } else {
      const points = weighed(each.type, each.draft, weight)
      const first = at === 0 ? { pictures: [...(each.draft.pictures ?? []), ...unshown], media } : {}
      found.take(each.type, { ...withPaths(name, { ...each.draft, ...first }), ...points }, item.title)
    }
  }
}

/** A weight makes points of what a task is worth without it. */
function weighed(type: string, draft: Draft, weight = 1): { points?: number } {
  const element = weight === 1 ? undefined : elementOf(type, draft)
  return element ? { points: Number((element.points * weight).toFixed(4)) } : {}
}

function withPaths(name: string, { pictures = [], sounds = [], picture, ...draft }: Draft): Draft {
  const beside = <T extends { path: string }>(file: T): T => ({ ...file, path: besideFile(name, file.path) })
  return {
    ...draft,
    pictures: pictures.map(beside),
    sounds: sounds.map(beside),
    ...(picture && { picture: beside(picture) }),
  }
}
