import { useId, useState } from 'react'
import { findElements } from '#browser/stores/unit-draft.ts'
import { emptySettings } from '#shared/interactive/typed-settings.ts'
import { Icon } from '../../kit/Icon.tsx'
import { say, type Texts } from '../player/contract.ts'
import { type EditorType, nameOf, newId } from './contract.ts'
import type { DraftElement } from './draft.ts'

interface Props {
  types: readonly EditorType[]
  /** Of one's own exercises. */
  subjects: readonly { id: string; name: string }[]
  texts: Texts
  onAdd: (element: DraftElement) => void
}

interface Found {
  unitTitle: string
  name: string
  element: DraftElement
}

/** A new element at the end: an empty one of a type, or a copy of one of one's own. */
export function AddElement({ types, subjects, texts, onAdd }: Props) {
  const [type, setType] = useState(types[0]?.type ?? '')
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<Found[]>()
  const [tag, setTag] = useState('')
  const [subject, setSubject] = useState('')
  const id = useId()

  function handleAdd(): void {
    const row = types.find((each) => each.type === type)
    // What is chosen of a list begins with its first.
    const chosen = (row?.editor ?? []).flatMap(({ name, kind }) =>
      typeof kind === 'string' ? [] : [[name, kind[0] ?? '']],
    )
    onAdd({
      id: newId(),
      type,
      prompt: '',
      points: '',
      right: '',
      wrong: '',
      ...emptySettings,
      f: Object.fromEntries(chosen),
    })
  }

  /** With one tag alone, or with any; the same of the subject. */
  async function handleSearch(named = '', of = subject): Promise<void> {
    setTag(named)
    setSubject(of)
    setFound(await findElements<Found>({ query, tag: named, subject: of }).catch(() => []))
  }

  const tags = new Set(found?.flatMap(({ element }) => element.tags.split(', ').filter(Boolean)))

  return (
    <div className="column">
      <div className="field">
        <label className="field__label" htmlFor={`${id}-type`}>
          {say(texts, 'type')}
        </label>
        <div className="actions">
          <select
            className="input"
            id={`${id}-type`}
            value={type}
            onChange={({ target }) => setType(target.value)}
          >
            {types.map((row) => (
              <option key={row.type} value={row.type}>
                {say(texts, `type.${row.type}`)}
              </option>
            ))}
          </select>
          <button type="button" className="button button--primary" onClick={handleAdd}>
            {say(texts, 'add')}
          </button>
        </div>
      </div>
      <details className="fold">
        <summary>
          {say(texts, 'bank')}
          <Icon name="chevron" />
        </summary>
        <div className="field">
          <label className="field__label" htmlFor={`${id}-bank`}>
            {say(texts, 'bankSearch')}
          </label>
          <div className="actions">
            <input
              className="input"
              id={`${id}-bank`}
              type="search"
              value={query}
              maxLength={100}
              onChange={({ target }) => setQuery(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                void handleSearch()
              }}
            />
            <button type="button" className="button" onClick={() => void handleSearch()}>
              {say(texts, 'bankFind')}
            </button>
          </div>
        </div>
        {subjects.length > 0 && (
          <div className="field">
            <label className="field__label" htmlFor={`${id}-subject`}>
              {say(texts, 'bankSubject')}
            </label>
            <select
              className="input"
              id={`${id}-subject`}
              value={subject}
              onChange={({ target }) => {
                if (found) void handleSearch(tag, target.value)
                else setSubject(target.value)
              }}
            >
              <option value="">{say(texts, 'allSubjects')}</option>
              {subjects.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.name}
                </option>
              ))}
            </select>
          </div>
        )}
        {(tags.size > 0 || tag !== '') && (
          <div className="actions">
            {[...new Set([...(tag === '' ? [] : [tag]), ...tags])].map((each) => (
              <button
                key={each}
                type="button"
                className="button button--small"
                aria-pressed={each === tag}
                onClick={() => void handleSearch(each === tag ? '' : each)}
              >
                <span className="hide-visually">{say(texts, 'tag')} </span>
                {each}
              </button>
            ))}
          </div>
        )}
        <div aria-live="polite">
          {found?.length === 0 && <p className="soft">{say(texts, 'bankEmpty')}</p>}
        </div>
        <ul className="rows">
          {found?.map(({ unitTitle, name, element }) => (
            <li key={element.id} className="rows__row">
              <span>
                {nameOf(name, say(texts, `type.${element.type}`))}{' '}
                <span className="soft small">{say(texts, 'bankFrom', { title: unitTitle })}</span>
              </span>
              <button
                type="button"
                className="button button--small"
                onClick={() => onAdd({ ...element, id: newId() })}
              >
                {say(texts, 'bankTake')}
                <span className="hide-visually">: {name}</span>
              </button>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
