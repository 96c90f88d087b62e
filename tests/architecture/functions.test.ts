import ts from 'typescript'
import { expect, test } from 'vitest'
import { parse, readSources, type SourceFile } from './sources.ts'

/*
 * Style 3.2: a function has one job. Around 40 lines are usual; what holds several together, as a component with its handlers or a
 * part with its state, may have more, and what is longer than this is several functions that were not told apart.
 */

/** Lines with code, those of functions within it included; comments and empty lines say nothing against it. */
const mostLines = 120

interface Found {
  place: string
  lines: number
}

function functionsIn({ path, code }: Pick<SourceFile, 'path' | 'code'>): Found[] {
  const file = parse(path, code)
  const found: Found[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body)
      found.push({ place: `${path} ${nameOf(node)}`, lines: linesOf(file, node).size })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Its own name, or that of what it is given to. */
function nameOf(node: ts.SignatureDeclaration): string {
  const { name, parent } = node
  if (name) return name.getText()
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  return ts.isCallExpression(parent) ? `given to ${parent.expression.getText()}` : 'without a name'
}

/** Numbers of the lines on which something stands that is no comment. */
function linesOf(file: ts.SourceFile, node: ts.Node): Set<number> {
  const children = node.getChildren(file).filter((child) => !ts.isJSDoc(child))
  if (children.length > 0) return new Set(children.flatMap((child) => [...linesOf(file, child)]))
  if (node.getWidth(file) === 0) return new Set()
  const lineAt = (place: number) => file.getLineAndCharacterOfPosition(place).line
  const [first, last] = [lineAt(node.getStart(file)), lineAt(node.getEnd())]
  return new Set(Array.from({ length: last - first + 1 }, (_, at) => first + at))
}

const all = readSources().flatMap(functionsIn)
const long = all.filter(({ lines }) => lines > mostLines)

test(`no function is longer than ${mostLines} lines`, () => {
  expect(all.length).toBeGreaterThan(5000)
  expect(long).toEqual([])
})

test('what stands in a function counts, what is said about it does not', () => {
  const code = [
    '/** What it does. */',
    'export const outer = () => {',
    '  // Why.',
    '',
    '  const text = `one',
    '  two`',
    '  function inner() {',
    '    return text',
    '  }',
    '  return [inner].map((each) => each())',
    '}',
  ].join('\n')
  expect(functionsIn({ path: 'a.ts', code })).toEqual([
    { place: 'a.ts outer', lines: 8 },
    { place: 'a.ts inner', lines: 3 },
    { place: 'a.ts given to [inner].map', lines: 1 },
  ])
})
