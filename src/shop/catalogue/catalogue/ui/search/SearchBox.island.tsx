import './search-box.css'
import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { Icon } from '#kit/media/Icon.tsx'
import { formatPrice } from '#platform/i18n/prices.ts'
import { maxSearchLength, maxSuggestions } from '#platform/limits.ts'
import type { Suggestion } from '#platform/rules/contract/search.ts'
import { recentSearches, rememberSearch } from '../../browser/recent-searches.ts'
import { $suggestions, askSuggestions, clearSuggestions } from '../../browser/suggestions.ts'

export interface SearchBoxMessages {
  label: string
  placeholder: string
  submit: string
  suggestions: string
  /** Above materials that are shown before anything is typed. */
  popular: string
  free: string
  groups: Readonly<Record<keyof typeof icons, string>>
}

export interface SearchBoxProps {
  /** Address of the search page; the form works without script. */
  action: string
  searched?: string
  messages: SearchBoxMessages
}

/** One search box a page; React's own ids are no valid ones. */
const listId = 'site-suggestions'

const nothing = { query: '', items: [] }

const icons = {
  recent: 'search',
  material: 'file',
  subject: 'books',
  keyword: 'search',
  author: 'user',
} as const

type Line = Omit<Suggestion, 'kind'> & { kind: keyof typeof icons }

interface Group {
  kind: keyof typeof icons
  lines: { item: Line; index: number }[]
}

function recentLines(action: string): Line[] {
  return recentSearches().map((text) => ({
    kind: 'recent',
    text,
    url: `${action}?${new URLSearchParams({ query: text })}`,
  }))
}

/** Lines of one kind together, in the order in which they came; `index` is their place among all, for the keys. */
function groupsOf(items: readonly Line[]): Group[] {
  const groups: Group[] = []
  for (const [index, item] of items.entries()) {
    const last = groups.at(-1)
    if (last?.kind === item.kind) last.lines.push({ item, index })
    else groups.push({ kind: item.kind, lines: [{ item, index }] })
  }
  return groups
}

/**
 * The search form with suggestions: the WAI-ARIA combobox with a list (focus stays in the field, the chosen line is
 * told by aria-activedescendant). Enter without a choice searches for what is typed.
 */
export function SearchBox({ action, searched, messages }: SearchBoxProps) {
  const { query, items } = useStore($suggestions, { ssr: () => nothing })
  // Until it is awake the field is what it is without script: a plain search field.
  const [isAwake, setAwake] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [recent, setRecent] = useState<readonly Line[]>([])
  const field = useRef<HTMLInputElement>(null)
  const lines: readonly Line[] = query === '' ? [...recent, ...items] : items
  const shown = isOpen ? lines.slice(0, maxSuggestions) : []
  const chosen = shown[active]

  const open = useCallback(
    (typed: string) => {
      setOpen(true)
      setActive(-1)
      setRecent(typed.trim() === '' ? recentLines(action) : [])
      askSuggestions(typed)
    },
    [action],
  )

  useEffect(() => setAwake(true), [])

  useEffect(() => {
    // Somebody may have typed before this woke up.
    const typed = field.current?.value ?? ''
    if (document.activeElement !== field.current || (typed !== '' && typed === searched)) return
    open(typed)
  }, [open, searched])

  function handleInput(): void {
    open(field.current?.value ?? '')
  }

  function handleFocus(): void {
    if (field.current?.value === '') open('')
  }

  function handleSubmit(): void {
    rememberSearch(field.current?.value ?? '')
    clearSuggestions()
  }

  function choose(item: Line): void {
    if (item.kind === 'keyword' || item.kind === 'recent') rememberSearch(item.text)
    location.assign(item.url)
  }

  function close(): void {
    setOpen(false)
    setActive(-1)
  }

  function move(step: 1 | -1): void {
    if (!isOpen) {
      handleInput()
      return
    }
    // One place more than there are lines: the field itself.
    const places = shown.length + 1
    setActive(((active + 1 + step + places) % places) - 1)
  }

  function handleKeyDown(event: KeyboardEvent): void {
    // Keys of an input method belong to it.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      choose(chosen)
    } else if (event.key === 'Escape' && shown.length > 0) {
      // The first Escape closes the list, the next one empties the field, as the browser does.
      event.preventDefault()
      close()
    }
  }

  return (
    <search>
      <form className="find" action={action} onSubmit={handleSubmit}>
        <label className="hide-visually" htmlFor="site-search">
          {messages.label}
        </label>
        <input
          ref={field}
          className="find__input"
          id="site-search"
          type="search"
          name="query"
          defaultValue={searched}
          placeholder={messages.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          maxLength={maxSearchLength}
          {...(isAwake && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': shown.length > 0,
            'aria-controls': listId,
            'aria-activedescendant': chosen ? `${listId}-${active}` : undefined,
          })}
          onInput={handleInput}
          onFocus={handleFocus}
          onKeyDown={handleKeyDown}
          onBlur={close}
        />
        <button className="find__button" type="submit" aria-label={messages.submit}>
          <Icon name="search" />
        </button>
        {isAwake && (
          <div
            className="suggestions"
            id={listId}
            role="listbox"
            aria-label={messages.suggestions}
            hidden={shown.length === 0}
            // The field must keep the focus while a line is pressed.
            onPointerDown={(event) => event.preventDefault()}
          >
            {groupsOf(shown).map((group) => (
              // A listbox may hold groups of options (ARIA 1.2), and no fieldset.
              <div key={group.kind} role="group" aria-labelledby={`${listId}-${group.kind}`}>
                <div className="suggestions__group" id={`${listId}-${group.kind}`} role="presentation">
                  {query === '' && group.kind === 'material' ? messages.popular : messages.groups[group.kind]}
                </div>
                {group.lines.map(({ item, index }) => (
                  <div
                    key={item.url}
                    className="suggestions__item"
                    id={`${listId}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === active}
                    onClick={() => choose(item)}
                    onKeyDown={handleKeyDown}
                  >
                    {item.cover === undefined ? (
                      <Icon name={icons[item.kind]} />
                    ) : (
                      <img className="suggestions__cover" src={item.cover} width={30} height={40} alt="" />
                    )}
                    <span>{item.text}</span>
                    {item.finalPrice !== undefined && item.currency !== undefined && (
                      <span className="suggestions__price">
                        {item.finalPrice === 0 ? messages.free : formatPrice(item.finalPrice, item.currency)}
                      </span>
                    )}
                  </div>
                ))}
              </div>
            ))}
          </div>
        )}
        <span className="hide-visually" role="status">
          {shown.length > 0 ? `${messages.suggestions}: ${shown.length}` : ''}
        </span>
      </form>
    </search>
  )
}
