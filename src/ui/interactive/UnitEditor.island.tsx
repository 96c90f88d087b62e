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
import { Icon } from '../kit/Icon.tsx'
import { AboutFields, type AboutOptions } from './editor/AboutFields.tsx'
import { AddElement } from './editor/AddElement.tsx'
import type { EditorDraft, EditorType } from './editor/contract.ts'
import { newId } from './editor/contract.ts'
import { type Change, conditionsOf, type Draft } from './editor/draft.ts'
import { ConflictNotice, MissingNotice } from './editor/EditorNotices.tsx'
import { begin, changed, type History, redone, undone } from './editor/history.ts'
import { PageSection } from './editor/PageSection.tsx'
import { PlayRules } from './editor/PlayRules.tsx'
import { useAutosave } from './editor/use-autosave.ts'
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
  const onReplace = useCallback((next: Draft) => setHistory(begin(next)), [])
  const saving = useAutosave(first, draft, onReplace)
  const announce = useCallback(
    (text: string) => setAnnouncement((before) => (before === text ? `${text}\u00a0` : text)),
    [],
  )

  function handleChange(change: Change): void {
    setRemoved(undefined)
    const next = changed(history, change)
    const isFreed = change.kind !== 'pageRules' && conditionsOf(next.now) < conditionsOf(draft)
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

  // Undo and redo wherever the focus is on this page.
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
      event.preventDefault()
      setHistory(event.shiftKey ? redone : undone)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])

  async function handlePreview(): Promise<void> {
    if (!isPreview) await saving.save()
    setPreview(!isPreview)
  }

  return (
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
            saving.state === 'saved' ? (saving.unfinished.length > 0 ? 'unsaved' : 'savedAt') : saving.state,
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
              <button type="button" className="button button--small" onClick={handleUndo}>
                {say(texts, 'undoRemove')}
              </button>
            </p>
          )}
          <section className="panel column" aria-label={say(texts, 'add')}>
            <AddElement
              types={types}
              subjects={choices.bankSubjects}
              texts={texts}
              onAdd={(element) => {
                handleChange({ kind: 'add', page: draft.pages.at(-1)?.id ?? '', elements: [element] })
                openElement(element.id)
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
          <Settings draft={draft} choices={choices} texts={texts} lang={lang} onChange={handleChange} />
          <MissingNotice missing={saving.missing} draft={draft} texts={texts} onOpen={openElement} />
        </>
      )}
    </div>
  )
}

function Settings({
  draft,
  choices,
  texts,
  lang,
  onChange,
}: {
  draft: Draft
  choices: AboutOptions
  texts: Texts
  lang: string
  onChange: (change: Change) => void
}) {
  const { settings } = draft
  const set = (head: Partial<Draft>) => onChange({ kind: 'head', head })
  return (
    <details className="panel fold">
      <summary>
        {say(texts, 'settings')}
        <Icon name="chevron" />
      </summary>
      <div className="form">
        {(['title', 'description'] as const).map((name) => (
          <div key={name} className="field">
            <label className="field__label" htmlFor={`head-${name}`}>
              {say(texts, `field.${name}`)}
            </label>
            <input
              className="input"
              id={`head-${name}`}
              value={draft[name]}
              maxLength={name === 'title' ? 120 : 500}
              onChange={({ target }) => set({ [name]: target.value })}
            />
          </div>
        ))}
        <AboutFields draft={draft} options={choices} texts={texts} lang={lang} onChange={set} />
        <div className="field">
          <label className="field__label" htmlFor="head-pass">
            {say(texts, 'field.passPercent')}
          </label>
          <input
            className="input"
            id="head-pass"
            type="number"
            min={0}
            max={100}
            value={settings.passPercent}
            onChange={({ target }) =>
              set({
                settings: {
                  ...settings,
                  passPercent: Math.min(100, Math.max(0, Math.round(target.valueAsNumber) || 0)),
                },
              })
            }
          />
        </div>
        <PlayRules settings={settings} texts={texts} onChange={(next) => set({ settings: next })} />
        {(['shufflesElements', 'shufflesPages'] as const).map((name) => (
          <label key={name} className="check">
            <input
              type="checkbox"
              checked={settings[name]}
              onChange={({ target }) => set({ settings: { ...settings, [name]: target.checked } })}
            />
            <span>{say(texts, `field.${name}`)}</span>
          </label>
        ))}
      </div>
    </details>
  )
}
