/** Copies the address beside a pressed button; where the browser does not let it, selects it. Parts of pages come and go. */
export function watchCopies(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copies]') : null
    if (button) void copy(button)
  })
}

async function copy(button: HTMLElement): Promise<void> {
  const field = document.querySelector<HTMLInputElement>(`#${CSS.escape(button.dataset.copies ?? '')}`)
  if (!field) return
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
  } catch {
    // The address is selected: the keyboard copies it.
    return
  }
  const { copied = '' } = button.dataset
  button.textContent = copied
  const status = button.closest('.copy-link')?.querySelector('[role="status"]')
  if (status) status.textContent = copied
}
