import { z } from 'zod'
import { readLines, writeLine } from '../text/lines.ts'
import { htmlOfTyped, typedOfHtml } from '../text/rich-text.ts'
import { htmlSchema, listOf, wordsSchema } from './data-schemas.ts'

/** Texts with headings. */
export const sectionsSchema = listOf(z.object({ title: wordsSchema, html: htmlSchema }))
export type Section = z.output<typeof sectionsSchema>[number]

/** A line a section: its heading and its text. */
export function readSections(typed = ''): { title: string; html: string }[] {
  return readLines(typed).map(({ parts: [title = '', text = ''] }) => ({ title, html: htmlOfTyped(text) }))
}

/** Sections as their editor shows them, a line each. */
export function writeSections(sections: readonly Section[]): string {
  return sections.map(({ title, html }) => writeLine([title, typedOfHtml(html)])).join('\n')
}
