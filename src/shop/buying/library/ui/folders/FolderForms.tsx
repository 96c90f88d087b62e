import '#kit/action/actions.css'
import '#kit/action/button.css'
import '#kit/text/fold.css'
import '#kit/form/form.css'
import { type FormEvent, useLayoutEffect, useState } from 'react'
import { folderPaths } from '#kit/list/folder-names.ts'
import { Icon } from '#kit/media/Icon.tsx'
import { folderDepth } from '#platform/limits.ts'
import { heightOf, isInside } from '#platform/rules/folder-tree.ts'
import type { LibraryFolder } from '#shop/buying/folders/rules/library-contract.ts'
import { $shelf } from '../../browser/library.ts'
import { change } from '../../browser/library-moves.ts'
import { rememberForms } from '../remember-forms.ts'
import { submitChange, submitNew } from '../submitting.ts'
import type { FieldProblems, LibraryMessages, Refused, Words } from '../types.ts'
import { FolderFields } from './FolderFields.tsx'

interface Props {
  folders: readonly LibraryFolder[]
  /** The folder that is shown. */
  open: number | undefined
  refused: Refused | undefined
  words: Words
  /** The folder that was shown is gone. */
  onDeleted?: () => void
}

/** Making a folder, and changing or deleting the one that is open; as the page had it until somebody came to use it. */
export function FolderForms({ folders, open, refused, words, onDeleted }: Props) {
  const [restore] = useState(rememberForms)
  useLayoutEffect(restore, [restore])
  const shown = folders.find(({ id }) => id === open)
  return (
    <div className="folders__tools">
      <NewFolder folders={folders} open={open} refused={refused} words={words} />
      {shown && (
        <ChangeFolder
          key={shown.id}
          folders={folders}
          shown={shown}
          refused={refused}
          words={words}
          {...(onDeleted && { onDeleted })}
        />
      )}
    </div>
  )
}

function NewFolder({ folders, open, refused, words: { messages, urls } }: Omit<Props, 'onDeleted'>) {
  const [problems, setProblems] = useState<FieldProblems>(() => given(refused, 'create-folder'))

  async function handleSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    setProblems(await submitNew(form, messages))
  }

  return (
    <details className="fold" open={refused?.intent === 'create-folder' || undefined}>
      <summary>
        {messages.newFolder} <Icon name="chevron" />
      </summary>
      <form
        className="form"
        method="post"
        action={urls.library}
        onSubmit={(event) => void handleSubmit(event)}
      >
        <input type="hidden" name="type" value="purchased" />
        <FolderFields
          names={{ title: 'title', parent: 'parent_id', id: 'new-folder' }}
          title={refused?.intent === 'create-folder' ? refused.title : ''}
          parentId={refused?.intent === 'create-folder' ? refused.parentId : String(open ?? 0)}
          places={folders.length > 0 ? places(folders, messages, 1) : []}
          problems={problems}
          messages={messages}
        />
        <div className="actions">
          <button className="button" type="submit" name="intent" value="create-folder">
            {messages.create}
          </button>
        </div>
      </form>
    </details>
  )
}

function ChangeFolder(
  props: Omit<Props, 'open'> & {
    shown: LibraryFolder
  },
) {
  const { folders, shown, refused, onDeleted, words } = props
  const { messages, urls } = words
  const [problems, setProblems] = useState<FieldProblems>(() => given(refused, 'change-folder'))
  const isRefused = refused?.intent === 'change-folder'

  async function handleSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    setProblems(await submitChange(form, shown, messages))
  }

  async function handleDelete(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    // This form goes with its folder.
    event.currentTarget.closest('.folders')?.querySelector<HTMLElement>('.folders__item')?.focus()
    await change({ kind: 'delete', id: shown.id })
    if (!$shelf.get().folders.some(({ id }) => id === shown.id)) onDeleted?.()
  }

  return (
    <details className="fold" open={isRefused || undefined}>
      <summary>
        {messages.change}
        <span className="hide-visually">: {shown.title}</span> <Icon name="chevron" />
      </summary>
      <form
        className="form"
        method="post"
        action={`${urls.library}?folder=${shown.id}`}
        onSubmit={(event) => void handleSubmit(event)}
      >
        <input type="hidden" name="queryFilter.type" value="purchased" />
        <input type="hidden" name="queryFilter.ids" value={shown.id} />
        <FolderFields
          key={`${shown.title} ${shown.parent_id}`}
          names={{ title: 'fields.title', parent: 'fields.parent_id', id: 'folder' }}
          title={isRefused ? refused.title : shown.title}
          parentId={isRefused ? refused.parentId : String(shown.parent_id ?? 0)}
          places={places(folders, messages, heightOf(folders, shown.id), shown.id)}
          problems={problems}
          messages={messages}
        />
        <div className="actions">
          <button className="button" type="submit" name="intent" value="change-folder">
            {messages.save}
          </button>
        </div>
      </form>
      <form
        className="folders__delete"
        method="post"
        action={urls.library}
        onSubmit={(event) => void handleDelete(event)}
      >
        <input type="hidden" name="queryFilter.type" value="purchased" />
        <input type="hidden" name="queryFilter.ids" value={shown.id} />
        <p className="soft small">{messages.deleteHint}</p>
        <button className="button button--plain" type="submit" name="intent" value="delete-folder">
          {messages.delete}
        </button>
      </form>
    </details>
  )
}

/** The folders a folder of this depth may be moved to. */
function places(
  folders: readonly LibraryFolder[],
  messages: LibraryMessages,
  height: number,
  moved?: number,
) {
  const fitting = folderPaths(folders).filter(
    ({ folder: { id }, level }) =>
      id > 0 && level + height <= folderDepth && (moved === undefined || !isInside(folders, id, moved)),
  )
  return [
    { id: '0', name: messages.top },
    ...fitting.map(({ folder, path }) => ({ id: String(folder.id), name: path })),
  ]
}

function given(refused: Refused | undefined, intent: string): FieldProblems {
  if (refused?.intent !== intent) return {}
  return { form: refused.problem, title: refused.titleError, parent: refused.parentError }
}
