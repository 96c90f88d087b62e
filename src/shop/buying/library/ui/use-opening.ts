import { type RefObject, useEffect } from 'react'
import { $library, type LibraryWish, type ShownLibrary, show, wishOf } from '../browser/library.ts'
import { addressOf, wishIn } from './address.ts'
import { prepareToArrange } from './folders/arrange.ts'
import { linkOf } from './library-links.ts'
import type { Words } from './types.ts'
import { counted, nameOf } from './words.ts'

export type Open = (wish: LibraryWish, how?: { isTyped?: boolean }) => Promise<void>

interface Place {
  words: Words
  root: RefObject<HTMLDivElement | null>
  title: RefObject<HTMLHeadingElement | null>
  /** What is to be heard. */
  say: (text: string) => void
}

/** Opens other parts of the library without leaving: what links and the way back and forward lead to, with the address. */
export function useOpening(list: ShownLibrary, { words, root, title, say }: Place): Open {
  const { messages, urls } = words
  const address = addressOf(urls.library, wishOf(list))

  useEffect(() => {
    const handleBack = () => void show(wishIn(location.search))
    addEventListener('popstate', handleBack)
    return () => removeEventListener('popstate', handleBack)
  }, [])

  // Runs after each render: the handler reads what is shown now.
  useEffect(() => {
    const { current } = root
    current?.addEventListener('click', handleClick)
    return () => current?.removeEventListener('click', handleClick)
  })

  // A folder that was deleted in another tab, or a page that is no longer there: the address says what is shown.
  useEffect(() => {
    if ($library.get() && location.pathname + location.search !== address)
      history.replaceState(history.state, '', address)
  }, [address])

  /** What was typed leaves no trail of half words to go back through. */
  async function open(next: LibraryWish, { isTyped = false } = {}): Promise<void> {
    if (next.folder !== wishOf(list).folder) prepareToArrange()
    const isShown = await show(next, (shown) => {
      const to = addressOf(urls.library, wishOf(shown))
      if (isTyped) history.replaceState(history.state, '', to)
      else if (to !== location.pathname + location.search) history.pushState(null, '', to)
    })
    const now = $library.get()
    if (isShown && now) say(`${nameOf(now, messages)}: ${counted(messages.count, now.total, words)}`)
  }

  function handleClick(event: MouseEvent): void {
    const link = linkOf(event, urls.library)
    if (!link) return
    event.preventDefault()
    // Where the link itself will be gone the keyboard goes on at what it was about.
    const field = document.getElementById(link.dataset.clears ?? '')
    if (field instanceof HTMLInputElement) {
      field.value = ''
      field.focus()
    }
    if (link.rel !== '') title.current?.focus()
    void open(wishIn(link.search))
  }

  return open
}
