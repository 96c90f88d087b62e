import { escapeHtml } from './escape.ts'

export interface XmlNode {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (XmlNode | string)[]
}

/** Why a text is not read as XML. */
export type XmlProblem = 'has_doctype' | 'too_large' | 'broken'

const deepest = 60
const mostNodes = 200_000
/** What HTML never closes, and QTI of others does not either. */
const closesItself = new Set(['br', 'col', 'embed', 'hr', 'img', 'input', 'param', 'source', 'track', 'wbr'])
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Names the root alone: nothing to fetch and nothing to define. A web page stays what it is. */
const bareDoctype = /<!DOCTYPE\s+(?!html\b)[\w:.-]+\s*>/

/**
 * Reads XML without document types: nothing is fetched and nothing grows. Names keep their prefix. Ours, because real files have
 * `<br>` and unknown entities, which saxes refuses, and fast-xml-parser takes 61 ms for a quiz of 154 kB (25 ms here) and broken
 * files for good ones (docs/decisions/0022-own-engines-and-libraries.md).
 * The value is a word where the text is refused.
 */
export function readXml(sent: string): XmlNode | XmlProblem {
  const source = sent.replace(bareDoctype, '')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(source)) return 'has_doctype'
  const root: XmlNode = { name: '', attributes: {}, children: [] }
  const open = [root]
  const token =
    /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([^\s<>/=!?"']+)(?=[\s/>])((?:"[^"]*"|'[^']*'|[^<>"'])*?)(\/?)>|([^<]+)/y
  let from = source.startsWith('\ufeff') ? 1 : 0
  let count = 0
  token.lastIndex = from
  for (let found = token.exec(source); found; found = token.exec(source)) {
    from = token.lastIndex
    count += 1
    const parent = open.at(-1) ?? root
    const [, data, slash, name = '', attributes = '', isAlone, text] = found
    if (count > mostNodes || open.length > deepest) return 'too_large'
    if (data !== undefined) parent.children.push(data)
    else if (text !== undefined) parent.children.push(decode(text))
    else if (slash) {
      if (!closesItself.has(name)) closeAlone(open)
      if (open.length < 2 || open.pop()?.name !== name) return 'broken'
    } else if (name !== '') {
      const node = { name, attributes: attributesOf(attributes), children: [] }
      parent.children.push(node)
      if (!isAlone) open.push(node)
    }
  }
  const first = root.children.find((child): child is XmlNode => typeof child !== 'string')
  return from === source.length && open.length === 1 && first ? first : 'broken'
}

/** What stands behind an element that HTML leaves open stands beside it. */
function closeAlone(open: XmlNode[]): void {
  for (let last = open.at(-1); last && closesItself.has(last.name); last = open.at(-1)) {
    open.pop()
    open.at(-1)?.children.push(...last.children.splice(0))
  }
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(/(?<!\S)([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
  return Object.fromEntries(found.map(([, name = '', a, b]) => [name, decode(a ?? b ?? '')]))
}

function decode(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, body: string) => {
    if (!body.startsWith('#')) return entities[body] ?? whole
    const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1))
    const isSign = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isSign ? String.fromCodePoint(code) : ''
  })
}

/** The elements among a node's children, without the text between them. */
export function elementsIn({ children }: XmlNode): XmlNode[] {
  return children.filter((child) => typeof child !== 'string')
}

/** What stands in a node as text, without the text of the elements in it. */
export function ownText({ children }: XmlNode): string {
  return children.filter((child) => typeof child === 'string').join('')
}

/** The same without blanks around it. */
export function trimmedText(node: XmlNode): string {
  return ownText(node).trim()
}

/** The elements of this name among a node's children. */
export function childrenOf(node: XmlNode, name: string): XmlNode[] {
  return node.children.filter((child): child is XmlNode => typeof child !== 'string' && child.name === name)
}

/** The text of the first child of this name: of its `text`, where it has one. */
export function textIn(node: XmlNode, name: string): string {
  const [child] = childrenOf(node, name)
  if (!child) return ''
  const [inner] = childrenOf(child, 'text')
  return trimmedText(inner ?? child)
}

/** An element as text; what is undefined is left out. */
export function xml(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: (string | undefined)[]
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(String(value))}"`)
  return `<${name}${written.join('')}>${children.filter((child) => child !== undefined).join('')}</${name}>`
}

/** Text in a section of its own, as Moodle writes HTML. */
export function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}

/** `<name><text>...</text></name>` with the text as it is. */
export function textElement(
  name: string,
  text: string,
  attributes: Readonly<Record<string, string | number>> = {},
): string {
  return xml(name, attributes, xml('text', {}, cdata(text)))
}
