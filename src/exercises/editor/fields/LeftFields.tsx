import { splitThings } from '../state/area-rows.ts'

interface LineProps {
  label: string
  text: string
  maxLength?: number
  onText: (text: string) => void
}

/** A field that is read when it is left: what is half typed counts for nothing yet. */
export function Line({ label, text, maxLength = 200, onText }: LineProps) {
  return (
    <label className="things">
      <span className="small">{label}</span>
      <input
        key={text}
        type="text"
        className="input"
        defaultValue={text}
        maxLength={maxLength}
        onBlur={({ target }) => {
          const said = target.value.trim()
          if (said !== text) onText(said)
        }}
      />
    </label>
  )
}

interface ThingsProps {
  label: string
  things: readonly string[]
  onThings: (things: string[]) => void
}

/** Several things in one field. */
export function Things({ label, things, onThings }: ThingsProps) {
  return (
    <Line
      label={label}
      text={things.join('; ')}
      maxLength={1000}
      onText={(text) => onThings(splitThings(text))}
    />
  )
}
