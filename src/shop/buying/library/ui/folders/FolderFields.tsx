import { folderTitleLength } from '#platform/limits.ts'
import type { FieldProblems, LibraryMessages } from '../types.ts'

interface Props {
  names: { title: string; parent: string; id: string }
  title: string
  parentId: string
  /** Where it may lie; none: there is nothing to choose. */
  places: readonly { id: string; name: string }[]
  problems: FieldProblems
  messages: LibraryMessages
}

/** A folder's name and place. */
export function FolderFields({ names, title, parentId, places, problems, messages }: Props) {
  const [titleId, parentFieldId] = [`${names.id}-title`, `${names.id}-parent`]
  return (
    <>
      {problems.form && (
        <p className="field__error" role="alert">
          {problems.form}
        </p>
      )}
      <div className="field">
        <label className="field__label" htmlFor={titleId}>
          {messages.name}
        </label>
        <input
          className="input"
          id={titleId}
          type="text"
          name={names.title}
          defaultValue={title}
          maxLength={folderTitleLength}
          autoComplete="off"
          aria-invalid={problems.title ? true : undefined}
          aria-describedby={problems.title ? `${titleId}-error` : undefined}
        />
        <Problem id={`${titleId}-error`} text={problems.title} />
      </div>
      {places.length > 0 && (
        <div className="field">
          <label className="field__label" htmlFor={parentFieldId}>
            {messages.parent}
          </label>
          <select
            className="input"
            id={parentFieldId}
            name={names.parent}
            defaultValue={places.some(({ id }) => id === parentId) ? parentId : '0'}
            aria-invalid={problems.parent ? true : undefined}
            aria-describedby={problems.parent ? `${parentFieldId}-error` : undefined}
          >
            {places.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <Problem id={`${parentFieldId}-error`} text={problems.parent} />
        </div>
      )}
    </>
  )
}

function Problem({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null
  return (
    <p className="field__error" id={id} role="alert">
      {text}
    </p>
  )
}
