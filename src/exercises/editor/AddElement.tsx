import { useId, useState } from 'react'
import { emptySettings } from '#exercises/model/task/typed-settings.ts'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { Bank } from './Bank.tsx'
import { SelectField } from './fields/SelectField.tsx'
import { type EditorType, newId } from './state/contract.ts'
import type { DraftElement, DraftPage } from './state/draft.ts'
import { focusSoon } from './state/focus.ts'
import { TypeGallery } from './TypeGallery.tsx'

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
  const isFirst = pages.every(({ elements }) => elements.length === 0)
  const [isOpen, setOpen] = useState(isFirst)
  const [chosen, setChosen] = useState('')
  const id = useId()
  const last = pages.at(-1)?.id ?? ''
  // The chosen page may be gone; then the last one is meant.
  const page = pages.some((each) => each.id === chosen) ? chosen : last

  function handleOpen(): void {
    setOpen(!isOpen)
    if (!isOpen) focusSoon(() => document.querySelector<HTMLElement>('[data-find-type]'), true)
  }

  function handleAdd(row: EditorType): void {
    setOpen(false)
    // What is chosen of a list begins with its first.
    const first = row.editor.flatMap(({ name, kind }) =>
      typeof kind === 'string' ? [] : [[name, kind[0] ?? '']],
    )
    onAdd(page, {
      id: newId(),
      type: row.type,
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
      <div className="actions">
        <button
          type="button"
          className="button button--primary"
          aria-expanded={isOpen}
          aria-controls={`${id}-types`}
          onClick={handleOpen}
        >
          {say(texts, 'add')}
        </button>
        <button type="button" className="button button--plain" onClick={onAddPage}>
          {say(texts, 'addPage')}
        </button>
      </div>
      <div id={`${id}-types`} hidden={!isOpen}>
        {isOpen && <TypeGallery types={types} texts={texts} onChoose={handleAdd} />}
      </div>
      <Bank
        subjects={subjects}
        texts={texts}
        onTake={(element) => onAdd(page, { ...element, id: newId() })}
      />
    </section>
  )
}
