/// <reference types="astro/client" />
import type { PageLocals } from '#platform/http/page/locals.ts'

declare global {
  namespace App {
    interface Locals extends PageLocals {}
  }

  /** What pdfkit can and its types leave out. */
  namespace PDFKit {
    interface PDFDocument {
      /** Adds to the XMP metadata. */
      appendXML(xml: string): void
    }
    interface PDFStructureElement {
      dictionary: { data: Record<string, unknown> }
    }
  }
}
