/** Fetches what writes the signs, where a page has a text to mark up. */
export type FetchTools = () => Promise<{
  toolOf: (event: KeyboardEvent) => string | undefined
  writeSigns: (field: HTMLTextAreaElement, tool: string) => string | undefined
}>

/** Buttons and keys that write the signs for what is bold, italic or a list; called again whenever the tasks are new. */
export function wakeWriting(place: HTMLElement, fetchTools: FetchTools): void {
  for (const bar of place.querySelectorAll<HTMLElement>('[data-write-tools][hidden]'))
    void wakeBar(bar, fetchTools)
}

async function wakeBar(bar: HTMLElement, fetchTools: FetchTools): Promise<void> {
  const field = document.getElementById(bar.dataset.writeTools ?? '')
  if (!(field instanceof HTMLTextAreaElement)) return
  bar.dataset.writeTools = ''
  const { toolOf, writeSigns } = await fetchTools()
  const write = (tool: string) => {
    if (field.disabled || field.closest('fieldset[disabled]')) return
    const text = writeSigns(field, tool)
    if (text === undefined) return
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const button of bar.querySelectorAll('button'))
    button.addEventListener('click', () => write(button.dataset.tool ?? ''))
  field.addEventListener('keydown', (event) => {
    const tool = toolOf(event)
    if (!tool) return
    event.preventDefault()
    write(tool)
  })
  field.before(bar)
  bar.hidden = false
}
