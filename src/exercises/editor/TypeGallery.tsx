import '#kit/media/art.css'
import './type-gallery.css'
import { useId, useState } from 'react'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import type { EditorType } from './state/contract.ts'
import { typeGroups, typesFor } from './state/type-search.ts'

interface Props {
  types: readonly EditorType[]
  texts: Texts
  onChoose: (type: EditorType) => void
}

/** Every type of task with a picture and an example, to be looked through or searched. */
export function TypeGallery({ types, texts, onChoose }: Props) {
  const [query, setQuery] = useState('')
  const id = useId()
  const found = typesFor(
    types,
    query,
    (type) => `${say(texts, `type.${type}`)} ${say(texts, `example.${type}`)}`,
  )
  return (
    <div className="column">
      <div className="field">
        <label className="field__label" htmlFor={`${id}-search`}>
          {say(texts, 'findType')}
        </label>
        <input
          className="input"
          id={`${id}-search`}
          type="search"
          autoComplete="off"
          value={query}
          maxLength={60}
          data-find-type
          onChange={({ target }) => setQuery(target.value)}
        />
      </div>
      <p className="soft small" aria-live="polite">
        {found.length === 0 && say(texts, 'noType')}
      </p>
      {typeGroups.map((group) => {
        const ofGroup = found.filter(({ kind }) => kind === group)
        if (ofGroup.length === 0) return null
        return (
          <section key={group} className="column" aria-labelledby={`${id}-${group}`}>
            <h2 className="type-gallery__head" id={`${id}-${group}`}>
              {say(texts, `typeGroup.${group}`)}
            </h2>
            <ul className="type-gallery">
              {ofGroup.map((row) => (
                <li key={row.type}>
                  <button
                    type="button"
                    className="type-card"
                    data-type={row.type}
                    onClick={() => onChoose(row)}
                  >
                    <svg className="art" viewBox="0 0 96 72" width="96" height="72" aria-hidden="true">
                      <use href={`/task-types.svg#${row.type}`} />
                    </svg>
                    <span className="type-card__name">{say(texts, `type.${row.type}`)}</span>
                    <span className="soft small">{say(texts, `example.${row.type}`)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
