/**
 * Patterns of answers, the part of regular expressions that is read in one go: letters, `.`, classes, groups, alternatives and
 * counts. All ways through a pattern are followed at once, letter by letter (Thompson), so no pattern and no answer makes it take
 * long; what would need looking back or around (`\1`, `(?=`) is no pattern here. Ours and not re2js:
 * the slowest case takes 1.5 ms (38 ms), and there "Größe" does not fit `\w+`
 * (docs/decisions/0022-own-engines-and-libraries.md).
 */
export interface SafePattern {
  /** Whether the whole text fits. */
  fits: (text: string) => boolean
}

/** What is longer is neither compiled nor compared: the longest pattern takes less than 50 ms for the longest answer. */
export const patternLimits = { pattern: 200, steps: 600, text: 200, depth: 20 }

type Test = (letter: string) => boolean
type Node =
  | { kind: 'one'; test: Test }
  | { kind: 'edge'; isEnd: boolean }
  | { kind: 'all'; nodes: Node[] }
  | { kind: 'any'; nodes: Node[] }
  | { kind: 'times'; node: Node; min: number; max: number }

interface Step {
  test?: Test
  edge?: 'start' | 'end'
  next: number[]
}

class UnsafePatternError extends Error {
  override name = 'UnsafePatternError'
}

/** A pattern that can be compared safely; undefined: it cannot, or it is none. `folds`: capitals do not count. */
export function safePattern(source: string, folds = false): SafePattern | undefined {
  if (source.length > patternLimits.pattern) return undefined
  try {
    const steps = compiled(new PatternReader([...source], folds).read())
    return { fits: (text) => fitsSteps(steps, [...text]) }
  } catch (error) {
    if (error instanceof UnsafePatternError) return undefined
    throw error
  }
}

const isDigit: Test = (letter) => letter >= '0' && letter <= '9'
const isWord: Test = (letter) => /[\p{L}\p{M}\p{N}_]/u.test(letter)
const isBlank: Test = (letter) => /\s/.test(letter)
const not =
  (test: Test): Test =>
  (letter) =>
    !test(letter)
const named: Readonly<Record<string, Test>> = {
  ...{ d: isDigit, w: isWord, s: isBlank },
  ...{ D: not(isDigit), W: not(isWord), S: not(isBlank) },
}

/** Reads a pattern from its beginning to its end. */
class PatternReader {
  private at = 0
  private depth = 0
  private readonly signs: readonly string[]
  private readonly folds: boolean

  constructor(signs: readonly string[], folds: boolean) {
    this.signs = signs
    this.folds = folds
  }

  read(): Node {
    const node = this.alternatives()
    if (this.at < this.signs.length) throw new UnsafePatternError()
    return node
  }

  private alternatives(): Node {
    const nodes = [this.sequence()]
    while (this.takes('|')) nodes.push(this.sequence())
    return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'any', nodes }
  }

  private sequence(): Node {
    const nodes: Node[] = []
    while (this.at < this.signs.length && !['|', ')'].includes(this.signs[this.at] ?? ''))
      nodes.push(this.repeated(this.single()))
    return { kind: 'all', nodes }
  }

  private single(): Node {
    const sign = this.next()
    if (sign === '(') return this.group()
    if (sign === '[') return { kind: 'one', test: this.letterClass() }
    if (sign === '^' || sign === '$') return { kind: 'edge', isEnd: sign === '$' }
    if (sign === '.') return { kind: 'one', test: () => true }
    if (sign === '\\') return { kind: 'one', test: this.escaped() }
    if ('*+?{'.includes(sign)) throw new UnsafePatternError()
    return { kind: 'one', test: this.exactly(sign) }
  }

  private group(): Node {
    // `(?:` groups, every other `(?` looks around or names something.
    if (this.takes('?') && !this.takes(':')) throw new UnsafePatternError()
    this.depth += 1
    if (this.depth > patternLimits.depth) throw new UnsafePatternError()
    const inner = this.alternatives()
    this.depth -= 1
    if (!this.takes(')')) throw new UnsafePatternError()
    return inner
  }

  private repeated(node: Node): Node {
    const counts: Readonly<Record<string, [number, number]>> = {
      '*': [0, Number.POSITIVE_INFINITY],
      '+': [1, Number.POSITIVE_INFINITY],
      '?': [0, 1],
    }
    const [min, max] = counts[this.signs[this.at] ?? ''] ?? this.counted() ?? []
    if (min === undefined || max === undefined) return node
    if (counts[this.signs[this.at] ?? '']) this.at += 1
    // As few as possible, or as many: for a whole text that is the same.
    this.takes('?')
    if ('*+?{'.includes(this.signs[this.at] ?? ' ')) throw new UnsafePatternError()
    return { kind: 'times', node, min, max }
  }

  /** `{2}`, `{2,}` or `{2,5}`, with what stands behind it still to be read. */
  private counted(): [number, number] | undefined {
    const rest = this.signs.slice(this.at, this.at + 12).join('')
    if (!rest.startsWith('{')) return undefined
    const found = /^\{(\d{1,3})(?:(,)(\d{0,3}))?\}/.exec(rest)
    if (!found) throw new UnsafePatternError()
    const [whole, from = '', comma, to = ''] = found
    const min = Number(from)
    const max = comma === undefined ? min : to === '' ? Number.POSITIVE_INFINITY : Number(to)
    if (max < min) throw new UnsafePatternError()
    this.at += whole.length
    return [min, max]
  }

  private escaped(): Test {
    const sign = this.next()
    const known = named[sign]
    if (known) return known
    // A letter or a digit behind a backslash means something, and nothing that is meant is safe.
    if (/[\p{L}\p{N}]/u.test(sign)) throw new UnsafePatternError()
    return this.exactly(sign)
  }

  private letterClass(): Test {
    const isNegated = this.takes('^')
    const tests: Test[] = []
    while (tests.length === 0 || this.signs[this.at] !== ']') {
      const sign = this.next()
      const test = sign === '\\' ? this.escaped() : undefined
      const from = test === undefined ? sign : (this.signs[this.at - 1] ?? '')
      const isRange = this.signs[this.at] === '-' && this.signs[this.at + 1] !== ']'
      if (!isRange) {
        tests.push(test ?? this.exactly(sign))
        continue
      }
      this.at += 1
      const to = this.next()
      if (to === '\\' || to < from || named[from]) throw new UnsafePatternError()
      tests.push((letter) => letter >= from && letter <= to)
    }
    this.at += 1
    const { folds } = this
    const isIn: Test = (letter) =>
      tests.some(
        (test) => test(letter) || (folds && (test(letter.toUpperCase()) || test(letter.toLowerCase()))),
      )
    return isNegated ? not(isIn) : isIn
  }

  private exactly(sign: string): Test {
    const meant = this.folds ? sign.toLowerCase() : sign
    return (letter) => letter === meant
  }

  private takes(sign: string): boolean {
    if (this.signs[this.at] !== sign) return false
    this.at += 1
    return true
  }

  private next(): string {
    const sign = this.signs[this.at]
    if (sign === undefined) throw new UnsafePatternError()
    this.at += 1
    return sign
  }
}

/** The steps of a pattern, the last of them its end; written from behind, so that each knows what comes after it. */
function compiled(node: Node): Step[] {
  const steps: Step[] = [{ next: [] }]
  const add = (step: Step): number => {
    if (steps.length > patternLimits.steps) throw new UnsafePatternError()
    return steps.push(step) - 1
  }
  const put = (part: Node, after: number): number => {
    if (part.kind === 'one') return add({ test: part.test, next: [after] })
    if (part.kind === 'edge') return add({ edge: part.isEnd ? 'end' : 'start', next: [after] })
    if (part.kind === 'all') return part.nodes.reduceRight((next, each) => put(each, next), after)
    if (part.kind === 'any') return add({ next: part.nodes.map((each) => put(each, after)) })
    let next = after
    if (part.max === Number.POSITIVE_INFINITY) {
      const loop = add({ next: [after] })
      steps[loop]?.next.push(put(part.node, loop))
      next = loop
    } else
      for (let count = part.min; count < part.max; count += 1)
        next = add({ next: [after, put(part.node, next)] })
    for (let count = 0; count < part.min; count += 1) next = put(part.node, next)
    return next
  }
  // The first step of all leads into it, wherever that was written.
  add({ next: [put(node, 0)] })
  return steps
}

function fitsSteps(steps: readonly Step[], letters: readonly string[]): boolean {
  if (letters.length > patternLimits.text) return false
  let here = reached(steps, [steps.length - 1], 0, letters.length)
  for (const [at, letter] of letters.entries()) {
    const after = [...here].flatMap((step) => (steps[step]?.test?.(letter) ? steps[step].next : []))
    if (after.length === 0) return false
    here = reached(steps, after, at + 1, letters.length)
  }
  return here.has(0)
}

/** Every step that is waited at, without reading a letter more. */
function reached(steps: readonly Step[], from: readonly number[], at: number, length: number): Set<number> {
  const found = new Set(from)
  for (const number of found) {
    const step = steps[number]
    if (!step || step.test) continue
    const isOpen = step.edge === undefined || at === (step.edge === 'start' ? 0 : length)
    if (isOpen) for (const next of step.next) found.add(next)
  }
  return found
}
