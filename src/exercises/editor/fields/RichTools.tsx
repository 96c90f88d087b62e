import { type KeyboardEvent, lazy, Suspense, useContext, useState } from 'react'
import type { Picture } from '#exercises/model/task/widget.ts'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { Languages } from '../state/languages.ts'
import { SmallButton } from './SmallButton.tsx'

const FormulaLine = lazy(() =>
  import('./FormulaLine.tsx').then((module) => ({ default: module.FormulaLine })),
)

const PictureLine = lazy(() =>
  import('./PictureLine.tsx').then((module) => ({ default: module.PictureLine })),
)

const commands = [
  ['bold', 'bold'],
  ['italic', 'italic'],
  ['underlined', 'underline'],
  ['raised', 'superscript'],
  ['lowered', 'subscript'],
  ['list', 'insertUnorderedList'],
  ['numbered', 'insertOrderedList'],
] as const

interface Props {
  id: string
  texts: Texts
  run: (command: string, value?: string) => void
  /** Says in which language the chosen words are, undefined: in that of the exercise; false: none are chosen. */
  onLanguage: (language: string | undefined) => boolean
  onPicture: (picture: Picture) => void
}

/** As the exercise is written. */
const usual = 'usual'

/** What a text can be given: its looks, links, formulas, and in which language words of it are. */
export function RichTools({ id, texts, run, onLanguage, onPicture }: Props) {
  const [open, setOpen] = useState<'link' | 'formula' | 'picture'>()
  const [hasNoWords, setNoWords] = useState(false)
  const languages = useContext(Languages)
  const toggle = (what: 'link' | 'formula' | 'picture') => setOpen(open === what ? undefined : what)
  const insert = (command: string, value: string) => {
    setOpen(undefined)
    run(command, value)
  }

  return (
    <>
      <div className="actions" role="toolbar" aria-label={say(texts, 'tools')}>
        {commands.map(([name, command]) => (
          <SmallButton key={name} onClick={() => run(command)}>
            {say(texts, name)}
          </SmallButton>
        ))}
        {(['link', 'formula', 'picture'] as const).map((name) => (
          <SmallButton key={name} aria-expanded={open === name} onClick={() => toggle(name)}>
            {say(texts, name)}
          </SmallButton>
        ))}
        <select
          className="input rich__language"
          aria-label={say(texts, 'wordsLanguage')}
          value=""
          onChange={({ target }) =>
            setNoWords(!onLanguage(target.value === usual ? undefined : target.value))
          }
        >
          <option value="">{say(texts, 'wordsLanguage')}</option>
          <option value={usual}>{say(texts, 'usualLanguage')}</option>
          {languages.map(({ id: language, name }) => (
            <option key={language} value={language}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <p className="soft small" aria-live="polite">
        {hasNoWords && say(texts, 'selectWords')}
      </p>
      {open === 'link' && (
        <LinkLine id={id} texts={texts} onLink={(address) => insert('createLink', address)} />
      )}
      {open === 'picture' && (
        <Suspense>
          <PictureLine
            id={id}
            texts={texts}
            onInsert={(picture) => {
              setOpen(undefined)
              onPicture(picture)
            }}
          />
        </Suspense>
      )}
      {open === 'formula' && (
        <Suspense>
          <FormulaLine id={id} texts={texts} onInsert={(formula) => insert('insertText', formula)} />
        </Suspense>
      )}
    </>
  )
}

function LinkLine({ id, texts, onLink }: { id: string; texts: Texts; onLink: (address: string) => void }) {
  const [address, setAddress] = useState('')
  const [isRefused, setRefused] = useState(false)

  function take(): void {
    const said = address.trim()
    const whole = /^[a-z][a-z0-9+.-]*:/i.test(said) ? said : `https://${said}`
    if (/^https:\/\/[^\s/]+\.\S+$/.test(whole)) onLink(whole)
    else setRefused(true)
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return
    event.preventDefault()
    take()
  }

  return (
    <div className="panel column">
      <label className="field__label" htmlFor={`${id}-link`}>
        {say(texts, 'linkAddress')}
      </label>
      <div className="actions">
        <input
          className="input"
          id={`${id}-link`}
          type="url"
          placeholder="https://"
          value={address}
          aria-invalid={isRefused}
          aria-describedby={`${id}-link-error`}
          onChange={({ target }) => {
            setRefused(false)
            setAddress(target.value)
          }}
          onKeyDown={handleKey}
        />
        <button type="button" className="button" onClick={take}>
          {say(texts, 'insert')}
        </button>
      </div>
      <p className="small" id={`${id}-link-error`} aria-live="polite">
        {isRefused && say(texts, 'linkRefused')}
      </p>
    </div>
  )
}
