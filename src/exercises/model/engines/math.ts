import temml, { type Options } from 'temml'
import { decodeEntities } from '#platform/rules/text/decode-entities.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'

/** Longer ones cost time and are no formulas: 1,500 signs take a few milliseconds. */
const longest = 1500
/** The content policy forbids styles in elements, and nobody who writes a task can colour it (`clean-html.ts`); our sheet has two of its classes. */
const uncalled = / (?:style|mathcolor|mathbackground|class(?!="tml-(?:over|under)line"))="[^"]*"/g
const limits: Options = { throwOnError: true, trust: false, xml: true, maxExpand: 200, maxSize: [4, 4] }

/** The text with MathML where it has TeX between `\\(` and `\\)`. It is clean before, and what is put into it is escaped. */
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
        return mathOf(decodeEntities(piece.slice(0, end))) + piece.slice(end + 2)
      return at === 0 ? piece : `\\(${piece}`
    })
    .join('')
}

/** What TeX cannot read, or is too long or too deep, or would be more than a formula (a link), is shown as it was typed. */
function mathOf(tex: string): string {
  const math = tex.length > longest ? '' : mathMl(tex)
  const isMath = math.startsWith('<math') && !/<(?!\/?(?:m[a-z]+)\b)/.test(math)
  return isMath
    ? math.replace(uncalled, '')
    : `<math xmlns="http://www.w3.org/1998/Math/MathML"><mtext>${escapeHtml(tex)}</mtext></math>`
}

function mathMl(tex: string): string {
  try {
    return temml.renderToString(asMeant(tex), limits)
  } catch {
    return ''
  }
}

/** TeX as teachers mean it who do not know it well. */
function asMeant(tex: string): string {
  return (
    tex
      // Signs that TeX keeps for itself; `&` parts the columns of a matrix.
      .replace(
        tex.includes('\\begin') ? /(\\.)|[%#$]/gs : /(\\.)|[%#$&]/gs,
        (sign, command) => command ?? `\\${sign}`,
      )
      // `x^10` is ten, where TeX takes one figure; `\frac12` stays a half.
      .replace(/([_^]\s*)(\d+(?:[.,]\d+)*)/g, '$1{$2}')
      // TeX would take an accented letter apart.
      .replace(/[\u00c0-\u024f]+/g, (letters) => `\\text{${letters}}`)
  )
}
