import { fillGaps } from '#shared/interactive/gap-markup.ts'

/** A text with gaps on paper: a line to write on. */
export function gapLines(html: string): string {
  return fillGaps(html, () => '<span class="gap-line"></span>')
}
