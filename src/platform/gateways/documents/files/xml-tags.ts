/** A tag of an XML text with what stands before it. Names are without their prefix: programs choose it as they like. */
export interface Tag {
  kind: 'start' | 'end' | 'empty'
  /** As it is written, with its prefix. */
  whole: string
  name: string
  attributes: Attribute[]
}

export interface Attribute {
  /** As it is written, with its prefix. */
  whole: string
  name: string
  /** Unescaped. */
  value: string
}

const pattern =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)([^\s<>/=!?]+)((?:\s+[^\s=<>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g
const attributePattern = /\s+([^\s=<>/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** What becomes of a tag: as it was, with other attributes, or gone with all that is in it. */
export type Change = 'keep' | 'drop' | Attribute[]

/**
 * Writes an XML text with other attributes, texts and without some elements; remarks go, too. All else stays sign by
 * sign, so that programs find what they wrote. `text` is asked for the words that stand directly in an element of this name.
 */
export function rewriteXml(
  xml: string,
  rules: {
    tag: (tag: Tag, above: readonly string[]) => Change
    text: (text: string, above: readonly string[]) => string
  },
): string {
  const pieces: string[] = []
  const above: string[] = []
  let at = 0
  /** How deep the element is that is left out. */
  let dropped: number | undefined
  const words = (until: number) => {
    if (dropped !== undefined || until <= at) return
    const text = xml.slice(at, until)
    pieces.push(/\S/.test(text) ? changedText(text, above, rules.text) : text)
  }
  for (const found of xml.matchAll(pattern)) {
    const [source, slash, whole, attributes = '', end] = found
    words(found.index)
    at = found.index + source.length
    if (whole === undefined) {
      if (dropped === undefined) pieces.push(withoutTag(source, above, rules.text))
      continue
    }
    const name = localName(whole)
    if (slash) {
      above.pop()
      if (dropped === undefined) pieces.push(source)
      else if (above.length === dropped) dropped = undefined
      continue
    }
    if (dropped === undefined) {
      const tag: Tag = { kind: end ? 'empty' : 'start', whole, name, attributes: attributesOf(attributes) }
      const written = changedTag(source, tag, rules.tag(tag, above))
      if (written !== undefined) pieces.push(written)
      else if (!end) dropped = above.length
    }
    if (!end) above.push(name)
  }
  words(xml.length)
  return pieces.join('')
}

/** Remarks mean nothing to programs, and may name whoever wrote them; words that are set apart are words like others. */
function withoutTag(
  source: string,
  above: readonly string[],
  change: (text: string, above: readonly string[]) => string,
): string {
  if (source.startsWith('<!--')) return ''
  if (!source.startsWith('<![CDATA[')) return source
  const plain = source.slice(9, -3)
  const other = change(plain, above)
  return other === plain ? source : escaped(other)
}

/** A tag as it is written after a change; undefined when its element is left out. */
function changedTag(source: string, { kind, whole }: Tag, change: Change): string | undefined {
  if (change === 'drop') return undefined
  if (change === 'keep') return source
  return `<${whole}${change.map(attributeText).join('')}${kind === 'empty' ? '/' : ''}>`
}

function changedText(
  text: string,
  above: readonly string[],
  change: (text: string, above: readonly string[]) => string,
): string {
  const plain = unescaped(text)
  const other = change(plain, above)
  return other === plain ? text : escaped(other)
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function attributesOf(text: string): Attribute[] {
  return [...text.matchAll(attributePattern)].map(([, whole = '', double, single]) => ({
    whole,
    name: localName(whole),
    value: unescaped(double ?? single ?? ''),
  }))
}

function attributeText({ whole, value }: Attribute): string {
  return ` ${whole}="${escaped(value)}"`
}

function escaped(text: string): string {
  return text.replace(/[&<>"\n\r\t]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text
    .replace(/&#(x[0-9a-f]{1,6}|\d{1,7});/gi, (_, code: string) => signOf(code))
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '')
}

function signOf(code: string): string {
  const number = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code)
  return number <= 0x10ffff && !(number >= 0xd800 && number <= 0xdfff)
    ? String.fromCodePoint(number)
    : '\ufffd'
}

/** An XML part as text: UTF-8, UTF-16, or what its first line names. */
export function xmlText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[1] === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0) return new TextDecoder('utf-16be').decode(bytes)
  const named = /^<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)/.exec(bytes.toString('latin1', 0, 200))?.[1]
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

/** Always UTF-8; the first line says so. */
export function xmlBytes(text: string): Buffer {
  return Buffer.from(text.replace(/^(<\?xml[^>]*encoding\s*=\s*["'])[\w.-]+/, '$1UTF-8'), 'utf8')
}
