import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { frontmatterOf, parse, root } from './sources.ts'

/** Everyday words that say too little in a name, and what better words for them. */
const instead: Readonly<Record<string, string>> = {
  kept: 'cached, memoized, stored, retained, remaining',
  told: 'notified, reported, sent, carried',
  dear: 'expensive',
  dearer: 'raised, more expensive',
  house: 'app',
  'who asks': 'visitor',
}

/** `isKept`, `KeptUnit` and `use-kept-answers` as words: is kept, kept unit, use kept answers. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()

const isVague = (name: string) =>
  Object.keys(instead).some((word) => ` ${wordsOf(name)} `.includes(` ${word} `))

/** Keys of objects may be words of the wire (an outcome `kept`), names with underscores are columns: neither is ours to choose. */
const isOurs = ({ parent, text }: ts.Identifier) =>
  !ts.isPropertyAssignment(parent) && !/[a-z]_[a-z]/.test(text)

const isDeclared = (node: ts.Identifier) =>
  'name' in node.parent && node.parent.name === node && !ts.isPropertyAccessExpression(node.parent)

/** Names a file declares, exported or not, that say too little. */
function vagueNames(path: string, text: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isDeclared(node) && isOurs(node) && isVague(node.text)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(parse(path, path.endsWith('.astro') ? frontmatterOf(text) : text))
  return found
}

const files = globSync('{src,tests}/**/*.{ts,tsx,mjs,astro,css}', { cwd: root }).map((path) =>
  path.replaceAll('\\', '/'),
)

test.each(Object.entries(instead))('no name says "%s", but %s', (word) => {
  const parts = word.split(' ')
  const mayHave = new RegExp(parts.join('[^a-z]?'), 'i')
  const found = files
    .filter((path) => !path.endsWith('.css'))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      if (!mayHave.test(text)) return []
      const names = vagueNames(path, text).filter((name) => ` ${wordsOf(name)} `.includes(` ${word} `))
      return names.map((name) => `${path}: ${name}`)
    })
  expect(found).toEqual([])
})

test('no file is named with such a word', () => {
  expect(files.filter((path) => isVague(path.split('/').at(-1) ?? ''))).toEqual([])
})

describe('what counts as a name', () => {
  test.each([
    ['export const keptFor = 1', ['keptFor']],
    ['export interface Told { isKept: boolean }', ['Told', 'isKept']],
    ['function pay({ price: dear }: Row, whoAsks: Visitor) {}', ['dear', 'whoAsks']],
    ['import { houseKey as key, type KeptToken } from "./a.ts"', ['KeptToken']],
    ["const outcomes = { kept: 'outcome.kept' }", []],
    ['interface Row { told_at: Date }', []],
    ['const lighthouse = row.kept', []],
  ])('%s', (code, names) => {
    expect(vagueNames('a.ts', code)).toEqual(names)
  })

  test('in a page its script at the top', () => {
    expect(vagueNames('A.astro', '---\nconst kept = 1\n---\n<p>kept</p>')).toEqual(['kept'])
  })
})
