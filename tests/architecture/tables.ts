import ts from 'typescript'
import { parse, type SourceFile } from './sources.ts'

/** A table as one place of the code names it; '?' is one whose name only stands when the code runs. */
export interface TableUse {
  table: string
  isWrite: boolean
}

/** Calls of Kysely that change the table they name. */
const writing: ReadonlySet<string> = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
/** Calls of Kysely that read it; `from` stands in updates, `using` in deletes, `table` in SQL. */
const reading: ReadonlySet<string> = new Set([
  ...['selectFrom', 'from', 'using', 'table'],
  ...['innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin', 'innerJoinLateral', 'leftJoinLateral'],
])

/** Every table a file names in calls of Kysely and in SQL, in templates and strings alike; CTEs and aliases are among them. */
export function tablesUsed({ path, code }: Pick<SourceFile, 'path' | 'code'>): TableUse[] {
  const found: TableUse[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
      found.push(...tablesOfCall(node.expression.name.text, node.arguments[0]))
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
      found.push(...tablesOfSql(textOf(node), isTagged(node)))
    ts.forEachChild(node, visit)
  }
  visit(parse(path, code))
  return found
}

function tablesOfCall(call: string, argument: ts.Expression | undefined): TableUse[] {
  const isWrite = writing.has(call)
  if (argument === undefined || !(isWrite || reading.has(call))) return []
  // Half the language has a method `from`: there what is no name is none of a table.
  return namesIn(argument).flatMap((table) => (table === '?' && !isWrite ? [] : [{ table, isWrite }]))
}

/** 'material as m' names material; a list, or a choice, names several. */
function namesIn(argument: ts.Expression): string[] {
  if (ts.isStringLiteralLike(argument)) return [argument.text.split(/\s/, 1)[0] ?? '']
  if (ts.isArrayLiteralExpression(argument)) return argument.elements.flatMap(namesIn)
  if (ts.isConditionalExpression(argument)) return [argument.whenTrue, argument.whenFalse].flatMap(namesIn)
  return ['?']
}

const isTagged = (node: ts.Node) =>
  ts.isTaggedTemplateExpression(node.parent) && /^sql\b/.test(node.parent.tag.getText())

/** What is filled in when the code runs is a question mark. */
function textOf(node: ts.StringLiteralLike | ts.TemplateExpression): string {
  if (ts.isStringLiteralLike(node)) return node.text
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ? ')
}

const changes =
  /\b(?:insert into|delete from|merge into|truncate)\s+(?:only\s+)?"?(\w+|\?)|\bupdate\s+(?:only\s+)?"?(\w+|\?)"?(?:\s+(?:as\s+)?\w+)?\s+set\b/g
const sources =
  /\b(?:(?<!\bdelete\s+)from|join|using)\s+((?:only\s+)?"?\w+"?(?:(?:\s+(?:as\s+)?\w+)?\s*,\s*"?\w+"?)*)/g

/** @param isSql known to be SQL, or part of it; other text is when it selects or changes something */
export function tablesOfSql(text: string, isSql = true): TableUse[] {
  const sql = text.toLowerCase().replaceAll(/--.*$/gm, '')
  const written = [...sql.matchAll(changes)].map(([, one, other]) => one ?? other ?? '')
  const isRead = isSql || /\bselect\b/.test(sql) || written.length > 0
  const read = isRead ? [...sql.matchAll(sources)].flatMap(([, list = '']) => list.split(',')) : []
  return [
    ...written.map((table) => ({ table, isWrite: true })),
    ...read.map((each) => ({ table: /^\s*(?:only\s+)?"?(\w+)/.exec(each)?.[1] ?? '', isWrite: false })),
  ]
}
