import { join } from 'node:path'
import ts from 'typescript'

/** What Stripe publishes of its requests: the declarations of its SDK are generated from its OpenAPI description. */
export interface Shapes {
  /** What is wrong with a decoded request, measured by a type of theirs; empty when nothing is. */
  wrong: (type: string, request: unknown) => string[]
}

const resources = join(process.cwd(), 'node_modules/stripe/esm/resources')

/** Reads the declarations once; `types` by the file that declares them. */
export function readShapes(types: Readonly<Record<string, string>>): Shapes {
  const files = [...new Set(Object.values(types))].map((file) => join(resources, file))
  const program = ts.createProgram(files, {
    ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, strict: true },
    ...{ noEmit: true, skipLibCheck: true, types: [] },
  })
  const checker = program.getTypeChecker()
  const typeOf = new Map(
    Object.entries(types).map(([name, file]) => {
      const source = program.getSourceFile(join(resources, file))
      const found = source && declarationIn(source, name.split('.').at(-1) ?? name)
      if (found === undefined) throw new Error(`${name} is not in ${file}`)
      return [name, checker.getTypeAtLocation(found)] as const
    }),
  )
  return {
    wrong(name, request) {
      const type = typeOf.get(name)
      if (type === undefined) throw new Error(`${name} was not read`)
      return problems(checker, type, request, '')
    },
  }
}

function declarationIn(source: ts.SourceFile, name: string): ts.InterfaceDeclaration | undefined {
  let found: ts.InterfaceDeclaration | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === name) found ??= node
    else ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Values of a form are texts; a number is a text of digits, an array an object of counted keys was one before. */
function problems(checker: ts.TypeChecker, type: ts.Type, value: unknown, path: string): string[] {
  if (type.isUnion()) {
    const all = type.types.map((each) => problems(checker, each, value, path))
    return all.find((each) => each.length === 0) ?? all.toSorted((a, b) => a.length - b.length)[0] ?? []
  }
  if (type.isStringLiteral()) return value === type.value ? [] : [`${path}: not '${type.value}'`]
  if (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) return [`${path}: there is a value`]
  if (type.flags & ts.TypeFlags.NumberLike)
    return typeof value === 'string' && /^-?\d+$/.test(value) ? [] : [`${path}: no whole number`]
  if (type.flags & ts.TypeFlags.BooleanLike)
    return value === 'true' || value === 'false' ? [] : [`${path}: no boolean`]
  if (type.flags & ts.TypeFlags.StringLike) return typeof value === 'string' ? [] : [`${path}: no text`]
  const element = checker.isArrayType(type)
    ? checker.getTypeArguments(type as ts.TypeReference)[0]
    : undefined
  if (element !== undefined) {
    if (!Array.isArray(value)) return [`${path}: no list`]
    return value.flatMap((each, at) => problems(checker, element, each, `${path}[${at}]`))
  }
  // `string & {}`: any text, written so that editors still propose the known ones.
  if (type.isIntersection()) return typeof value === 'string' ? [] : [`${path}: no text`]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path}: no object`]
  return objectProblems(checker, type, value as Record<string, unknown>, path)
}

function objectProblems(
  checker: ts.TypeChecker,
  type: ts.Type,
  value: Record<string, unknown>,
  path: string,
): string[] {
  const known = new Map(checker.getPropertiesOfType(type).map((property) => [property.name, property]))
  const others = checker.getIndexInfoOfType(type, ts.IndexKind.String)
  const missing = [...known.values()].flatMap((property) =>
    property.flags & ts.SymbolFlags.Optional || property.name in value
      ? []
      : [`${path}.${property.name}: missing`],
  )
  const unfit = Object.entries(value).flatMap(([key, each]) => {
    const property = known.get(key)
    const inner = property ? checker.getTypeOfSymbol(property) : others?.type
    if (inner === undefined) return [`${path}.${key}: Stripe knows no such parameter`]
    return problems(checker, inner, each, `${path}.${key}`)
  })
  return [...missing, ...unfit]
}
