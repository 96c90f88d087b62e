import { fillGaps } from '#shared/interactive/gap-markup.ts'
import { escapeHtml } from '#shared/interactive/rich-text.ts'
import type { Gap } from '#shared/interactive/widget.ts'

/** How a gap is drawn: its name in the form, what it is called, and what was filled in. */
export interface DrawnGap {
  name: string
  label: string
  value: string
  choose: string
}

/** A text with something to fill in where its gaps are. */
export function gapHtml(
  html: string,
  gaps: Readonly<Record<string, Gap>>,
  draw: (id: string, place: number) => DrawnGap,
): string {
  const ids = Object.keys(gaps)
  return fillGaps(html, (id) => {
    const gap = gaps[id]
    return gap ? control(gap, draw(id, ids.indexOf(id) + 1)) : ''
  })
}

function control({ size, hint, options }: Gap, { name, label, value, choose }: DrawnGap): string {
  const called = escapeHtml(hint === '' ? label : `${label}: ${hint}`)
  if (!options)
    return `<input class="input gap" name="${name}" size="${size}" value="${escapeHtml(value)}" aria-label="${called}" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="200">`
  const all = options.map(
    (option) =>
      `<option value="${option.value}"${option.value === value ? ' selected' : ''}>${escapeHtml(option.text)}</option>`,
  )
  return `<select class="input gap" name="${name}" aria-label="${called}"><option value="">${escapeHtml(choose)}</option>${all.join('')}</select>`
}

/** The same on paper: a line to write on. */
export function gapLines(html: string): string {
  return fillGaps(html, () => '<span class="gap-line"></span>')
}
