import type { ProductError } from '#platform/errors.ts'
import type { LibraryFolder } from '#shop/buying/folders/rules/library-contract.ts'
import { $shelf } from '../browser/library.ts'
import { change, newFolderId } from '../browser/library-moves.ts'
import type { FieldProblems, LibraryMessages } from './types.ts'

/** Makes the folder that was typed. Says what is wrong with it, and shows the form again then. */
export async function submitNew(form: HTMLFormElement, messages: LibraryMessages): Promise<FieldProblems> {
  const typed = read(form)
  if (typed.title === '') return { title: messages.nameMissing }
  close(form)
  const error = await change({ kind: 'create', id: newFolderId(), ...typed })
  // What did not reach the server stays typed.
  if ($shelf.get().folders.some(({ title }) => title === typed.title)) form.reset()
  return refusedAs(form, error, messages)
}

/** The same of a folder that is renamed or moved. */
export async function submitChange(
  form: HTMLFormElement,
  { id, title, parent_id }: LibraryFolder,
  messages: LibraryMessages,
): Promise<FieldProblems> {
  const typed = read(form)
  if (typed.title === '') return { title: messages.nameMissing }
  close(form)
  if (typed.title === title && typed.parentId === parent_id) return {}
  return refusedAs(form, await change({ kind: 'edit', id, ...typed }), messages)
}

/** What was typed; a name as it will be stored; the field takes no more than fits, and the server refuses what is longer. */
function read(form: HTMLFormElement): { title: string; parentId: number | null } {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? data.get(`fields.${name}`) ?? '')
  const title = text('title').replace(/\s+/g, ' ').trim()
  return { title, parentId: Number(text('parent_id')) || null }
}

function refusedAs(
  form: HTMLFormElement,
  error: ProductError | undefined,
  messages: LibraryMessages,
): FieldProblems {
  if (!error) return {}
  const fold = form.closest('details')
  if (fold) fold.open = true
  form.querySelector<HTMLInputElement>('input:not([type=hidden])')?.focus()
  const { title, parent_id, type } = error.fields ?? {}
  return {
    ...(type && { form: messages.tooMany }),
    ...(title && { title: title === 'too_long' ? messages.tooLong : messages.nameMissing }),
    ...(parent_id && { parent: parent_id === 'invalid' ? messages.intoItself : messages.tooDeep }),
  }
}

function close(form: HTMLFormElement): void {
  const fold = form.closest('details')
  if (!fold) return
  if (fold.contains(document.activeElement)) fold.querySelector('summary')?.focus()
  fold.open = false
}
