import { useId, useState } from 'react'
import { emptySettings } from '#exercises/formats/typed-settings.ts'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { Bank } from './Bank.tsx'
import { SelectField } from './fields/SelectField.tsx'
import { type EditorType, newId } from './state/contract.ts'
import type { DraftElement, DraftPage } from './state/draft.ts'

interface Props {
  pages: readonly DraftPage[]
  types: readonly EditorType[]
  /** Of one's own exercises. */
  subjects: readonly { id: string; name: string }[]
  texts: Texts
  onAdd: (page: string, element: DraftElement) => void
  onAddPage: () => void
}

/** A new element at the end of a page, an empty one of a type or a copy of one of one's own; or a new page. */
export function AddElement({ pages, types, subjects, texts, onAdd, onAddPage }: Props) {
  const [type, setType] = useState(types[0]?.type ?? '')
  const [chosen, setChosen] = useState('')
  const id = useId()
  const last = pages.at(-1)?.id ?? ''
  // What was chosen may be gone; a page that was just begun is meant by itself.
  const page = pages.some((each) => each.id === chosen) ? chosen : last

  function handleAdd(): void {
    const row = types.find((each) => each.type === type)
    // What is chosen of a list begins with its first.
    const first = (row?.editor ?? []).flatMap(({ name, kind }) =>
      typeof kind === 'string' ? [] : [[name, kind[0] ?? '']],
    )
    onAdd(page, {
      id: newId(),
      type,
      prompt: '',
      points: '',
      right: '',
      wrong: '',
      ...emptySettings,
      f: Object.fromEntries(first),
    })
  }

  return (
    <section className="panel column" aria-label={say(texts, 'add')}>
      <div className="column">
        {pages.length > 1 && (
          <SelectField
            id={`${id}-page`}
            label={say(texts, 'toPage')}
            value={page}
            options={pages.map((each, at) => ({
              id: each.id,
              name: `${say(texts, 'pageName', { number: at + 1 })} ${each.title}`,
            }))}
            // The last one is left to itself, so that it stays the last when there are more.
            onValue={(value) => setChosen(value === last ? '' : value)}
          />
        )}
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
        <Bank
          subjects={subjects}
          texts={texts}
          onTake={(element) => onAdd(page, { ...element, id: newId() })}
        />
      </div>
      <div>
        <button type="button" className="button button--plain" onClick={onAddPage}>
          {say(texts, 'addPage')}
        </button>
      </div>
    </section>
  )
}
