import { useId, useState } from 'react'
import { findElements } from '#exercises/browser/unit-draft.ts'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { Icon } from '#kit/media/Icon.tsx'
import { SelectField } from './fields/SelectField.tsx'
import { SmallButton } from './fields/SmallButton.tsx'
import { nameOf } from './state/contract.ts'
import type { DraftElement } from './state/draft.ts'
import { focusSoon } from './state/focus.ts'

interface Props {
  /** Of one's own exercises. */
  subjects: readonly { id: string; name: string }[]
  texts: Texts
  onTake: (element: DraftElement) => void
}

interface Found {
  unitTitle: string
  name: string
  element: DraftElement
}

/** Copies of an exercise share the ids of their tasks: each has its place in the list as its key. */
type Shown = Found & { key: number }

/** Tasks of one's own exercises by their words, tags and subjects, to be used once more. */
export function Bank({ subjects, texts, onTake }: Props) {
  const [wish, setWish] = useState({ query: '', tag: '', subject: '' })
  const [found, setFound] = useState<readonly Shown[]>()
  const [next, setNext] = useState<string>()
  const [hasFailed, setFailed] = useState(false)
  const id = useId()

  /** `from`: what is found is shown below what there is. */
  async function search(asked = wish, from?: string): Promise<void> {
    setWish(asked)
    setFailed(false)
    try {
      const part = await findElements<Found>({ ...asked, ...(from !== undefined && { from }) })
      const before = from === undefined ? [] : (found ?? [])
      const more = part.elements.map((each, at) => ({ ...each, key: before.length + at }))
      setFound([...before, ...more])
      setNext(part.next)
      if (from !== undefined) focusSoon(() => document.getElementById(`${id}-take-${before.length}`), true)
    } catch {
      setFailed(true)
    }
  }

  const tags = new Set(found?.flatMap(({ element }) => element.tags.split(', ').filter(Boolean)))

  return (
    <details className="fold">
      <summary>
        {say(texts, 'bank')}
        <Icon name="chevron" />
      </summary>
      <div className="field">
        <label className="field__label" htmlFor={`${id}-bank`}>
          {say(texts, 'bankSearch')}
        </label>
        <div className="actions">
          <input
            className="input"
            id={`${id}-bank`}
            type="search"
            value={wish.query}
            maxLength={100}
            onChange={({ target }) => setWish({ ...wish, query: target.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void search({ ...wish, tag: '' })
            }}
          />
          <button type="button" className="button" onClick={() => void search({ ...wish, tag: '' })}>
            {say(texts, 'bankFind')}
          </button>
        </div>
      </div>
      {subjects.length > 0 && (
        <SelectField
          id={`${id}-subject`}
          label={say(texts, 'bankSubject')}
          value={wish.subject}
          options={[{ id: '', name: say(texts, 'allSubjects') }, ...subjects]}
          onValue={(subject) => {
            const asked = { ...wish, subject }
            if (found) void search(asked)
            else setWish(asked)
          }}
        />
      )}
      {(tags.size > 0 || wish.tag !== '') && (
        <div className="actions">
          {[...new Set([...(wish.tag === '' ? [] : [wish.tag]), ...tags])].map((each) => (
            <SmallButton
              key={each}
              aria-pressed={each === wish.tag}
              onClick={() => void search({ ...wish, tag: each === wish.tag ? '' : each })}
            >
              <span className="hide-visually">{say(texts, 'tag')} </span>
              {each}
            </SmallButton>
          ))}
        </div>
      )}
      <div aria-live="polite">
        {hasFailed && <p className="notice notice--warning">{say(texts, 'bankFails')}</p>}
        {!hasFailed && found?.length === 0 && <p className="soft">{say(texts, 'bankEmpty')}</p>}
      </div>
      <ul className="rows">
        {found?.map(({ unitTitle, name, element, key }) => (
          <li key={key} className="rows__row">
            <span>
              {nameOf(name, say(texts, `type.${element.type}`))}{' '}
              <span className="soft small">{say(texts, 'bankFrom', { title: unitTitle })}</span>
            </span>
            <SmallButton id={`${id}-take-${key}`} onClick={() => onTake(element)}>
              {say(texts, 'bankTake')}
              <span className="hide-visually">: {name}</span>
            </SmallButton>
          </li>
        ))}
      </ul>
      {next !== undefined && (
        <div>
          <button type="button" className="button" onClick={() => void search(wish, next)}>
            {say(texts, 'bankMore')}
          </button>
        </div>
      )}
    </details>
  )
}
