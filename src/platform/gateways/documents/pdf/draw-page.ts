import type { PDFiumDocument } from '@hyzyla/pdfium'
import type { Bitmap } from './page-picture.ts'

export interface Frame {
  width: number
  height: number
}

/** The size of a page within a frame. */
export function fitting(document: PDFiumDocument, index: number, frame: Frame): Frame {
  const { originalWidth, originalHeight } = document.getPage(index).getOriginalSize()
  if (!(originalWidth > 0 && originalHeight > 0)) throw new Error(`page ${index + 1} has no size`)
  const scale = Math.min(frame.height / originalHeight, frame.width / originalWidth)
  return {
    width: Math.max(1, Math.round(originalWidth * scale)),
    height: Math.max(1, Math.round(originalHeight * scale)),
  }
}

/** A page as a bitmap that fits a frame. */
export async function draw(document: PDFiumDocument, index: number, frame: Frame): Promise<Bitmap> {
  // The library multiplies whole points by `scale` and rounds down: giving both sizes keeps the picture exact.
  const size = fitting(document, index, frame)
  const bitmap = await document
    .getPage(index)
    .render({ scale: 1, ...size, render: async ({ data }) => new Uint8Array(data) })
  return { ...size, data: bitmap.data }
}
