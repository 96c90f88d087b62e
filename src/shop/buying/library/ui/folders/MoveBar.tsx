import '#kit/action/actions.css'
import '#kit/action/button.css'
import '#kit/form/form.css'
import { type FormEvent, useRef } from 'react'
import type { FolderPath } from '#kit/list/folder-names.ts'
import type { LibraryFolder } from '#shop/buying/folders/rules/library-contract.ts'
import type { Words } from '../types.ts'
import { counted, moveFormId } from '../words.ts'

interface Props {
  rows: readonly FolderPath<LibraryFolder>[]
  open: number | 'archive' | undefined
  chosenCount: number
  words: Words
  /** Left out: it is the form of the page. */
  onMove?: (event: FormEvent<HTMLFormElement>, to: number | 'archive' | 'back') => void
  onChooseAll?: (isChosen: boolean) => void
}

/** What is done with all that is chosen. Seen when something is (library.css), also without script. */
export function MoveBar({ rows, open, chosenCount, words, onMove, onChooseAll }: Props) {
  const { messages, urls } = words
  const select = useRef<HTMLSelectElement>(null)
  const targets = rows.filter(({ folder }) => folder.id !== open && folder.id > 0)

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    if (!onMove) return
    const { submitter } = event.nativeEvent as SubmitEvent
    const intent = submitter instanceof HTMLButtonElement ? submitter.value : 'move-materials'
    const to = targetOf(intent)
    if (to !== undefined) {
      onMove(event, to)
      return
    }
    event.preventDefault()
    select.current?.focus()
  }

  function targetOf(intent: string): number | 'archive' | 'back' | undefined {
    if (intent === 'archive-materials') return 'archive'
    if (intent === 'restore-materials') return 'back'
    return Number(select.current?.value) || undefined
  }

  return (
    <form
      className="move-bar"
      id={moveFormId}
      method="post"
      action={urls.library}
      aria-label={messages.moveLabel}
      onSubmit={handleSubmit}
    >
      <input type="hidden" name="type" value="purchased" />
      {open !== undefined && <input type="hidden" name="folder" value={open} />}
      {chosenCount > 0 && <p className="move-bar__count">{counted(messages.chosen, chosenCount, words)}</p>}
      {targets.length > 0 && (
        <div className="move-bar__to">
          <label className="small" htmlFor="move-to">
            {messages.to}
          </label>
          <select ref={select} className="input" id="move-to" name="to" defaultValue="">
            <option value="">{messages.chooseFolder}</option>
            {targets.map(({ folder, path }) => (
              <option key={folder.id} value={folder.id}>
                {path}
              </option>
            ))}
          </select>
          <button className="button button--primary" type="submit" name="intent" value="move-materials">
            {messages.move}
          </button>
        </div>
      )}
      <div className="actions">
        {open === 'archive' ? (
          <button className="button" type="submit" name="intent" value="restore-materials">
            {messages.restoreChosen}
          </button>
        ) : (
          <button className="button" type="submit" name="intent" value="archive-materials">
            {messages.archiveChosen}
          </button>
        )}
        {chosenCount > 0 && (
          <>
            <button className="button button--plain" type="button" onClick={() => onChooseAll?.(true)}>
              {messages.chooseAll}
            </button>
            <button className="button button--plain" type="button" onClick={() => onChooseAll?.(false)}>
              {messages.clear}
            </button>
          </>
        )}
      </div>
    </form>
  )
}
