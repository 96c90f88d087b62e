import { decodeEntities } from '#platform/rules/text/decode-entities.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'
import { elementsIn, ownText, readXml, type XmlNode } from '#platform/rules/text/xml.ts'
import { pictureTag, replacePictures } from '../text/rich-pictures.ts'
import { withMath } from './math.ts'

const raisedSigns = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ'
const loweredSigns = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ'
const plainSigns = '0123456789+−=()n'
/** Signs with a blank on both sides; those of a number stand before it without one. */
const spaced = new Set('=≠<>≤≥≈≡∼→←⇒⇔∈∉⊂∪∩±∓+−×÷⋅∣')
const ofNumbers = new Set('±∓+−')
/** Between a function and what it is of; shows nothing. */
const functionSign = '\u2061'

/** What stands above without being raised to: degrees, and the marks of letters. */
const accents: Readonly<Record<string, string>> = {
  ...{ '∘': '°', '→': '\u20d7', ˆ: '\u0302', '~': '\u0303', '‾': '\u0305', ˉ: '\u0304' },
  ...{ '˙': '\u0307', '¨': '\u0308' },
}

/** The HTML with its formulas in a line of words and signs, for where no MathML is drawn. */
export function htmlWithMathWords(html: string): string {
  return withMath(html).replace(/<math[\s>][\s\S]*?<\/math>/g, (math) => {
    const root = readXml(math)
    // Too deep for the reader: its signs alone.
    return typeof root === 'string' ? math.replace(/<[^>]*>/g, '') : escapeHtml(wordsOf(root))
  })
}

/** The HTML with formulas in words where they stand in what its pictures show. */
export function htmlWithAltWords(html: string): string {
  return replacePictures(html, ({ asset, alt }) => pictureTag({ asset, alt: wordsWithMath(alt) }))
}

/** The same of words without HTML: an answer to choose, a line of a key. */
export function wordsWithMath(text: string): string {
  return text.includes('\\(') ? decodeEntities(htmlWithMathWords(escapeHtml(text))) : text
}

/** Fields that are HTML, whose formulas are MathML. */
const ofHtml = new Set(['html', 'transcript'])

/** Every text in something that is shown, HTML aside. */
export function withMathWords<T>(shown: T): T {
  if (typeof shown === 'string') return wordsWithMath(shown) as T
  if (Array.isArray(shown)) return shown.map(withMathWords) as T
  if (typeof shown !== 'object' || shown === null) return shown
  const fields = Object.entries(shown).map(([name, value]) => [
    name,
    ofHtml.has(name) ? value : withMathWords(value),
  ])
  return Object.fromEntries(fields) as T
}

function wordsOf(node: XmlNode): string {
  return partOf(node).trim()
}

function partOf(node: XmlNode): string {
  const parts = elementsIn(node)
  const [first = '', second = '', third = ''] = parts.map(wordsOf)
  switch (node.name) {
    case 'mfrac':
      return `${whole(first)}/${whole(second)}`
    case 'msqrt':
      return `√${whole(rowOf(node).trim())}`
    case 'mroot':
      return `${scripted(second, raisedSigns) ?? `${second} `}√${whole(first)}`
    case 'msup':
    case 'mover':
      return first + (marks(first, second) ?? above(second))
    case 'msub':
    case 'munder':
      return first + below(second)
    case 'msubsup':
    case 'munderover':
      return first + below(second) + above(third)
    case 'mtable':
      return parts.map(wordsOf).join('; ')
    case 'mtr':
      return parts.map(wordsOf).join(' ')
    case 'mspace':
      return Number.parseFloat(node.attributes.width ?? '') >= 0.5 ? ' ' : ''
    default:
      return parts.length > 0 ? rowOf(node) : ownText(node).replace('-', '−').replace(functionSign, ' ')
  }
}

/** Things side by side. */
function rowOf(node: XmlNode): string {
  let row = ''
  for (const part of elementsIn(node)) {
    const words = partOf(part)
    const isSign = part.name === 'mo' && spaced.has(words)
    // Behind another sign, or before anything: minus of a number.
    const isOfNumber = ofNumbers.has(words) && (row === '' || /[ (]$/.test(row))
    row += isSign && !isOfNumber ? `${/ $/.test(row) ? '' : ' '}${words} ` : words
  }
  return row
}

/** Primes, degrees, and the mark of one letter. */
function marks(base: string, words: string): string | undefined {
  if (/^[′″‴]+$/.test(words)) return words
  const isMark = Object.hasOwn(accents, words) && (words === '∘' || [...base].length === 1)
  return isMark ? accents[words] : undefined
}

/** One thing to the eye. */
const whole = (words: string) => (/^[\p{L}\p{N}.,]*$/u.test(words) ? words : `(${words})`)
const above = (words: string) => scripted(words, raisedSigns) ?? `^${whole(words)}`
const below = (words: string) => scripted(words, loweredSigns) ?? `_${whole(words)}`

function scripted(words: string, signs: string): string | undefined {
  const all = [...words.replaceAll(' ', '')]
  return all.every((sign) => plainSigns.includes(sign))
    ? all.map((sign) => [...signs][plainSigns.indexOf(sign)]).join('')
    : undefined
}
