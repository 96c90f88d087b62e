interface Rules {
  most: number
  onText: (text: string) => void
  onTools: (on: ReadonlySet<string>) => void
}

/** Fetches what makes a field of a text that looks as it is written, where a page has one. */
export type FetchTools = () => Promise<{
  attachWriting: (
    field: HTMLElement,
    rules: Rules,
  ) => { run: (tool: string) => void; show: (text: string) => void }
}>

/** Puts such fields, with their buttons, in the place of plain ones; called again whenever the tasks are new. */
export function wakeWriting(place: HTMLElement, fetchTools: FetchTools): void {
  for (const bar of place.querySelectorAll<HTMLElement>('[data-write-tools][hidden]'))
    void wakeBar(bar, fetchTools)
}

async function wakeBar(bar: HTMLElement, fetchTools: FetchTools): Promise<void> {
  const field = document.getElementById(bar.dataset.writeTools ?? '')
  if (!(field instanceof HTMLTextAreaElement)) return
  bar.dataset.writeTools = ''
  const { attachWriting } = await fetchTools()
  // Who types meanwhile goes on where they are.
  if (document.activeElement === field)
    await new Promise((done) => field.addEventListener('blur', done, { once: true }))
  if (!field.isConnected) return
  const written = fieldBeside(field)
  const buttons = [...bar.querySelectorAll<HTMLButtonElement>('button')]
  const writing = attachWriting(written, {
    most: field.maxLength,
    onText: (text) => {
      field.value = text
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    onTools: (on) => {
      for (const button of buttons) button.ariaPressed = String(on.has(button.dataset.tool ?? ''))
    },
  })
  for (const button of buttons) {
    button.addEventListener('pointerdown', (event) => event.preventDefault())
    button.addEventListener('click', () => writing.run(button.dataset.tool ?? ''))
  }
  writing.show(field.value)
  field.after(written)
  written.before(bar)
  field.hidden = true
  field.parentElement?.querySelector('.field__hint')?.remove()
  bar.hidden = false
}

/** What is written in the place of a plain field, called as that is. */
function fieldBeside(field: HTMLTextAreaElement): HTMLElement {
  const written = document.createElement('div')
  const [label] = field.labels
  written.className = 'input written prose'
  written.setAttribute('role', 'textbox')
  written.ariaMultiLine = 'true'
  written.tabIndex = 0
  const isShut = field.disabled || field.closest('fieldset[disabled]') !== null
  written.contentEditable = String(!isShut)
  written.ariaReadOnly = String(isShut)
  if (label) {
    label.id ||= `${field.id}-label`
    written.setAttribute('aria-labelledby', label.id)
  }
  return written
}
