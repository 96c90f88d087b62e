import './search-box.css'
import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '#kit/media/Icon.tsx'
import { maxSearchLength, maxSuggestions } from '#platform/limits.ts'
import { $suggestions, askSuggestions, clearSuggestions } from '../../browser/suggestions.ts'

export interface SearchBoxMessages {
  label: string
  placeholder: string
  submit: string
  suggestions: string
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

const icons = { material: 'file', subject: 'books', keyword: 'search', author: 'user' } as const

type Suggestion = ReturnType<typeof $suggestions.get>['items'][number]

interface Group {
  kind: keyof typeof icons
  lines: { item: Suggestion; index: number }[]
}

/** Lines of one kind together, in the order in which they came; `index` is their place among all, for the keys. */
function groupsOf(items: readonly Suggestion[]): Group[] {
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
  const { items } = useStore($suggestions, { ssr: () => nothing })
  // Until it is awake the field is what it is without script: a plain search field.
  const [isAwake, setAwake] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const field = useRef<HTMLInputElement>(null)
  const shown = isOpen ? items.slice(0, maxSuggestions) : []
  const chosen = shown[active]

  useEffect(() => setAwake(true), [])

  useEffect(() => {
    // Somebody may have typed before this woke up.
    const typed = field.current?.value ?? ''
    if (document.activeElement !== field.current || typed === (searched ?? '')) return
    setOpen(true)
    askSuggestions(typed)
  }, [searched])

  function handleInput(): void {
    setOpen(true)
    setActive(-1)
    askSuggestions(field.current?.value ?? '')
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
      location.assign(chosen.url)
    } else if (event.key === 'Escape' && shown.length > 0) {
      // The first Escape closes the list, the next one empties the field, as the browser does.
      event.preventDefault()
      close()
    }
  }

  return (
    <search>
      <form className="find" action={action} onSubmit={clearSuggestions}>
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
                  {messages.groups[group.kind]}
                </div>
                {group.lines.map(({ item, index }) => (
                  <div
                    key={item.url}
                    className="suggestions__item"
                    id={`${listId}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === active}
                    onClick={() => location.assign(item.url)}
                    onKeyDown={handleKeyDown}
                  >
                    <Icon name={icons[item.kind]} />
                    {item.text}
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
