/** What a part of a document is, by the standard structure types of PDF (ISO 32000-1, 14.8.4). */
export type Tag = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Div'

/** Which way a heading cell heads. */
type Scope = 'Row' | 'Column'

/**
 * The structure of a document while it is drawn: what is read aloud, as what and in which order, whatever stands where on the
 * page. Pages are turned between parts, never inside of what `words` or `artifact` draw.
 */
export interface Tags {
  /** A part that holds others: a table, a row, a cell of several lines. */
  group(tag: Tag, draw: () => void): void
  /** Words of one part. */
  words(tag: Tag, draw: () => void, scope?: Scope): void
  /** Drawing that is not content (PDF artifacts): rules, and what every page repeats. */
  artifact(draw: () => void): void
}

/** Begins the structure of a document that was made with `tagged: true`. */
export function tagsOf(doc: PDFKit.PDFDocument): Tags {
  const root = doc.struct('Document')
  doc.addStructure(root)
  let around = root
  function inside(tag: Tag, scope: Scope | undefined, draw: (part: typeof root) => void): void {
    const outer = around
    const part = doc.struct(tag)
    if (scope !== undefined) part.dictionary.data.A = { O: 'Table', Scope: scope }
    outer.add(part)
    around = part
    draw(part)
    around = outer
    part.end()
  }
  return {
    group: (tag, draw) => inside(tag, undefined, draw),
    words: (tag, draw, scope) =>
      inside(tag, scope, (part) => {
        const content = doc.markStructureContent(tag)
        draw()
        doc.endMarkedContent()
        part.add(content)
      }),
    artifact(draw) {
      doc.markContent('Artifact', { type: 'Layout' })
      draw()
      doc.endMarkedContent()
    },
  }
}
