import { say, type Texts } from '#exercises/player/state/contract.ts'
import { SmallButton } from './fields/SmallButton.tsx'
import { type EditorDraft, nameOf } from './state/contract.ts'
import { type Draft, elementsOf, type RefusedField } from './state/draft.ts'
import { isSameOrder, taskStates } from './state/draft-difference.ts'

interface ConflictProps {
  mine: Draft
  theirs: EditorDraft
  texts: Texts
  onSettle: (whose: 'mine' | 'theirs') => void
}

/** Two versions side by side, because somebody changed the unit elsewhere: one of them goes on. */
export function ConflictNotice({ mine, theirs, texts, onSettle }: ConflictProps) {
  const versions = [
    { whose: 'mine' as const, draft: mine, choose: 'keepMine' },
    { whose: 'theirs' as const, draft: theirs, choose: 'takeTheirs' },
  ]
  return (
    <section className="panel column" role="alert">
      <h2 className="panel__title">{say(texts, 'conflictTitle')}</h2>
      <p>{say(texts, 'conflictText')}</p>
      {!isSameOrder(mine, theirs) && <p>{say(texts, 'otherOrder')}</p>}
      <div className="two-drafts">
        {versions.map(({ whose, draft, choose }) => (
          <div key={whose} className="column">
            <h3>{say(texts, whose)}</h3>
            <p>{draft.title}</p>
            <ol>
              {taskStates(draft, draft === mine ? theirs : mine).map(({ element, state }) => {
                const name = nameOf(element.prompt, say(texts, `type.${element.type}`))
                if (state === 'same') return <li key={element.id}>{name}</li>
                return (
                  <li key={element.id}>
                    <strong>{name}</strong> ({say(texts, state === 'alone' ? 'onlyHere' : 'differsThere')})
                  </li>
                )
              })}
            </ol>
            <div>
              <button type="button" className="button" onClick={() => onSettle(whose)}>
                {say(texts, choose)}
              </button>
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}

interface MissingProps {
  missing: readonly string[]
  /** Names that give an answer away, by their elements. */
  telling: Readonly<Record<string, readonly string[]>>
  draft: Draft
  texts: Texts
  /** Opens a task, at one of its fields. */
  onOpen: (element: string, field: string) => void
}

/** What has to be mended before a unit is published, each with the way to it. */
export function MissingNotice({ missing, telling, draft, texts, onOpen }: MissingProps) {
  const elements = elementsOf(draft)
  const gaps = missing.flatMap((gap) => {
    const [id = '', field = ''] = gap.split('.')
    const element = elements.find((each) => each.id === id)
    if (id === 'cover') return [{ gap, id, field, name: draft.title }]
    return element
      ? [{ gap, id, field, name: nameOf(element.prompt, say(texts, `type.${element.type}`)) }]
      : []
  })
  if (gaps.length === 0) return null
  return (
    <section className="notice notice--info">
      <div>
        <p>{say(texts, 'missing')}</p>
        <ul>
          {gaps.map(({ gap, id, field, name }) => (
            <li key={gap}>
              <button type="button" className="link-like" onClick={() => onOpen(id, field)}>
                {name}: {say(texts, `field.${field}`)}
              </button>
              {field === 'telling' && telling[id]?.map((label) => <q key={label}>{label}</q>)}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

interface RefusedProps {
  refused: readonly RefusedField[]
  draft: Draft
  texts: Texts
  onOpen: (element: string, field: string) => void
}

/** What keeps a draft from being saved, though there is a network: each field with the way to it. */
export function RefusedNotice({ refused, draft, texts, onOpen }: RefusedProps) {
  const elements = elementsOf(draft)
  return (
    <section className="notice notice--warning" role="alert">
      <div>
        <p>{say(texts, 'refused')}</p>
        <ul>
          {refused.map(({ id, field }) => {
            const element = elements.find((each) => each.id === id)
            const label = texts[`field.${field}`] ?? field
            if (!element && id !== 'cover') return <li key={field}>{label}</li>
            const name = element ? nameOf(element.prompt, say(texts, `type.${element.type}`)) : draft.title
            return (
              <li key={`${id}.${field}`}>
                <button type="button" className="link-like" onClick={() => onOpen(id, field)}>
                  {name}: {label}
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}

interface ChangedProps {
  /** A page that waited is open now. */
  hasOpened: boolean
  /** The name of what was taken away. */
  removed: string | undefined
  texts: Texts
  onUndo: () => void
}

/** What came of the last change. */
export function ChangedNotice({ hasOpened, removed, texts, onUndo }: ChangedProps) {
  return (
    <>
      {hasOpened && (
        <p className="notice notice--info" role="status">
          {say(texts, 'pageOpened')}
        </p>
      )}
      {removed !== undefined && (
        <p className="notice notice--info">
          {say(texts, 'removed', { name: removed })}{' '}
          <SmallButton data-undo-remove onClick={onUndo}>
            {say(texts, 'undoRemove')}
          </SmallButton>
        </p>
      )}
    </>
  )
}
