import { say, type Texts } from '#exercises/player/state/contract.ts'
import { ElementCard } from './ElementCard.tsx'
import { Handle } from './fields/Handle.tsx'
import { SmallButton } from './fields/SmallButton.tsx'
import { PageRules } from './PageRules.tsx'
import { type EditorType, nameOf, newId } from './state/contract.ts'
import type { Change, Draft, DraftElement, DraftPage } from './state/draft.ts'
import { focusSoon, nameOfCard } from './state/focus.ts'
import type { Dragged, DragHandle, DropPlace } from './state/use-drag.ts'

interface Props {
  draft: Draft
  page: DraftPage
  number: number
  types: readonly EditorType[]
  open: string | undefined
  unfinished: readonly string[]
  /** What keeps all of it from being published. */
  missing: readonly string[]
  /** Pages whose task cannot be waited for. */
  unmet: readonly string[]
  texts: Texts
  onOpen: (element: string | undefined) => void
  onField: (element: string, field: string) => void
  onChange: (change: Change) => void
  onRemove: (name: string, change: Change) => void
  announce: (text: string) => void
  handle: DragHandle
  dragged: Dragged | undefined
  /** Where what is dragged would stand, if that is here. */
  drop: DropPlace | undefined
}

/** A page of a unit with its elements. */
export function PageSection({
  draft,
  page,
  number,
  types,
  open,
  unfinished,
  missing,
  unmet,
  texts,
  onOpen,
  onField,
  onChange,
  onRemove,
  announce,
  handle,
  dragged,
  drop,
}: Props) {
  function handleRemove(element: DraftElement): void {
    onRemove(nameOf(element.prompt, say(texts, `type.${element.type}`)), { kind: 'remove', id: element.id })
    const at = page.elements.indexOf(element)
    const next = page.elements[at + 1] ?? page.elements[at - 1]
    focusSoon(() => nameOfCard(next?.id) ?? document.querySelector<HTMLElement>('[data-undo-remove]'))
  }

  function gapsOf(element: DraftElement): string[] {
    const type = types.find((each) => each.type === element.type)
    if (!unfinished.includes(element.id) || isBlank(element, type)) return []
    return missing.flatMap((gap) =>
      gap.startsWith(`${element.id}.`) ? gap.slice(element.id.length + 1) : [],
    )
  }

  const others = page.elements.filter((element) => element.id !== dragged?.id)
  const isOver = drop !== undefined && dragged?.kind === 'element'
  /** Whether what is dragged would stand before it. */
  const isBefore = (element: DraftElement) => isOver && others[drop.at] === element
  const isLast = isOver && drop.at >= others.length

  return (
    <section
      className={drop && dragged?.kind === 'page' ? 'column edit-page--drop' : 'column'}
      aria-label={say(texts, 'pageName', { number })}
      data-page={page.id}
      data-place={number - 1}
    >
      {draft.pages.length > 1 && (
        <PageHead
          {...{ draft, page, number, texts, handle, onChange, announce }}
          onRemove={() => {
            onRemove(say(texts, 'pageName', { number }), { kind: 'removePage', id: page.id })
            focusSoon(() => document.querySelector<HTMLElement>('[data-undo-remove]'))
          }}
        />
      )}
      <PageRules
        draft={draft}
        page={page}
        types={types}
        isUnmet={unmet.includes(page.id)}
        texts={texts}
        onChange={onChange}
      />
      <ol className={isLast ? 'rows edit-cards edit-cards--last' : 'rows edit-cards'}>
        {page.elements.map((element) => (
          <li
            key={element.id}
            className="panel exercise edit-card"
            id={element.id}
            data-drop={isBefore(element) || undefined}
            data-dragged={dragged?.id === element.id || undefined}
          >
            <ElementCard
              draft={draft}
              element={element}
              type={types.find(({ type }) => type === element.type)}
              isOpen={open === element.id}
              gaps={gapsOf(element)}
              texts={texts}
              onField={(field) => onField(element.id, field)}
              onToggle={() => onOpen(open === element.id ? undefined : element.id)}
              onChange={onChange}
              onDuplicate={() => onChange({ kind: 'duplicate', id: element.id, newId: newId() })}
              onRemove={() => handleRemove(element)}
              announce={announce}
              handle={handle}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Whether all text fields are still empty; choices have a default and do not count. */
function isBlank({ prompt, f }: DraftElement, type: EditorType | undefined): boolean {
  const written = (type?.editor ?? []).filter(({ kind }) => typeof kind === 'string')
  return prompt === '' && written.every(({ name }) => (f[name] ?? '') === '')
}

type HeadProps = Pick<Props, 'draft' | 'page' | 'number' | 'texts' | 'handle' | 'onChange' | 'announce'> & {
  onRemove: () => void
}

/** What a page is called and where it stands among others. */
function PageHead({ draft, page, number, texts, handle, onChange, announce, onRemove }: HeadProps) {
  const id = `${page.id}-title`
  const name = say(texts, 'pageName', { number })

  function movePage(by: -1 | 1): void {
    if (!draft.pages[number - 1 + by]) return
    onChange({ kind: 'movePage', id: page.id, by })
    announce(say(texts, 'moved', { name, place: number + by }))
  }

  return (
    <div className="form">
      <div className="edit-card__head">
        <Handle what={{ kind: 'page', id: page.id }} handle={handle} />
        <h2>{name}</h2>
      </div>
      <div className="field">
        <label className="field__label" htmlFor={id}>
          {say(texts, 'pageTitle')}
        </label>
        <input
          className="input"
          id={id}
          value={page.title}
          maxLength={500}
          onChange={({ target }) => onChange({ kind: 'page', id: page.id, title: target.value })}
        />
      </div>
      <div className="actions">
        {([-1, 1] as const).map((by) => (
          <SmallButton key={by} aria-disabled={!draft.pages[number - 1 + by]} onClick={() => movePage(by)}>
            {say(texts, by < 0 ? 'pageUp' : 'pageDown')}
          </SmallButton>
        ))}
        <SmallButton onClick={onRemove}>{say(texts, 'removePage')}</SmallButton>
      </div>
    </div>
  )
}
