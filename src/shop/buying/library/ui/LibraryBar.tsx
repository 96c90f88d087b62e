import '#kit/action/actions.css'
import '#kit/action/button.css'
import '#kit/form/form.css'
import { type ChangeEvent, type FormEvent, useEffect, useRef } from 'react'
import { Icon } from '#kit/media/Icon.tsx'
import { maxQueryLength } from '#platform/limits.ts'
import { type LibrarySort, librarySorts } from '#shop/buying/folders/rules/library-sorts.ts'
import type { LibraryWish } from '../browser/library.ts'
import { addressOf } from './address.ts'
import type { Words } from './types.ts'

interface Props {
  wish: LibraryWish
  words: Words
  onWish: (wish: LibraryWish, how: { isTyped: boolean }) => void
}

/** So long nobody types: the words are looked for. */
const pauseMs = 300

/** Words to look for and the order of the list; in the folder that is open. */
export function LibraryBar({ wish, words, onWish }: Props) {
  const { messages, urls } = words
  const form = useRef<HTMLFormElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(typing.current), [])

  // An order or words that were gone back from, or did not come, are shown as they are; what is being typed stays.
  useEffect(() => {
    if (!form.current) return
    const { query, sort } = fieldsOf(form.current)
    sort.value = wish.sort
    if (query.value.trim() !== wish.query && document.activeElement !== query) query.value = wish.query
  }, [wish.query, wish.sort])

  function send({ isTyped }: { isTyped: boolean }): void {
    clearTimeout(typing.current)
    if (!form.current) return
    const { query, sort } = fieldsOf(form.current)
    onWish({ ...wish, query: query.value.trim(), sort: sort.value as LibrarySort, page: 1 }, { isTyped })
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    send({ isTyped: false })
  }

  function handleType(event: ChangeEvent<HTMLInputElement>): void {
    clearTimeout(typing.current)
    // While letters are put together (accents, other scripts) there is no word yet.
    if ((event.nativeEvent as InputEvent).isComposing) return
    typing.current = setTimeout(() => send({ isTyped: true }), pauseMs)
  }

  return (
    <search aria-label={messages.searchLabel}>
      <form ref={form} className="library-bar" action={urls.library} onSubmit={handleSubmit}>
        {wish.folder !== undefined && <input type="hidden" name="folder" value={wish.folder} />}
        <div className="library-bar__query field">
          <label className="field__label" htmlFor="bought-query">
            {messages.searchLabel}
          </label>
          <input
            className="input"
            id="bought-query"
            type="search"
            name="query"
            defaultValue={wish.query}
            maxLength={maxQueryLength}
            autoComplete="off"
            aria-describedby="bought-query-hint"
            onChange={handleType}
          />
          <p className="soft small" id="bought-query-hint">
            {messages.searchHint}
          </p>
        </div>
        <div className="field">
          <label className="field__label" htmlFor="library-sort">
            {messages.sortLabel}
          </label>
          <select
            className="input"
            id="library-sort"
            name="sort"
            defaultValue={wish.sort}
            onChange={() => send({ isTyped: false })}
          >
            {librarySorts.map((sort) => (
              <option key={sort} value={sort}>
                {messages[sort]}
              </option>
            ))}
          </select>
        </div>
        <div className="actions">
          <button className="button" type="submit">
            <Icon name="search" />
            {messages.searchSubmit}
          </button>
          {wish.query !== '' && (
            <a
              className="button button--plain"
              href={addressOf(urls.library, { ...wish, query: '', page: 1 })}
              data-clears="bought-query"
            >
              {messages.searchClear}
            </a>
          )}
        </div>
      </form>
    </search>
  )
}

function fieldsOf(form: HTMLFormElement) {
  return {
    query: form.elements.namedItem('query') as HTMLInputElement,
    sort: form.elements.namedItem('sort') as HTMLSelectElement,
  }
}
