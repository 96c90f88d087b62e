import type { PageTexts } from '#platform/page-texts/rules/contract.ts'
import { encodeChoice } from '#platform/routing/choice.ts'

/**
 * "This page in your language", in that language, at the lower edge of the window, where it moves nothing. Fetched by the few who read another one: for all it
 * would be five texts in every page. `link` is the page's own `<link rel="alternate" hreflang>`.
 */
export async function showLanguageHint(link: HTMLLinkElement, dismiss: () => void): Promise<void> {
  const { pathname } = new URL(link.href)
  const world = pathname.split('/', 2)[1] ?? ''
  const languageHint = await hintTexts(world)
  const hint = document.createElement('aside')
  hint.className = 'language-hint'
  hint.lang = link.hreflang
  hint.setAttribute('aria-label', languageHint.label)
  hint.dataset.languageHint = ''
  const text = document.createElement('p')
  text.textContent = languageHint.text
  const open = document.createElement('a')
  open.className = 'language-hint__open'
  open.href = pathname
  open.hreflang = link.hreflang
  open.textContent = languageHint.open
  // A world's home is its code.
  open.dataset.choice = encodeChoice(`/${world}`)
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'language-hint__close'
  close.textContent = '×'
  close.setAttribute('aria-label', languageHint.close)
  close.onclick = () => {
    dismiss()
    hint.remove()
  }
  hint.append(text, open, close)
  // Behind the link to the content, which has to stay the first of the page; read before what it lies over.
  const skip = document.querySelector('.skip')
  if (skip) skip.after(hint)
  else document.body.prepend(hint)
}

/** Not by the store of texts: it comes in one file with the visitor's store, 8.5 kB (brotli) for four short texts. */
async function hintTexts(world: string): Promise<PageTexts['languageHint']> {
  const answer = await fetch(`/api/v3/page-texts?world=${encodeURIComponent(world)}`)
  if (!answer.ok) throw new Error(`page texts: ${answer.status}`)
  const texts: PageTexts = await answer.json()
  return texts.languageHint
}
