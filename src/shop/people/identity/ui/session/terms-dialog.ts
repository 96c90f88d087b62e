import { pageHasTrait } from '#platform/browser/page.ts'
import { loadPageTexts } from '#platform/page-texts/browser/page-texts.ts'
import type { PageTexts } from '#platform/page-texts/rules/contract.ts'
import { agreeToTerms } from '../../browser/user.ts'

let isPutOff = false
let open: Promise<boolean> | undefined

/**
 * Asks for the terms in force, over whatever page it is (specification 4); resolves to whether they are accepted. Who puts
 * it off is asked again when they want to do something. Not on the terms themselves: there they are read.
 */
export function askForTerms(isChange: boolean): Promise<boolean> {
  if (pageHasTrait('no-consent') || (isPutOff && !isChange)) return Promise.resolve(false)
  open ??= ask().finally(() => {
    open = undefined
  })
  return open
}

async function ask(): Promise<boolean> {
  const { terms } = await loadPageTexts()
  return await new Promise<boolean>((resolve) => {
    const { dialog, accept, later } = draw(terms)
    const end = (isAccepted: boolean) => {
      document.removeEventListener('aularium:terms-accepted', elsewhere)
      isPutOff = !isAccepted
      dialog.close()
      dialog.remove()
      resolve(isAccepted)
    }
    const elsewhere = () => end(true)
    document.addEventListener('aularium:terms-accepted', elsewhere)
    accept.onclick = async () => {
      accept.setAttribute('aria-busy', 'true')
      const isAccepted = await agreeToTerms()
      accept.removeAttribute('aria-busy')
      if (isAccepted) end(true)
    }
    later.onclick = () => end(false)
    dialog.oncancel = () => end(false)
    document.body.append(dialog)
    dialog.showModal()
  })
}

function draw(texts: PageTexts['terms']) {
  const dialog = document.createElement('dialog')
  dialog.className = 'terms-dialog'
  dialog.setAttribute('aria-labelledby', 'terms-dialog')
  const heading = element('h2', texts.heading)
  heading.id = 'terms-dialog'
  const link = element('a', texts.link)
  link.href = texts.href
  link.target = '_blank'
  link.rel = 'noopener'
  const place = document.createElement('p')
  place.append(link)
  const accept = element('button', texts.accept)
  accept.className = 'button button--primary'
  const later = element('button', texts.later)
  later.className = 'button'
  const buttons = document.createElement('div')
  buttons.className = 'terms-dialog__buttons'
  buttons.append(accept, later)
  dialog.append(heading, element('p', texts.text), place, buttons)
  return { dialog, accept, later }
}

function element<N extends 'h2' | 'p' | 'a' | 'button'>(name: N, text: string): HTMLElementTagNameMap[N] {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
