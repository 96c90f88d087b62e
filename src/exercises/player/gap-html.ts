import type { Gap } from '#exercises/model/task/widget.ts'
import { fillGaps } from '#exercises/model/text/gap-markup.ts'
import { shownHtml } from '#exercises/model/text/rich-pictures.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'

/** A text with gaps on paper: a line to write on, and behind it what is chosen from, unless a bank has it. */
export function gapLines(html: string, gaps: Readonly<Record<string, Gap>> = {}, hasBank = false): string {
  return fillGaps(shownHtml(html), (id) => {
    const options = hasBank ? [] : (gaps[id]?.options ?? [])
    const chosen = options.length === 0 ? '' : ` (${options.map(({ text }) => escapeHtml(text)).join(' / ')})`
    return `<span class="gap-line"></span>${chosen}`
  })
}
