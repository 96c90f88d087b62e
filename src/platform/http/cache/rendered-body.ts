import type { RenderedAnswer } from '../listen/app.ts'

/** The bytes of a rendered page, not copied: a page is 80 kB, and each copy shows in a profile. */
export async function renderedBody(answer: RenderedAnswer): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await answer.bytes()
  return Buffer.from(buffer, byteOffset, byteLength)
}
