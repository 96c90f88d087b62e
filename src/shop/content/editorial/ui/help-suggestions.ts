import { findHelp } from '../browser/help-api.ts'
import type { HelpHint } from '../rules/contract.ts'

const restMs = 300
const fewestLetters = 3
/** The last words somebody wrote say best what they mean. */
const longestQuery = 120

/** Shows help articles while somebody types what they look for or write about. Without script the form itself searches. */
export function wakeHelpSuggestions(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-help-suggest]')) {
    const place = document.querySelector<HTMLElement>(form.dataset.helpSuggest ?? '')
    const fields = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-help-words]')]
    if (place) watch(fields, place)
  }
}

function watch(fields: readonly (HTMLInputElement | HTMLTextAreaElement)[], place: HTMLElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  const ask = async () => {
    const mine = ++asked
    const words = fields.map(({ value }) => value.trim()).join(' ')
    const query = words.trim().slice(-longestQuery)
    const found = query.length < fewestLetters ? [] : await findHelp(query).catch(() => [])
    if (mine === asked) show(place, found)
  }
  for (const field of fields)
    field.addEventListener('input', () => {
      clearTimeout(timer)
      timer = setTimeout(() => void ask(), restMs)
    })
}

function show(place: HTMLElement, found: readonly HelpHint[]): void {
  const list = document.createElement('ul')
  for (const { title, url } of found) {
    const link = document.createElement('a')
    link.href = url
    link.textContent = title
    const item = document.createElement('li')
    item.append(link)
    list.append(item)
  }
  place.replaceChildren(list)
  place.hidden = found.length === 0
}
