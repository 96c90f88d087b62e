import '#kit/form/choices.css'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { Icon } from '#kit/media/Icon.tsx'
import { SelectField } from './fields/SelectField.tsx'
import type { Draft } from './state/draft.ts'

interface Choice {
  id: string
  name: string
}

/** What a unit can be for, in the words of its world. */
export interface AboutOptions {
  subjects: readonly Choice[]
  grades: readonly Choice[]
  schoolTypes: readonly Choice[]
  languages: readonly Choice[]
  /** Of which there are tasks in the bank. */
  bankSubjects: readonly Choice[]
}

interface Props {
  draft: Draft
  options: AboutOptions
  texts: Texts
  /** The language of the world. */
  lang: string
  onChange: (about: Partial<Draft>) => void
}

/** For what an exercise is: subjects, school types, grades and the language of its words. */
export function AboutFields({ draft, options, texts, lang, onChange }: Props) {
  return (
    <>
      {(['subjects', 'schoolTypes', 'grades'] as const).map((name) => (
        <Choices
          key={name}
          label={say(texts, `field.${name}`)}
          options={options[name]}
          picked={draft[name] ?? []}
          onChange={(ids) => onChange({ [name]: ids })}
        />
      ))}
      <SelectField
        id="head-language"
        label={say(texts, 'field.language')}
        value={draft.language || lang}
        options={options.languages}
        onValue={(language) => onChange({ language })}
      />
    </>
  )
}

function Choices({
  label,
  options,
  picked,
  onChange,
}: {
  label: string
  options: readonly Choice[]
  picked: readonly string[]
  onChange: (ids: string[]) => void
}) {
  const names = options.filter(({ id }) => picked.includes(id)).map(({ name }) => name)
  const toggle = (id: string) =>
    onChange(picked.includes(id) ? picked.filter((each) => each !== id) : [...picked, id])
  return (
    <details className="choices">
      <summary>
        <span>
          <span className="field__label">{label}</span>
          {names.length > 0 && <span className="choices__picked">: {names.join(', ')}</span>}
        </span>
        <Icon name="chevron" />
      </summary>
      <fieldset>
        <legend className="hide-visually">{label}</legend>
        <div className="checks">
          {options.map(({ id, name }) => (
            <label key={id} className="check">
              <input
                type="checkbox"
                checked={picked.includes(id)}
                // More than these a unit cannot name.
                disabled={picked.length >= mostTerms && !picked.includes(id)}
                onChange={() => toggle(id)}
              />
              <span>{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </details>
  )
}

const mostTerms = 20
