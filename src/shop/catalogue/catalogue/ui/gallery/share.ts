/** The system's own dialog to share, and copying the address, where a browser has them. */
export function prepareShare(): void {
  const share = document.querySelector<HTMLButtonElement>('[data-share]')
  const copy = document.querySelector<HTMLButtonElement>('[data-copy]')
  const field = document.querySelector<HTMLInputElement>('#share-link')
  const said = document.querySelector<HTMLElement>('[data-copy-said]')
  if (share && field && 'share' in navigator) {
    share.hidden = false
    // Whoever closes the system's own dialog has changed their mind: nothing to say.
    share.addEventListener(
      'click',
      () =>
        void navigator.share({ title: share.dataset.share ?? '', url: field.value }).catch(() => undefined),
    )
  }
  if (copy && field && navigator.clipboard) {
    copy.hidden = false
    copy.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(field.value)
        copy.textContent = copy.dataset.copy ?? ''
        if (said) said.textContent = copy.dataset.copy ?? ''
      } catch {
        field.select()
      }
    })
  }
}
