import '../action/actions.css'
import '../action/button.css'
import '../form/check.css'
import '../text/fold.css'
import './folder.css'
import '../notice/notice.css'
import '../notice/target-notice.css'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FolderType } from '#shop/buying/folders/rules/contract.ts'
import { Icon } from '../media/Icon.tsx'
import type { FolderMenuMessages, MenuChoices } from './folder-types.ts'

interface Props {
  material: { id: number; title: string }
  folders: MenuChoices
  /** Those it lies in. */
  folderIds: readonly number[]
  /** The page's address, where forms post without script. */
  action: string
  type: FolderType
  messages: FolderMenuMessages
  /** It no longer lies in the folder that is open. */
  onMoveAway: (materialId: number) => void
  /** Says whether it is stored and this place says so. */
  onPlace: (materialId: number, folderIds: readonly number[]) => Promise<boolean>
  /** Left out: the archive is a form of the page. */
  onArchive?: (materialId: number, isArchived: boolean) => void
  /** What is to be heard. */
  onSay: (text: string) => void
}

/** In which folders a material of a list lies, as FolderPicker.astro asks it elsewhere. */
export function FolderMenu(props: Props) {
  const { material, folders, folderIds, action, type, messages, onMoveAway, onPlace, onArchive, onSay } =
    props
  const { id, title } = material
  const { rows, open, archivedIds, savedSeconds } = folders
  const fold = useRef<HTMLDetailsElement>(null)
  const [isSaved, setSaved] = useState(false)
  const isArchived = archivedIds.includes(id)
  const named = (text: string) => text.replace('{title}', () => title)

  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(() => setSaved(false), savedSeconds * 1000)
    return () => clearTimeout(timer)
  }, [isSaved, savedSeconds])

  async function handleSync(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget).getAll('folder_ids').map(Number)
    close()
    if (typeof open === 'number' && !chosen.includes(open)) onMoveAway(id)
    setSaved(false)
    onSay('')
    if (!(await onPlace(id, chosen))) return
    setSaved(true)
    onSay(`${title}: ${messages.saved}`)
  }

  function handleArchive(event: FormEvent): void {
    if (!onArchive) return
    event.preventDefault()
    close()
    onMoveAway(id)
    onArchive(id, !isArchived)
  }

  function close(): void {
    if (!fold.current) return
    if (fold.current.contains(document.activeElement)) fold.current.querySelector('summary')?.focus()
    fold.current.open = false
  }

  return (
    <div className="line__wide">
      <div className={isSaved ? undefined : 'target-notice'} id={`folders-of-${id}`} tabIndex={-1}>
        <div className="notice notice--success">
          <Icon name="check" />
          <div>
            <p>{messages.saved}</p>
          </div>
        </div>
      </div>
      <details className="fold" ref={fold}>
        <summary aria-label={named(messages.putNamed)}>
          {messages.put} <Icon name="chevron" />
        </summary>
        {rows.length === 0 ? (
          <p className="soft small">{messages.none}</p>
        ) : (
          <form method="post" action={action} onSubmit={(event) => void handleSync(event)}>
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="folder_type" value={type} />
            {open !== undefined && <input type="hidden" name="folder" value={open} />}
            <fieldset className="picker__list">
              <legend className="hide-visually">{named(messages.putNamed)}</legend>
              {rows.map((row) => (
                // Another state than what is shown means another box: what was ticked is the browser's until it is sent.
                <label key={`${row.id} ${folderIds.includes(row.id)}`} className="check">
                  <input
                    type="checkbox"
                    name="folder_ids"
                    value={row.id}
                    defaultChecked={folderIds.includes(row.id)}
                  />
                  {row.path}
                </label>
              ))}
            </fieldset>
            <button className="button" type="submit" name="intent" value="sync-folders">
              {messages.save}
            </button>
          </form>
        )}
        <form method="post" action={action} onSubmit={handleArchive}>
          <input type="hidden" name="queryFilter.ids" value={id} />
          <input type="hidden" name="type" value={type} />
          {open !== undefined && <input type="hidden" name="folder" value={open} />}
          <button
            className="button button--plain"
            type="submit"
            name="intent"
            value={isArchived ? 'restore-materials' : 'archive-materials'}
            aria-label={named(isArchived ? messages.restoreNamed : messages.archiveNamed)}
          >
            {isArchived ? messages.restore : messages.archive}
          </button>
        </form>
      </details>
    </div>
  )
}
