import { maxExtractedText } from '#platform/limits.ts'

/** Parts with words, in reading order, and which tags end a line. */
const parts: Readonly<Record<string, { names: RegExp; lines: RegExp; words?: RegExp }>> = {
  docx: {
    names: /^word\/document\.xml$/,
    lines: /<\/w:p>|<w:br\b[^>]*>/g,
    words: /<w:instrText[\s\S]*?<\/w:instrText>/g,
  },
  pptx: { names: /^ppt\/slides\/slide(\d+)\.xml$/, lines: /<\/a:p>/g },
  xlsx: { names: /^xl\/sharedStrings\.xml$/, lines: /<\/si>/g },
  odt: { names: /^content\.xml$/, lines: /<\/text:(p|h)>/g },
  odp: { names: /^content\.xml$/, lines: /<\/text:(p|h)>/g },
  ods: { names: /^content\.xml$/, lines: /<\/text:(p|h)>/g },
}
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** The words of an Office file, line by line. */
export function textOf(ending: string, xml: ReadonlyMap<string, string>): string {
  const rule = parts[ending]
  if (rule === undefined) return ''
  const names = [...xml.keys()].filter((name) => rule.names.test(name))
  const numberOf = (name: string) => Number(rule.names.exec(name)?.[1] ?? 0)
  const sorted = names.sort((one, other) => numberOf(one) - numberOf(other))
  const lines = sorted.map((name) => plainText(xml.get(name) ?? '', rule)).join('\n')
  return lines.slice(0, maxExtractedText)
}

function plainText(xml: string, { lines, words }: { lines: RegExp; words?: RegExp }): string {
  return (words ? xml.replace(words, '') : xml)
    .replace(lines, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/&#(x[0-9a-f]{1,6}|\d{1,7});/gi, (_, code: string) => signOf(code))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}

function signOf(code: string): string {
  const number = code.startsWith('x') ? Number.parseInt(code.slice(1), 16) : Number(code)
  return number >= 32 && number <= 0x10ffff ? String.fromCodePoint(number) : ' '
}
