import type { Said } from '../imported.ts'
import { readXml, type XmlNode } from './xml.ts'

const mostWords = 200

/** What the metadata of a package (LOM) say of it as a whole: its keywords, what it is classified as, and its language. */
export function saidInManifest(manifest: string): Said {
  const root = readXml(manifest)
  const metadata = typeof root === 'string' ? undefined : inside(root, 'metadata')[0]
  if (metadata === undefined) return { words: [], language: '' }
  const named = ['keyword', 'classification'].flatMap((name) => inside(metadata, name))
  const words = named
    .flatMap((node) => ['string', 'langstring'].flatMap((name) => inside(node, name)))
    .map((node) => textOf(node))
    .filter((word) => word !== '' && word.length <= 200)
  const [language] = inside(metadata, 'general').flatMap((general) =>
    childrenOf(general).filter(({ name }) => isCalled(name, 'language')),
  )
  return { words: words.slice(0, mostWords), language: language ? textOf(language).slice(0, 20) : '' }
}

/** Every node of a name below, the outer ones first; its prefix may be any. */
function inside(node: XmlNode, name: string): XmlNode[] {
  return childrenOf(node).flatMap((child) => [
    ...(isCalled(child.name, name) ? [child] : []),
    ...inside(child, name),
  ])
}

function childrenOf({ children }: XmlNode): XmlNode[] {
  return children.filter((child) => typeof child !== 'string')
}

function isCalled(name: string, wanted: string): boolean {
  return name.slice(name.indexOf(':') + 1).toLowerCase() === wanted
}

function textOf({ children }: XmlNode): string {
  return children
    .filter((child) => typeof child === 'string')
    .join('')
    .trim()
}
