interface Props<Id> {
  id: string
  label: string
  hint?: string
  value: Id
  options: readonly { id: Id; name: string }[]
  onValue: (value: string) => void
}

/** A field with a list of which one is chosen. */
export function SelectField<Id extends string | number>(props: Props<Id>) {
  const { id, label, hint, value, options, onValue } = props
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <select
        className="input"
        id={id}
        aria-describedby={hint && `${id}-hint`}
        value={value}
        onChange={({ target }) => onValue(target.value)}
      >
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  )
}
