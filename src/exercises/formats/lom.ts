import type { Statement } from '#exercises/model/media/asset-sources.ts'
import { interactiveLimits } from '#platform/rules/exercise-limits.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import { elementsIn, readXml, trimmedText, type XmlNode, xml } from '#platform/rules/text/xml.ts'
import type { Said } from './incoming/imported.ts'

const mostWords = 200

/** What a package says of itself as a whole. */
export interface PackageAbout {
  title: string
  /** ISO 639-1. */
  language: string
  /** Subjects, grades and kinds of schools by their names. */
  words: readonly string[]
  /** Undefined: nothing is said of its origin. */
  source?: Statement | undefined
}

/** The metadata (LOM) of a package, as saidInManifest, authorIn and licenseInText read it. */
export function lomOf({ title, language, words, source }: PackageAbout): string {
  const string = (text: string) => xml('string', { language }, escapeHtml(text))
  const general = [
    ...(title === '' ? [] : [xml('title', {}, string(title))]),
    xml('language', {}, language),
    ...words.map((word) => xml('keyword', {}, string(word))),
  ]
  const address = source ? addressOfLicense(source) : ''
  const parts = [
    xml('general', {}, ...general),
    ...(source?.author ? [lifeCycleOf(source.author)] : []),
    ...(address === '' ? [] : [xml('rights', {}, xml('description', {}, string(address)))]),
  ]
  return xml('lom', { xmlns: 'http://ltsc.ieee.org/xsd/LOM' }, ...parts)
}

function lifeCycleOf(author: string): string {
  const role = xml('source', {}, 'LOMv1.0') + xml('value', {}, 'author')
  const card = `BEGIN:VCARD\nVERSION:3.0\nFN:${author.replace(/([\\,;])/g, '\\$1')}\nEND:VCARD`
  return xml(
    'lifeCycle',
    {},
    xml('contribute', {}, xml('role', {}, role), xml('entity', {}, escapeHtml(card))),
  )
}

/** Where a licence with an address of its own is explained; '' for any other. */
function addressOfLicense({ license, version }: Statement): string {
  const place = { cc0: 'publicdomain/zero', pd: 'publicdomain/mark' }[license as string]
  if (place) return `https://creativecommons.org/${place}/1.0/`
  return license.startsWith('cc-')
    ? `https://creativecommons.org/licenses/${license.slice(3)}/${version || '4.0'}/`
    : ''
}

/** What the package is called; '': it does not say. */
export function titleIn(manifest: string): string {
  const root = readXml(manifest)
  const [general] = typeof root === 'string' ? [] : inside(root, 'general')
  const [title] = general ? inside(general, 'title') : []
  const [text] = title ? ['string', 'langstring'].flatMap((name) => inside(title, name)) : []
  return text ? truncate(trimmedText(text).replace(/\s+/g, ' '), interactiveLimits.title) : ''
}

/** The first author that is named; '': nobody is. */
export function authorIn(manifest: string): string {
  const root = readXml(manifest)
  const cards = typeof root === 'string' ? [] : inside(root, 'entity').map(trimmedText)
  const [, name = ''] = /(?:^|\n)FN(?:;[^:\n]*)?:([^\r\n]+)/i.exec(cards[0] ?? '') ?? []
  return name.replace(/\\([\\,;])/g, '$1').trim()
}

/** What the metadata of a package (LOM) say of it as a whole: its keywords, what it is classified as, and its language. */
export function saidInManifest(manifest: string): Said {
  const root = readXml(manifest)
  const metadata = typeof root === 'string' ? undefined : inside(root, 'metadata')[0]
  if (metadata === undefined) return { words: [], language: '' }
  const named = ['keyword', 'classification'].flatMap((name) => inside(metadata, name))
  const words = named
    .flatMap((node) => ['string', 'langstring'].flatMap((name) => inside(node, name)))
    .map((node) => trimmedText(node))
    .filter((word) => word !== '' && word.length <= 200)
  const [language] = inside(metadata, 'general').flatMap((general) =>
    elementsIn(general).filter(({ name }) => isCalled(name, 'language')),
  )
  return { words: words.slice(0, mostWords), language: language ? trimmedText(language).slice(0, 20) : '' }
}

/** Every node of a name below, the outer ones first; its prefix may be any. */
function inside(node: XmlNode, name: string): XmlNode[] {
  return elementsIn(node).flatMap((child) => [
    ...(isCalled(child.name, name) ? [child] : []),
    ...inside(child, name),
  ])
}

function isCalled(name: string, wanted: string): boolean {
  return name.slice(name.indexOf(':') + 1).toLowerCase() === wanted
}
