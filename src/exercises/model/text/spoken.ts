import { textOfHtml } from './rich-text.ts'

/** Words of one language. */
export interface SpokenPiece {
  lang: string
  text: string
}

/** What a voice reads of a clean HTML text, cut where its author says that the language changes. */
export function spokenPieces(html: string, lang: string): SpokenPiece[] {
  const langs = [lang]
  const pieces: SpokenPiece[] = []
  // A paragraph that ends in another piece than it began in still ends.
  const plain = html.replace(/<br>|<\/(?:p|li|tr|pre|blockquote|caption)>/g, '\n')
  for (const part of plain.split(/(<\/?span[^<>]*>)/)) {
    const opened = /^<span(?: lang="([^"]+)")?>$/.exec(part)
    const here = langs.at(-1) ?? lang
    if (opened) langs.push(opened[1] ?? here)
    else if (part === '</span>') langs.pop()
    else addPiece(pieces, { lang: here, text: textOfHtml(part) })
  }
  return pieces
}

function addPiece(pieces: SpokenPiece[], { lang, text: read }: SpokenPiece): void {
  const last = pieces.at(-1)
  // A question mark behind foreign words ends their sentence: it needs no voice of its own.
  const [signs = ''] = last ? (/^[?!.,;:…)»”]+/.exec(read) ?? []) : []
  if (last) last.text += signs
  const text = read.slice(signs.length).trim()
  if (text === '') return
  if (last?.lang === lang) last.text += ` ${text}`
  else pieces.push({ lang, text })
}
