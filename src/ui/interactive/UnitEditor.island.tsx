import { conditionCount } from '#shared/interactive/pages.ts'
import '../kit/actions.css'
import '../kit/check.css'
import '../kit/column.css'
import '../kit/fold.css'
import '../kit/form.css'
import '../kit/notice.css'
import '../kit/panel.css'
import './editor.css'
import './interactive.css'
import './player.css'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { AboutOptions } from './editor/AboutFields.tsx'
import { AddElement } from './editor/AddElement.tsx'
import type { EditorDraft, EditorType } from './editor/contract.ts'
import { nameOf, newId } from './editor/contract.ts'
import { type Change, type Draft, elementsOf } from './editor/draft.ts'
import { ConflictNotice, MissingNotice } from './editor/EditorNotices.tsx'
import { focusSoon, nameOfCard } from './editor/focus.ts'
import { begin, changed, type History, redone, replaced, undone } from './editor/history.ts'
import { Languages } from './editor/languages.ts'
import { PageSection } from './editor/PageSection.tsx'
import { UnitSettings } from './editor/UnitSettings.tsx'
import { useAutosave } from './editor/use-autosave.ts'
import { type Dragged, type DropPlace, useDrag } from './editor/use-drag.ts'
import { say, type Texts } from './player/contract.ts'

const Preview = lazy(() => import('./editor/Preview.tsx').then((module) => ({ default: module.Preview })))

export interface UnitEditorProps {
  draft: EditorDraft
  types: EditorType[]
  choices: AboutOptions
  texts: Texts
  playerTexts: Texts
  lang: string
}

/** The editor of a unit. Without script the forms of the page do the same; with it they go and this takes their place. */
export function UnitEditor(props: UnitEditorProps) {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => {
    for (const plain of document.querySelectorAll<HTMLElement>('[data-plain-editor]')) plain.hidden = true
    setAwake(true)
  }, [])
  return isAwake ? <Desk {...props} /> : null
}

function Desk({ draft: first, types, choices, texts, playerTexts, lang }: UnitEditorProps) {
  const [history, setHistory] = useState<History>(() => begin(first))
  const [open, setOpen] = useState<string>()
  const [isPreview, setPreview] = useState(false)
  const [removed, setRemoved] = useState<string>()
  const [hasOpened, setOpened] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const draft = history.now
  const onReplace = useCallback(
    (next: Draft, isChosen: boolean) =>
      setHistory((before) => (isChosen ? replaced(before, next) : begin(next))),
    [],
  )
  const saving = useAutosave(first, draft, onReplace)
  const announce = useCallback(
    (text: string) => setAnnouncement((before) => (before === text ? `${text}\u00a0` : text)),
    [],
  )

  function handleChange(change: Change): void {
    setRemoved(undefined)
    const next = changed(history, change)
    const isFreed = change.kind !== 'pageRules' && conditionCount(next.now) < conditionCount(draft)
    setOpened(isFreed && next.now.pages.length === draft.pages.length)
    setHistory((before) => changed(before, change))
  }

  function handleRemove(name: string, change: Change): void {
    handleChange(change)
    setRemoved(name)
    announce(say(texts, 'removed', { name }))
  }

  function handleUndo(): void {
    setRemoved(undefined)
    setHistory(undone)
  }

  function openElement(id: string | undefined): void {
    setOpen(id)
    if (id) requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView({ block: 'nearest' }))
  }

  /** Opens a task where somebody goes on to write: at a field, or where none is called so at its name. */
  function openAt(id: string, field: string): void {
    if (id !== 'cover') openElement(id)
    // Of a field with several parts the one that is meant.
    const part = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const place = () => document.getElementById(`${id}-${field}`) ?? document.getElementById(`${id}-${part}`)
    const ofHead = document.getElementById(`head-${part}`)
    if (id === 'cover') ofHead?.closest('details')?.setAttribute('open', '')
    focusSoon(() => (id === 'cover' ? ofHead : place()) ?? nameOfCard(id), true)
  }

  function handleDrop({ kind, id }: Dragged, { page, at }: DropPlace): void {
    const number = draft.pages.findIndex((each) => each.id === id)
    const element = elementsOf(draft).find((each) => each.id === id)
    if (kind === 'page') handleChange({ kind: 'movePage', id, by: at - number })
    else handleChange({ kind: 'move', id, page, at })
    const name = element
      ? nameOf(element.prompt, say(texts, `type.${element.type}`))
      : say(texts, 'pageName', { number: number + 1 })
    announce(say(texts, 'moved', { name, place: at + 1 }))
  }
  const { dragged, place, handle } = useDrag(handleDrop)

  // Undo and redo wherever the focus is on this page.
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      // Shift and Z everywhere, Y as Windows has it.
      const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && event.ctrlKey)
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !(key === 'z' || isRedo)) return
      event.preventDefault()
      setHistory(isRedo ? redone : undone)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])

  async function handlePreview(): Promise<void> {
    if (!isPreview) await saving.save()
    setPreview(!isPreview)
  }

  return (
    <Languages value={choices.languages}>
      <div className="column">
        <p className="hide-visually" aria-live="polite">
          {announcement}
        </p>
        <div className="actions edit-bar">
          <button
            type="button"
            className="button button--small"
            aria-disabled={history.past.length === 0}
            onClick={handleUndo}
          >
            {say(texts, 'undo')}
          </button>
          <button
            type="button"
            className="button button--small"
            aria-disabled={history.future.length === 0}
            onClick={() => setHistory(redone)}
          >
            {say(texts, 'redo')}
          </button>
          <button
            type="button"
            className="button button--small"
            aria-pressed={isPreview}
            onClick={() => void handlePreview()}
          >
            {say(texts, isPreview ? 'backToEditor' : 'preview')}
          </button>
          <span className="soft small" role="status">
            {say(
              texts,
              saving.state === 'saved'
                ? saving.unfinished.length > 0
                  ? 'unsaved'
                  : 'savedAt'
                : saving.state,
            )}
          </span>
        </div>
        {saving.isRestored && <p className="notice notice--info">{say(texts, 'restored')}</p>}
        {saving.theirs && (
          <ConflictNotice mine={draft} theirs={saving.theirs} texts={texts} onSettle={saving.settle} />
        )}
        {saving.unfinished.length > 0 && <p className="notice notice--warning">{say(texts, 'unfinished')}</p>}
        {isPreview ? (
          <Suspense>
            <Preview
              unitId={first.id}
              texts={texts}
              playerTexts={playerTexts}
              lang={lang}
              announce={announce}
            />
          </Suspense>
        ) : (
          <>
            {draft.pages.map((page, at) => (
              <PageSection
                key={page.id}
                draft={draft}
                page={page}
                number={at + 1}
                types={types}
                open={open}
                unfinished={saving.unfinished}
                unmet={saving.unmet}
                texts={texts}
                onOpen={openElement}
                onChange={handleChange}
                onRemove={handleRemove}
                announce={announce}
                handle={handle}
                dragged={dragged}
                drop={place?.page === page.id ? place : undefined}
              />
            ))}
            {hasOpened && (
              <p className="notice notice--info" role="status">
                {say(texts, 'pageOpened')}
              </p>
            )}
            {removed !== undefined && (
              <p className="notice notice--info">
                {say(texts, 'removed', { name: removed })}{' '}
                <button type="button" className="button button--small" data-undo-remove onClick={handleUndo}>
                  {say(texts, 'undoRemove')}
                </button>
              </p>
            )}
            <section className="panel column" aria-label={say(texts, 'add')}>
              <AddElement
                pages={draft.pages}
                types={types}
                subjects={choices.bankSubjects}
                texts={texts}
                onAdd={(page, element) => {
                  handleChange({ kind: 'add', page, elements: [element] })
                  openAt(element.id, 'prompt')
                }}
              />
              <div>
                <button
                  type="button"
                  className="button button--plain"
                  onClick={() => handleChange({ kind: 'addPage', id: newId() })}
                >
                  {say(texts, 'addPage')}
                </button>
              </div>
            </section>
            <UnitSettings draft={draft} choices={choices} texts={texts} lang={lang} onChange={handleChange} />
            <MissingNotice missing={saving.missing} draft={draft} texts={texts} onOpen={openAt} />
          </>
        )}
      </div>
    </Languages>
  )
}
