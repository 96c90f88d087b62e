import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { parse, readSources } from './sources.ts'

const sources = readSources().filter(({ path }) => !path.startsWith('src/demo/'))

describe('the demo catalogue stays out of production', () => {
  const users = sources.filter(({ imports }) =>
    imports.some(({ target, isTypeOnly }) => !isTypeOnly && target?.startsWith('src/demo/')),
  )

  test('two starts may load it, and nothing else', () => {
    expect(users.map(({ path }) => path)).toEqual(['src/platform/start/dev.ts', 'src/platform/start/main.ts'])
  })

  test.each(users.map((source) => [source.path, source] as const))(
    '%s asks env.demo first',
    (path, source) => {
      const unasked: string[] = []
      const visit = (node: ts.Node, isAsked: boolean): void => {
        if (isDemoImport(node) && !isAsked) unasked.push(node.getText())
        const condition = conditionOf(node)
        ts.forEachChild(node, (child) => visit(child, isAsked || (condition ?? '').includes('env.demo')))
      }
      visit(parse(path, source.code), false)
      expect(unasked).toEqual([])
    },
  )
})

function isDemoImport(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return node.moduleSpecifier.getText().includes('/demo/')
  return (
    ts.isCallExpression(node) &&
    node.expression.kind === ts.SyntaxKind.ImportKeyword &&
    (node.arguments[0]?.getText().includes('/demo/') ?? false)
  )
}

function conditionOf(node: ts.Node): string | undefined {
  if (ts.isIfStatement(node)) return node.expression.getText()
  if (ts.isConditionalExpression(node)) return node.condition.getText()
  return undefined
}
