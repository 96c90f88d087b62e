import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import hyphenopoly from 'hyphenopoly'
import type { LiveWorld } from '#platform/routing/worlds.ts'

/** Languages whose words are longer than a phone is wide, with the patterns of TeX by which they are divided. */
const patterns: Partial<Record<LiveWorld, string>> = { de: 'de', gr: 'el-monoton' }

/** Shorter words fit everywhere. */
const minWordLength = 11

/** Fewer letters than these alone on a line are worse than a gap. */
const minPart = 4

const softHyphen = '\u00ad'

const { resolve } = createRequire(import.meta.url)

const hyphenators = hyphenopoly.config({
  require: Object.values(patterns),
  hyphen: softHyphen,
  // No zero-width space behind a hyphen that is written: a browser breaks there anyway.
  compound: 'auto',
  minWordLength,
  leftmin: minPart,
  rightmin: minPart,
  sync: true,
  // Not beside the module: that may be part of a bundle.
  loaderSync: (file) => readFileSync(resolve(`hyphenopoly/patterns/${file}`)),
})

/** A single letter between two hyphens belongs to what stands before it. */
const lonely = new RegExp(`${softHyphen}(\\p{L})${softHyphen}`, 'gu')

/**
 * A text that is seen, with soft hyphens in its long words, so that they break where a reader would break them. Never for
 * what is read by machines: titles of pages, descriptions, structured data, names for assistive technology, search.
 */
export function softHyphens(text: string, world: LiveWorld): string {
  const language = patterns[world]
  const hyphenate = language === undefined ? undefined : hyphenators.get(language)
  return hyphenate ? hyphenate(text).replace(lonely, `$1${softHyphen}`) : text
}
