import { decodeEntities } from '#platform/rules/text/decode-entities.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'

const names: Readonly<Record<string, string>> = {
  ...{ alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', eta: 'η', theta: 'θ', kappa: 'κ' },
  ...{ lambda: 'λ', mu: 'μ', nu: 'ν', xi: 'ξ', pi: 'π', rho: 'ρ', sigma: 'σ', tau: 'τ', phi: 'φ', chi: 'χ' },
  ...{
    psi: 'ψ',
    omega: 'ω',
    Gamma: 'Γ',
    Delta: 'Δ',
    Theta: 'Θ',
    Lambda: 'Λ',
    Sigma: 'Σ',
    Phi: 'Φ',
    Omega: 'Ω',
  },
  ...{ infty: '∞', emptyset: '∅', degree: '°', ldots: '…', dots: '…' },
}
const operators: Readonly<Record<string, string>> = {
  ...{
    cdot: '⋅',
    times: '×',
    div: '÷',
    pm: '±',
    mp: '∓',
    le: '≤',
    leq: '≤',
    ge: '≥',
    geq: '≥',
    ne: '≠',
    neq: '≠',
  },
  ...{ approx: '≈', equiv: '≡', sim: '∼', to: '→', rightarrow: '→', leftarrow: '←', Rightarrow: '⇒' },
  ...{
    Leftrightarrow: '⇔',
    in: '∈',
    notin: '∉',
    subset: '⊂',
    cup: '∪',
    cap: '∩',
    sum: '∑',
    prod: '∏',
    int: '∫',
  },
  ...{ parallel: '∥', perp: '⊥', angle: '∠', mid: '∣', circ: '∘', lbrace: '{', rbrace: '}' },
}
const words = new Set(['sin', 'cos', 'tan', 'log', 'ln', 'lg', 'exp', 'lim', 'min', 'max'])
/** They differ in size alone. */
const fractions = new Set(['frac', 'dfrac', 'tfrac', 'cfrac'])
/** Of a formula within a formula within ...: nobody writes more, and a reader of it should not fall. */
const deepest = 20

/** The text with MathML where it has TeX between `\(` and `\)`. It is clean before, and what is put into it is escaped. */
export function withMath(html: string): string {
  if (!html.includes('\\(')) return html
  // What a link or a picture says of itself is no text.
  return html
    .split(/(<[^<>]*>)/)
    .map(inText)
    .join('')
}

function inText(text: string): string {
  if (text.startsWith('<')) return text
  return text
    .split('\\(')
    .map((piece, at) => {
      const end = at === 0 ? -1 : piece.indexOf('\\)')
      if (end >= 0 && !piece.slice(0, end).includes('{{'))
        return mathOf(piece.slice(0, end)) + piece.slice(end + 2)
      return at === 0 ? piece : `\\(${piece}`
    })
    .join('')
}

function mathOf(escaped: string): string {
  const signs = decodeEntities(escaped).match(/\\[A-Za-z]+|\\.|\d+(?:[.,]\d+)*|\s+|[^\s]/gu) ?? []
  const reader = { signs: signs.filter((sign) => sign.trim() !== '' || sign === ' '), at: 0 }
  return `<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow>${rowOf(reader, undefined, 0)}</mrow></math>`
}

interface Reader {
  signs: string[]
  at: number
}

/** Things side by side, up to what closes them. */
function rowOf(reader: Reader, close: string | undefined, depth: number): string {
  let row = ''
  while (reader.at < reader.signs.length) {
    if (reader.signs[reader.at] === close) {
      reader.at += 1
      break
    }
    row += withScripts(reader, depth)
  }
  return row
}

/** A thing with what stands above and below it. */
function withScripts(reader: Reader, depth: number): string {
  const base = thing(reader, depth)
  let [below, above]: (string | undefined)[] = [undefined, undefined]
  for (;;) {
    const sign = reader.signs[reader.at]
    if (sign === '_' && below === undefined) below = scriptOf(reader, depth)
    else if (sign === '^' && above === undefined) above = scriptOf(reader, depth)
    else break
  }
  if (base === '' && below === undefined && above === undefined) return ''
  const of = base === '' ? '<mrow></mrow>' : base
  if (below !== undefined && above !== undefined) return `<msubsup>${of}${below}${above}</msubsup>`
  if (below !== undefined) return `<msub>${of}${below}</msub>`
  return above === undefined ? base : `<msup>${of}${above}</msup>`
}

function scriptOf(reader: Reader, depth: number): string {
  reader.at += 1
  return argument(reader, depth)
}

/** The same of a fraction: TeX takes one figure, so that `\frac12` is a half; whoever types `x^10` means ten. */
function partOf(reader: Reader, depth: number): string {
  while (reader.signs[reader.at] === ' ') reader.at += 1
  const [figure = '', ...rest] = reader.signs[reader.at] ?? ''
  if (rest.length > 0 && /\d/.test(figure)) {
    const behind = rest.join('').match(/\d+(?:[.,]\d+)*|./g) ?? []
    reader.signs.splice(reader.at, 1, figure, ...behind)
  }
  return argument(reader, depth)
}

/** What stands in braces, or the one thing that comes next. */
function argument(reader: Reader, depth: number): string {
  while (reader.signs[reader.at] === ' ') reader.at += 1
  return thing(reader, depth) || '<mrow></mrow>'
}

function thing(reader: Reader, depth: number): string {
  const sign = reader.signs[reader.at]
  if (sign === undefined || sign === '^' || sign === '_') return ''
  reader.at += 1
  if (sign === ' ' || sign === '}') return ''
  if (sign === '{') return depth < deepest ? grouped(rowOf(reader, '}', depth + 1)) : ''
  if (/^\d/.test(sign)) return `<mn>${sign}</mn>`
  if (sign.startsWith('\\')) return depth < deepest ? command(reader, sign.slice(1), depth + 1) : ''
  return /^\p{L}$/u.test(sign) ? `<mi>${sign}</mi>` : `<mo>${escapeHtml(sign)}</mo>`
}

function command(reader: Reader, name: string, depth: number): string {
  if (fractions.has(name)) return `<mfrac>${partOf(reader, depth)}${partOf(reader, depth)}</mfrac>`
  if (name === 'text' || name === 'mathrm') return `<mtext>${escapeHtml(plainOf(reader))}</mtext>`
  if (name === 'sqrt') {
    if (reader.signs[reader.at] !== '[') return `<msqrt>${argument(reader, depth)}</msqrt>`
    reader.at += 1
    const root = grouped(rowOf(reader, ']', depth))
    return `<mroot>${argument(reader, depth)}${root}</mroot>`
  }
  if (words.has(name)) return `<mi>${name}</mi>`
  if (Object.hasOwn(names, name)) return `<mi>${names[name]}</mi>`
  if (Object.hasOwn(operators, name)) return `<mo>${operators[name]}</mo>`
  // A size or a space of TeX means nothing here; other signs stand for themselves.
  if (['left', 'right', ',', ';', ':', '!', ' ', 'quad', 'displaystyle'].includes(name)) return ''
  return /^[A-Za-z]/.test(name) ? `<mtext>${name}</mtext>` : `<mo>${escapeHtml(name)}</mo>`
}

function plainOf(reader: Reader): string {
  if (reader.signs[reader.at] !== '{') return ''
  const end = reader.signs.indexOf('}', reader.at)
  const inner = reader.signs.slice(reader.at + 1, end < 0 ? undefined : end)
  reader.at = end < 0 ? reader.signs.length : end + 1
  return inner.join('')
}

/** One element of several; of one, itself. */
function grouped(row: string): string {
  const isOne = /^<(m[a-z]+)>[^<]*<\/\1>$/.test(row)
  return isOne ? row : `<mrow>${row}</mrow>`
}
