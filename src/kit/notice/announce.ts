/** What changed and stands elsewhere: `data-said` of a new part, told once by the region every page has (`Toasts.astro`). */
export function announce(part: HTMLElement): void {
  const said = part.querySelector<HTMLElement>('[data-said]')?.dataset.said
  const region = document.querySelector('[data-toasts]')
  if (!said || !region) return
  const words = document.createElement('p')
  words.className = 'hide-visually'
  words.textContent = said
  region.append(words)
  setTimeout(() => words.remove(), 5000)
}
