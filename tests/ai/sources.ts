import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type LiveWorldCode, liveWorldCodes } from '#platform/rules/contract/world.ts'

/** A text tools are tried on. */
export interface Source {
  name: string
  language: LiveWorldCode
  text: string
}

const perLanguage = 10
const fewestLetters = 700
const texts = 'src/shop/content/editorial/texts'

/** Our own articles, the longest of each language as plain text; or, from a folder, `<world>/*.txt`. */
export function readSources(folder?: string): Source[] {
  return liveWorldCodes.flatMap((language) => {
    const files =
      folder === undefined
        ? globSync(`${texts}/{magazine,help}/${language}/*.md`)
        : globSync(join(folder, language, '*.txt'))
    const all = files.map((file) => ({
      ...{ name: `${language}/${basename(file)}`, language },
      text: folder === undefined ? plain(readFileSync(file, 'utf8')) : readFileSync(file, 'utf8'),
    }))
    if (folder !== undefined) return all
    return all
      .filter(({ text }) => text.length >= fewestLetters)
      .toSorted((one, other) => other.text.length - one.text.length || (one.name < other.name ? -1 : 1))
      .slice(0, perLanguage)
  })
}

/** Paragraphs of an article without its head, headings, lists and signs of Markdown. */
function plain(markdown: string): string {
  return markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(?:#|[-*] |\d+\. |\||>|<|!)/.test(part))
    .map((part) => part.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*_`]/g, ''))
    .join('\n\n')
    .slice(0, 20_000)
}
