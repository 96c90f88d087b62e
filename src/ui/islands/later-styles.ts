/**
 * A public page carries the styles of its first paint; the whole sheet waits as a print sheet, which blocks nothing.
 * Once the page stands, it is for screens, too: for whatever a visitor opens or a script adds.
 */
export function loadLaterStyles(): void {
  const sheet = document.querySelector<HTMLLinkElement>('link[data-later]')
  if (!sheet) return
  if (document.readyState === 'complete') sheet.media = 'all'
  else addEventListener('load', () => (sheet.media = 'all'), { once: true })
}
