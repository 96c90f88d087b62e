// Every word is written in pieces, so that these files do not find themselves.
const unfinished = ['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK']
/** They switch a checker off and stand in comments, so comments are read as well. */
const switches = [
  '@ts-' + '(?:ignore|nocheck|expect-error)',
  'biome' + '-ignore',
  'eslint' + '-disable',
  'prettier' + '-ignore',
  '(?:v8|c8|istanbul)' + ' ignore',
]
/** They are types only in code; in a comment they are words. */
const untyped = ['\\bas ' + 'any\\b', ':\\s*' + 'any\\b', '<' + 'any\\b', '\\bas unknown as ' + 'never\\b']
const skipped = [
  `\\b(?:test|it|describe|suite|bench|setup)(?:\\.\\w+)*\\.(?:${['sk' + 'ip', 'on' + 'ly', 'to' + 'do', 'fix' + 'me', 'fai' + 'ls?'].join('|')})\\b`,
  `\\.(?:${['skip' + 'If', 'run' + 'If'].join('|')})\\b`,
  `\\b(?:x|f)(?:it|test|describe)\\(`,
  // The same as an option: suite(name, { ... }, define)
  `\\b(?:test|it|describe|suite|bench)(?:\\.\\w+)*\\([^\\n]*\\{\\s*(?:${['sk' + 'ip', 'on' + 'ly', 'to' + 'do', 'fai' + 'ls'].join('|')})\\s*:`,
]

const inEveryText = new RegExp(
  [...unfinished.map((word) => `\\b${word}\\b`), ...switches, ...skipped].join('|'),
)
const inCode = new RegExp(untyped.join('|'))

/** The first thing in a source that excuses it from being finished, typed, checked or tested. */
export function excuseIn(source: string): string | undefined {
  return inEveryText.exec(source)?.[0] ?? inCode.exec(withoutComments(source))?.[0]
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
}
