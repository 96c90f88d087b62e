import { finish } from '#platform/gateways/documents/typeface/typeface.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { drawCover } from './cover.ts'
import { motifsFor } from './topics.ts'

/**
 * A page for an exercise that has no file to show: its title, readable on the smallest card of a search, in the colours of its
 * subject and the hand of its author, and an object of its topic.
 */
export async function exerciseCover({
  world,
  title,
  subjects,
  authorId,
}: {
  world: LiveWorld
  title: string
  subjects: readonly string[]
  authorId: number
}): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({ margin: 0, autoFirstPage: false, font: '' })
  const [subject = ''] = subjects
  const { ofTopic, all } = motifsFor({ title, subject })
  // The first stands on worksheets already.
  const motif = ofTopic[1] ?? all[0] ?? 'stars'
  drawCover(doc, { world, title, line: '', subject, author: authorId, motif, isInteractive: true })
  return await finish(doc)
}
