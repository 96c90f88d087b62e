/** Ticks all that were found, on other pages of the list, too, and says how many are ticked. */
export function wakePicking(): void {
  const form = document.querySelector<HTMLFormElement>('form#bulk')
  const said = document.querySelector<HTMLElement>('[data-picked]')
  if (form === null || said === null || said.dataset.isAwake) return
  said.dataset.isAwake = 'true'
  const place = document.querySelector<HTMLElement>('[data-pick-all]')
  const all = place?.querySelector('input')
  const found = JSON.parse(place?.dataset.pickAll ?? '[]') as number[]
  const boxes = () =>
    [...form.elements].filter(
      (element): element is HTMLInputElement =>
        element instanceof HTMLInputElement && element.name === 'ids' && element.type === 'checkbox',
    )
  const elsewhere = () => [...form.querySelectorAll<HTMLInputElement>('input[type=hidden][name=ids]')]

  function say(): void {
    const count = boxes().filter(({ checked }) => checked).length + elsewhere().length
    if (said) said.textContent = (said.dataset.picked ?? '').replace('{{count}}', String(count))
  }

  if (place) place.hidden = false
  all?.addEventListener('change', () => {
    for (const hidden of elsewhere()) hidden.remove()
    for (const box of boxes()) box.checked = all.checked
    const shown = new Set(boxes().map(({ value }) => value))
    const others = all.checked ? found.filter((id) => !shown.has(String(id))) : []
    for (const id of others) {
      const value = String(id)
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'ids', value }))
    }
    say()
  })
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'ids') return
    // Not all any more: what is not seen is not meant either.
    if (!target.checked && all?.checked) {
      all.checked = false
      for (const hidden of elsewhere()) hidden.remove()
    }
    say()
  })
  say()
}
