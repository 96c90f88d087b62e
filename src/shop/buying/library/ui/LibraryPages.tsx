import '#kit/action/pages.css'
import { Icon } from '#kit/media/Icon.tsx'
import type { ShownLibrary } from '../browser/library.ts'
import { wishOf } from '../browser/library.ts'
import { addressOf } from './address.ts'
import type { Words } from './types.ts'
import { filled } from './words.ts'

interface Props {
  list: ShownLibrary
  words: Words
}

/** The way to the other pages of a long list. */
export function LibraryPages({ list, words: { messages, urls } }: Props) {
  const { page, pageCount } = list
  if (pageCount < 2) return null
  const label = filled(messages.pageOf, { page: String(page), pages: String(pageCount) })

  function to(next: number, rel: 'prev' | 'next') {
    return (
      <a className="button" rel={rel} href={addressOf(urls.library, { ...wishOf(list), page: next })}>
        {rel === 'prev' ? messages.previousPage : messages.nextPage}
        {rel === 'next' && <Icon name="next" />}
      </a>
    )
  }

  return (
    <nav className="pages" aria-label={label}>
      {page > 1 && to(page - 1, 'prev')}
      <p>{label}</p>
      {page < pageCount && to(page + 1, 'next')}
    </nav>
  )
}
