import type { Draft } from './element-type.ts'
import { draftsOf } from './formats/qti.ts'
import { plainNames, readItem } from './formats/qti-item.ts'
import { readXml, type XmlNode } from './formats/xml.ts'
import { type FileReader, noFiles } from './import-files.ts'
import type { ImportRefusal } from './import-report.ts'
import { Collector, type Imported } from './imported.ts'

/** Items of QTI 2.1, 2.2 and 3.0, one a text; what is no item is passed over (tests, manifests). */
export function importQti(
  sources: Iterable<{ name: string; text: string }>,
  title: string,
  read: FileReader = noFiles,
): Imported | ImportRefusal {
  const found = new Collector(read)
  let seen = 0
  for (const { name, text } of sources) {
    const root = readXml(text)
    if (root === 'has_doctype') return root
    if (typeof root === 'string') {
      found.skip(name, 'unreadable')
      continue
    }
    const plain = plainNames(root)
    if (plain.name !== 'assessmentItem') continue
    seen += 1
    takeItem(found, plain, name)
  }
  return seen === 0 && found.report.length === 0 ? 'unknown_format' : found.finish(title)
}

/** Whether a text is an item of QTI by itself. */
export function isQtiItem(text: string): boolean {
  return /<(?:[\w-]+:)?(?:qti-assessment-item|assessmentItem)[\s>]/.test(text.slice(0, 4000))
}

function takeItem(found: Collector, node: XmlNode, name: string): void {
  const item = readItem(node, (path, kind) => found.files.take(beside(name, [{ path }])[0]?.path ?? '', kind))
  if (!item) {
    found.skip(node.attributes.title ?? name, 'incomplete')
    return
  }
  for (const each of draftsOf(item)) {
    if ('skipped' in each) found.skip(item.title || name, each.skipped)
    else found.take(each.type, withPaths(name, each.draft), item.title)
  }
}

function withPaths(name: string, { pictures = [], sounds = [], picture, ...draft }: Draft): Draft {
  const [own] = picture ? beside(name, [picture]) : []
  const seen = beside(name, pictures)
  return { ...draft, pictures: seen, sounds: beside(name, sounds), ...(own && { picture: own }) }
}

/** Paths of an item are read from its own folder, those that lead out of it from there. */
function beside<T extends { path: string }>(item: string, pictures: readonly T[]): T[] {
  return pictures.map((picture) => {
    const folders = item.split('/').slice(0, -1)
    for (const step of picture.path.split('/')) {
      if (step === '..') folders.pop()
      else if (step !== '.') folders.push(step)
    }
    return { ...picture, path: folders.join('/') }
  })
}
