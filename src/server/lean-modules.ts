import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const manifestLine = /^var _manifest = deserializeManifest\(.*$/m
/** With the colon after the name of a value. */
const text = /"(?:[^"\\]|\\.)*":?/g
/** Shorter ones are not worth it. */
const shortest = 500

/**
 * Makes the built modules small in memory, where their source stays as long as the process: the styles of each page stand in
 * the list of pages again and again (3 of 3.4 MB), and one dash in a comment makes every letter of a file two bytes.
 */
export function leanModules(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.mjs')) continue
    const file = join(entry.parentPath, entry.name)
    const source = readFileSync(file, 'utf8')
    const lean = inOneByte(withTextsOnce(source))
    if (lean !== source) writeFileSync(file, lean)
  }
}

/** Parts that the long texts in Astro's list of pages share, as constants before it; joined, they are no copies. */
export function withTextsOnce(source: string): string {
  const line = manifestLine.exec(source)?.[0]
  if (line === undefined) return source
  const counts = new Map<string, number>()
  for (const [each] of line.matchAll(text))
    for (const part of partsOf(each)) counts.set(part, (counts.get(part) ?? 0) + 1)
  const names = new Map<string, string>()
  for (const [part, count] of counts) if (count > 1) names.set(part, `repeated_text_${names.size}`)
  const constants = [...names].map(([part, name]) => `const ${name} = "${part}";`)
  const joined = (each: string) => partsOf(each).map((part) => names.get(part) ?? `"${part}"`)
  const lean = line.replace(text, (each) => joined(each).join('+') || each)
  return source.replace(manifestLine, () => [...constants, lean].join('\n'))
}

/** Of a long text: what each layer of its styles says, as it is written between the quotes. */
function partsOf(quoted: string): string[] {
  return quoted.length < shortest || quoted.endsWith(':') ? [] : quoted.slice(1, -1).split(/(?=@layer )/)
}

/**
 * What is outside of Latin-1 is written as an escape, which means the same in texts, patterns, names and comments. A backslash
 * before it meant nothing, and would make the escape two signs.
 */
export function inOneByte(source: string): string {
  return source.replace(/\\[\s\S]|[^\0-\xff]/g, (found) => {
    const sign = found.charCodeAt(found.length - 1)
    return sign > 0xff ? `\\u${sign.toString(16).padStart(4, '0')}` : found
  })
}
