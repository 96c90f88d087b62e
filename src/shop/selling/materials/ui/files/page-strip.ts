import { maxPdfPages } from '#platform/limits.ts'
import { formatPages, parsePages, planPages } from '#platform/rules/files/preview-pages.ts'

type Name = 'previewPages' | 'solutionPages'

/** Pages are chosen by clicking them; the fields hold the choice and are what is sent. */
export function wakePageStrips(): void {
  document.addEventListener('aularium:replaced', wakePageStrips)
  for (const strip of document.querySelectorAll<HTMLElement>('[data-page-strip]:not([data-awake])'))
    wake(strip)
}

function wake(strip: HTMLElement): void {
  const form = strip.closest('form')
  const fieldOf = (name: Name) => form?.querySelector<HTMLInputElement>(`input[name=${name}]`) ?? null
  const fields = { previewPages: fieldOf('previewPages'), solutionPages: fieldOf('solutionPages') }
  if (fields.previewPages === null || fields.solutionPages === null) return
  strip.dataset.awake = ''
  for (const part of strip.querySelectorAll<HTMLElement>('[data-to-pick]')) part.hidden = false
  for (const part of strip.querySelectorAll<HTMLElement>('[data-not-to-pick]')) part.hidden = true
  const boxes = [...strip.querySelectorAll<HTMLInputElement>('[data-pick]')]
  const boxesOf = (name: Name) => boxes.filter(({ dataset }) => dataset.pick === name)
  const picked = (name: Name) =>
    boxesOf(name).flatMap(({ checked, value }) => (checked ? [Number(value)] : []))
  const pageCount = boxesOf('previewPages').length
  /** What was found by its heading, where the author said nothing. */
  const found = fields.solutionPages.defaultValue.trim() === '' ? picked('solutionPages') : []

  /** What a field says: null is nothing, undefined no pages. */
  function typed(name: Name): number[] | null | undefined {
    const text = fields[name]?.value ?? ''
    return text.trim() === '' ? null : parsePages(text, maxPdfPages)
  }

  function paint(): void {
    const [shown, solutions] = [typed('previewPages'), typed('solutionPages')]
    if (shown === undefined || solutions === undefined) return
    const most = Number(strip.dataset.pageStrip)
    const plan = planPages({ shown, solutions: solutions ?? found }, { pageCount, most })
    for (const box of boxes) {
      const page = plan.find((each) => each.page === Number(box.value))
      box.checked = (box.dataset.pick === 'previewPages' ? page?.isShown : page?.isSolution) ?? false
    }
  }

  strip.addEventListener('change', ({ target }) => {
    const name = target instanceof HTMLInputElement ? (target.dataset.pick as Name | undefined) : undefined
    const field = name && fields[name]
    if (!name || !field) return
    // Pages behind those that are shown here were typed.
    const others = (typed(name) ?? []).filter((page) => page > pageCount)
    field.value = formatPages([...picked(name), ...others])
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  for (const field of Object.values(fields)) field?.addEventListener('input', paint)
  form?.addEventListener('reset', () => setTimeout(paint))
  paint()
}
