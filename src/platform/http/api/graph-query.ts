// Not the whole package, whose other nine tenths execute queries.
import { GraphQLError } from 'graphql/error/GraphQLError.js'
import type { FieldNode, ValueNode } from 'graphql/language/ast.js'
import { Kind } from 'graphql/language/kinds.js'
import { parse } from 'graphql/language/parser.js'
import type { ZodType, z } from 'zod'
import { ProductError, type TextPosition } from '#platform/errors.ts'
import { unstorableTexts } from '#platform/rules/contract/text.ts'

/** The text of a query: its size is the first bound of what it may cost. */
export const maxGraphQuery = 4000
const maxTokens = 400
const maxDepth = 4

/** What may be asked for: a name, and the same for what is inside it; null where there is nothing inside. */
export type GraphShape = ReadonlyMap<string, GraphShape | null>

/** What was asked for, as a tree of names. */
export type GraphSelection = ReadonlyMap<string, GraphSelection>

/**
 * Reads a GraphQL-like query (specification 7) of one field: `{ name(argument: 1) { field other { inner } } }`. The
 * grammar is GraphQL's own, without variables, fragments, directives and aliases: nothing can be repeated or nested
 * beyond what `shape` has, which may depend on the arguments.
 * @throws ProductError invalid_input with the place of the first mistake
 */
export function readGraphQuery<A extends ZodType>(
  text: string,
  { name, args, shape }: { name: string; args: A; shape: GraphShape | ((args: z.output<A>) => GraphShape) },
): { args: z.output<A>; selection: GraphSelection } {
  const root = rootOf(text)
  if (root.name.value !== name) throw wrong(root)
  const given = argumentsOf(root, args)
  return { args: given, selection: selectionOf(root, typeof shape === 'function' ? shape(given) : shape, 1) }
}

/** The asked part of a value; what a list holds is asked for in each of its members. */
export function pick(value: unknown, selection: GraphSelection): unknown {
  if (selection.size === 0 || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((part) => pick(part, selection))
  const parts = new Map(Object.entries(value))
  return Object.fromEntries([...selection].map(([name, inner]) => [name, pick(parts.get(name), inner)]))
}

function rootOf(text: string): FieldNode {
  const { definitions } = parsed(text)
  const [query, ...others] = definitions
  if (query?.kind !== Kind.OPERATION_DEFINITION || query.operation !== 'query' || others.length > 0)
    throw wrong(others[0] ?? query)
  if (query.variableDefinitions?.length || query.directives?.length) throw wrong(query)
  const [root, ...more] = query.selectionSet.selections
  if (root?.kind !== Kind.FIELD || more.length > 0 || root.alias || root.directives?.length)
    throw wrong(more[0] ?? root)
  return root
}

function parsed(text: string) {
  try {
    return parse(text, { maxTokens })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    throw badQuery(error.locations?.[0])
  }
}

function argumentsOf<A extends ZodType>(field: FieldNode, schema: A): z.output<A> {
  const given = new Map(field.arguments?.map((each) => [each.name.value, each]))
  const values = Object.fromEntries([...given].map(([name, { value }]) => [name, literalOf(value)]))
  const [unstorable] = unstorableTexts(values)
  const result = schema.safeParse(values)
  if (result.success && unstorable === undefined && given.size === (field.arguments?.length ?? 0))
    return result.data
  const issue = result.error?.issues[0]
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const path = unstorable?.split('.')[0] ?? String(issue?.path[0] ?? unknown)
  throw wrong(given.get(path) ?? field)
}

function literalOf(node: ValueNode): unknown {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value)
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return node.value
    case Kind.NULL:
      return null
    case Kind.LIST:
      return node.values.map(literalOf)
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, literalOf(value)]))
    default:
      throw wrong(node)
  }
}

function selectionOf(field: FieldNode, shape: GraphShape, depth: number): GraphSelection {
  const selected = new Map<string, GraphSelection>()
  const asked = field.selectionSet?.selections ?? []
  if (asked.length === 0 || depth > maxDepth) throw wrong(field)
  for (const node of asked) {
    if (node.kind !== Kind.FIELD || node.alias || node.directives?.length || node.arguments?.length)
      throw wrong(node)
    const { value: name } = node.name
    const inner = shape.get(name)
    if (inner === undefined || selected.has(name)) throw wrong(node)
    if (inner === null && node.selectionSet) throw wrong(node)
    selected.set(name, inner === null ? new Map() : selectionOf(node, inner, depth + 1))
  }
  return selected
}

function wrong(node: { loc?: { startToken: TextPosition } | undefined } | undefined): ProductError {
  return badQuery(node?.loc?.startToken)
}

function badQuery(place: TextPosition | undefined): ProductError {
  const position = { line: place?.line ?? 1, column: place?.column ?? 1 }
  return new ProductError('invalid_input', { fields: { query: 'invalid' }, position })
}
