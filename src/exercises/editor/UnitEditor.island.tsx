import '#kit/action/actions.css'
import '#kit/form/check.css'
import '#kit/text/column.css'
import '#kit/text/fold.css'
import '#kit/form/form.css'
import '#kit/notice/notice.css'
import '#kit/text/panel.css'
import './editor.css'
import '#exercises/player/styles/interactive.css'
import '#exercises/player/styles/player.css'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import type { AboutOptions } from './AboutFields.tsx'
import { AddElement } from './AddElement.tsx'
import { DeskBar } from './DeskBar.tsx'
import { ChangedNotice, ConflictNotice, MissingNotice, RefusedNotice } from './EditorNotices.tsx'
import { PageSection } from './PageSection.tsx'
import type { EditorDraft, EditorType } from './state/contract.ts'
import { nameOf, newId } from './state/contract.ts'
import { type Change, elementsOf } from './state/draft.ts'
import { focusField } from './state/focus.ts'
import { Languages } from './state/languages.ts'
import { useAutosave } from './state/use-autosave.ts'
import { type Dragged, type DropPlace, useDrag } from './state/use-drag.ts'
import { useHistory } from './state/use-history.ts'
import { UnitSettings } from './UnitSettings.tsx'

const Preview = lazy(() => import('./Preview.tsx').then((module) => ({ default: module.Preview })))

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
  const { history, removed, setRemoved, hasOpened, ...handlers } = useHistory(first)
  const { handleChange, handleReplace, handleUndo, handleRedo } = handlers
  const [open, setOpen] = useState<string>()
  const [isPreview, setPreview] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const draft = history.now
  const saving = useAutosave(first, draft, handleReplace)
  const announce = useCallback(
    (text: string) => setAnnouncement((before) => (before === text ? `${text}\u00a0` : text)),
    [],
  )

  function handleRemove(name: string, change: Change): void {
    handleChange(change)
    setRemoved(name)
    announce(say(texts, 'removed', { name }))
  }

  function openElement(id: string | undefined): void {
    setOpen(id)
    if (id) requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView({ block: 'nearest' }))
  }

  /** Opens a task where somebody goes on to write. */
  function openAt(id: string, field: string): void {
    if (id !== 'cover') openElement(id)
    focusField(id, field)
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
        <DeskBar
          history={history}
          isPreview={isPreview}
          state={stateOf(saving)}
          texts={texts}
          onUndo={handleUndo}
          onRedo={handleRedo}
          onPreview={() => void handlePreview()}
        />
        {saving.isRestored && <p className="notice notice--info">{say(texts, 'restored')}</p>}
        {saving.theirs && (
          <ConflictNotice mine={draft} theirs={saving.theirs} texts={texts} onSettle={saving.settle} />
        )}
        {saving.state === 'refused' && (
          <RefusedNotice refused={saving.refused} draft={draft} texts={texts} onOpen={openAt} />
        )}
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
                missing={saving.missing}
                unfinished={saving.unfinished}
                unmet={saving.unmet}
                texts={texts}
                onOpen={openElement}
                onField={openAt}
                onChange={handleChange}
                onRemove={handleRemove}
                announce={announce}
                handle={handle}
                dragged={dragged}
                drop={place?.page === page.id ? place : undefined}
              />
            ))}
            <ChangedNotice hasOpened={hasOpened} removed={removed} texts={texts} onUndo={handleUndo} />
            <AddElement
              pages={draft.pages}
              types={types}
              subjects={choices.bankSubjects}
              texts={texts}
              onAdd={(page, element) => {
                handleChange({ kind: 'add', page, elements: [element] })
                openAt(element.id, 'prompt')
              }}
              onAddPage={() => handleChange({ kind: 'addPage', id: newId() })}
            />
            <UnitSettings draft={draft} choices={choices} texts={texts} lang={lang} onChange={handleChange} />
            <MissingNotice
              missing={saving.missing}
              telling={saving.telling}
              draft={draft}
              texts={texts}
              onOpen={openAt}
            />
          </>
        )}
      </div>
    </Languages>
  )
}

/** The words for the save state of a draft. */
function stateOf({ state }: ReturnType<typeof useAutosave>): string {
  if (state === 'refused') return 'unsaved'
  return state === 'saved' ? 'savedAt' : state
}
