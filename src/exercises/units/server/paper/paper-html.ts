import { htmlWithMathWords } from '#exercises/model/engines/math-words.ts'
import { htmlPieces } from '#exercises/model/text/rich-pictures.ts'
import { textOfHtml } from '#exercises/model/text/rich-text.ts'
import { drawPicture } from './paper-pictures.ts'
import { type PaperSheet, paragraph, styleOf } from './paper-sheet.ts'

/** Draws an HTML text: its words, and between them its pictures, each in a row of its own. */
export function drawHtml(at: PaperSheet, html: string, indent = 12): void {
  // No font draws MathML: a formula is a line of signs.
  for (const piece of htmlPieces(htmlWithMathWords(html))) {
    if (typeof piece !== 'string' && drawPicture(at, piece, { indent, size: 'medium' })) continue
    const words = typeof piece === 'string' ? textOfHtml(piece) : piece.alt
    paragraph(at, words, { style: styleOf(at, 11), tag: 'P', indent })
  }
}
