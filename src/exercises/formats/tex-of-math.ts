import type { XmlNode } from '#platform/rules/text/xml.ts'

const signs: Readonly<Record<string, string>> = {
  ...{ '×': '\\times ', '·': '\\cdot ', '÷': '\\div ', '≤': '\\le ', '≥': '\\ge ', '≠': '\\ne ' },
  ...{ π: '\\pi ', '∞': '\\infty ', '→': '\\to ', '±': '\\pm ', '−': '-', '√': '\\sqrt ' },
}

/** MathML of a question as the TeX that our texts take: letters, numbers, powers, fractions and roots; anything else by what stands in it. */
export function texOf(node: XmlNode): string {
  const parts = node.children.flatMap((child) => (typeof child === 'string' ? [] : [texOf(child)]))
  const [a = '', b = '', c = ''] = parts
  const text = node.children
    .filter((child) => typeof child === 'string')
    .join('')
    .trim()
  if (node.name === 'msup') return `${grouped(a)}^{${b}}`
  if (node.name === 'msub') return `${grouped(a)}_{${b}}`
  if (node.name === 'msubsup') return `${grouped(a)}_{${b}}^{${c}}`
  if (node.name === 'mfrac') return `\\frac{${a}}{${b}}`
  if (node.name === 'msqrt') return `\\sqrt{${parts.join('')}}`
  if (node.name === 'mroot') return `\\sqrt[${b}]{${a}}`
  if (node.name === 'mfenced') return `(${parts.join(', ')})`
  if (node.name === 'mtext') return text === '' ? '' : `\\text{${text.replace(/[\\{}]/g, '')}}`
  if (node.name === 'annotation') return ''
  if (parts.length > 0) return parts.join('')
  return [...text].map((sign) => signs[sign] ?? sign.replace(/[\\{}]/g, '')).join('')
}

function grouped(tex: string): string {
  return tex.length > 1 ? `{${tex}}` : tex
}
