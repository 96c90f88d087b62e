import { numberIn } from '#exercises/model/task/typed-values.ts'
import { decodedPart } from '#platform/rules/text/decoded.ts'
import { childrenOf, type XmlNode } from '#platform/rules/text/xml.ts'
import { findAll, htmlIn } from './qti-item.ts'

/** A part of a test: what it says before its items, and the items in their order. */
export interface TestSection {
  title: string
  /** What is said to who answers. */
  html: string
  /** By their paths in the package. */
  items: string[]
  /** How often an item counts, by its path; none: once. */
  weights: Map<string, number>
  /** The test asks a new random selection each time. */
  isDrawn: boolean
}

/** The sections of an `assessmentTest`, those within others behind what stands before them. */
export function sectionsOf(test: XmlNode, path: string): TestSection[] {
  return findAll(test, (name) => name === 'assessmentSection').flatMap((section) => sectionOf(section, path))
}

const isOpen = ({ attributes }: XmlNode) => /candidate/.test(attributes.view ?? 'candidate')

function sectionOf(section: XmlNode, path: string): TestSection[] {
  const own = newSection(section.attributes.title)
  const all = [own]
  for (const child of section.children) {
    if (typeof child === 'string') continue
    const last = all.at(-1) ?? own
    if (child.name === 'selection') own.isDrawn = true
    else if (child.name === 'rubricBlock' && isOpen(child))
      own.html += htmlIn(child).replace(/\s+/g, ' ').trim()
    else if (child.name === 'assessmentSection') all.push(...sectionOf(child, path))
    else if (child.name === 'assessmentItemRef') {
      const item = besideFile(path, child.attributes.href ?? '')
      const weight = weightOf(child)
      last.items.push(item)
      if (weight !== undefined) last.weights.set(item, weight)
    }
  }
  return all
}

const newSection = (title = ''): TestSection => ({
  title,
  html: '',
  items: [],
  weights: new Map(),
  isDrawn: false,
})

/** The first one counts: tests of more than one say elsewhere which they mean. */
function weightOf(reference: XmlNode): number | undefined {
  const value = numberIn(childrenOf(reference, 'weight')[0]?.attributes.value)
  return value !== undefined && value >= 0 && value <= 100 ? value : undefined
}

/** A path as a file of a package writes it: read from its own folder, those that lead out of it from there. */
export function besideFile(file: string, path: string): string {
  const folders = file.split('/').slice(0, -1)
  for (const step of decodedPart(path).split('/')) {
    if (step === '..') folders.pop()
    else if (step !== '.' && step !== '') folders.push(step)
  }
  return folders.join('/')
}

/** A text that several items are about, with its files as seen from another one's folder. */
export function stimulusIn(root: XmlNode, path: string, item: string): XmlNode[] {
  const up = '../'.repeat(item.split('/').length - 1)
  const moved = (node: XmlNode): XmlNode => ({
    ...node,
    attributes: Object.fromEntries(
      Object.entries(node.attributes).map(([name, value]) => [
        name,
        (name === 'src' || name === 'data') && !/^[a-z]+:/i.test(value)
          ? up + besideFile(path, value)
          : value,
      ]),
    ),
    children: node.children.map((child) => (typeof child === 'string' ? child : moved(child))),
  })
  return findAll(root, (name) => name === 'stimulusBody').map(moved)
}
