/** Where the keyboard goes on when a line is taken away: the next one that is there, else the heading. */
export function focusAfter(list: HTMLElement | null, materialId: number, heading: HTMLElement | null): void {
  const lines = linesOf(list)
  const at = lines.findIndex(({ dataset }) => dataset.line === String(materialId))
  const next = lines
    .slice(at + 1)
    .map(titleOf)
    .find(Boolean)
  ;(next ?? heading)?.focus()
}

/** On the title of a line. */
export function focusOn(list: HTMLElement | null, materialId: number): void {
  const line = linesOf(list).find(({ dataset }) => dataset.line === String(materialId))
  if (line) titleOf(line)?.focus()
}

function linesOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
}

/** Not its link: a second press of the same key would open it. A line that was taken off has none. */
function titleOf(line: HTMLElement): HTMLElement | null {
  return line.querySelector<HTMLElement>('.line__title[tabindex]')
}
