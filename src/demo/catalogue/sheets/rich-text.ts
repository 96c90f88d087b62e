import { black, drawCentred, drawText, type Ink, rule, type Style, textWidth } from './ink.ts'

type Atom = { kind: 'text'; text: string } | { kind: 'fraction'; over: string; under: string }

type Word = { atoms: Atom[]; width: number }

export type Laid = {
  lines: { words: Word[]; width: number }[]
  lineHeight: number
  height: number
  style: Style
}

function atomsOf(word: string): Atom[] {
  return word
    .split(/(\{[^}/]*\/[^}]*\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const found = /^\{([^}/]*)\/([^}]*)\}$/.exec(part)
      return found
        ? { kind: 'fraction', over: found[1] ?? '', under: found[2] ?? '' }
        : { kind: 'text', text: part }
    })
}

function fractionStyle(style: Style): Style {
  return { ...style, size: style.size * 0.86 }
}

function atomWidth(ink: Ink, atom: Atom, style: Style): number {
  if (atom.kind === 'text') return textWidth(ink, atom.text, style)
  const small = fractionStyle(style)
  return Math.max(textWidth(ink, atom.over, small), textWidth(ink, atom.under, small)) + 6
}

/** Breaks `text` into lines of at most `width` points. `{3/4}` is drawn as a stacked fraction. */
export function layText(ink: Ink, text: string, width: number, style: Style): Laid {
  const space = textWidth(ink, ' ', style)
  const lines: Laid['lines'] = []
  for (const paragraph of text.split('\n')) {
    let line: Laid['lines'][number] = { words: [], width: 0 }
    for (const part of paragraph.split(' ')) {
      const atoms = atomsOf(part)
      const word = { atoms, width: atoms.reduce((sum, atom) => sum + atomWidth(ink, atom, style), 0) }
      const gap = line.words.length > 0 ? space : 0
      if (line.words.length > 0 && line.width + gap + word.width > width) {
        lines.push(line)
        line = { words: [word], width: word.width }
      } else {
        line.words.push(word)
        line.width += gap + word.width
      }
    }
    lines.push(line)
  }
  const lineHeight = /\{[^}]*\/[^}]*\}/.test(text) ? style.size * 2.4 : style.size * 1.42
  return { lines, lineHeight, height: lines.length * lineHeight, style }
}

export function drawLaid(ink: Ink, laid: Laid, x: number, y: number): void {
  const { style, lineHeight } = laid
  const space = textWidth(ink, ' ', style)
  laid.lines.forEach((line, index) => {
    const top = y + index * lineHeight + (lineHeight - style.size * 1.25) / 2
    let left = x
    let run = ''
    let runLeft = x
    function flush(): void {
      if (run.trim() !== '') drawText(ink, run, runLeft, top, style)
      run = ''
      runLeft = left
    }
    line.words.forEach((word, at) => {
      if (at > 0) {
        run += ' '
        left += space
      }
      for (const atom of word.atoms) {
        const wide = atomWidth(ink, atom, style)
        if (atom.kind === 'text') {
          run += atom.text
          left += wide
        } else {
          flush()
          const small = fractionStyle(style)
          const middle = top + style.size * 0.63
          drawCentred(ink, atom.over, left + wide / 2, middle - small.size * 1.24, small)
          drawCentred(ink, atom.under, left + wide / 2, middle + small.size * 0.06, small)
          rule(ink, left + 1, middle, left + wide - 1, middle, style.color ?? black, 0.9)
          left += wide
          runLeft = left
        }
      }
    })
    flush()
  })
}
