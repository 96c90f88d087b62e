import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { say, type Texts } from '../player/contract.ts'
import { WordsLanguage } from './WordsLanguage.tsx'

interface Props {
  id: string
  label: string
  html: string
  onChange: (html: string) => void
  texts: Texts
}

const commands = [
  ['bold', 'bold'],
  ['italic', 'italic'],
  ['list', 'insertUnorderedList'],
  ['numbered', 'insertOrderedList'],
] as const

/** A div, because no field of a form holds what is bold. */
const asTextbox = (label: string) =>
  ({ role: 'textbox', 'aria-multiline': true, 'aria-labelledby': label }) as const

/**
 * A text with what is bold, lists and links, as it will be seen. What it holds is cleaned by the server; what is pasted comes as
 * plain words.
 */
export function RichField({ id, label, html, onChange, texts }: Props) {
  const field = useRef<HTMLDivElement>(null)
  const shown = useRef('')
  const [isLinking, setLinking] = useState(false)

  // The browser owns what stands in the field; only what comes from elsewhere (undo) is put there.
  useEffect(() => {
    if (!field.current || shown.current === html) return
    shown.current = html
    const read = new DOMParser().parseFromString(html, 'text/html')
    field.current.replaceChildren(...read.body.childNodes)
  }, [html])

  function tell(): void {
    const now = field.current?.innerHTML ?? ''
    shown.current = now === '<br>' ? '' : now
    onChange(shown.current)
  }

  /** No other way is known to every browser, and each of them keeps its own undo of it. */
  function run(command: string, value?: string): void {
    field.current?.focus()
    document.execCommand(command, false, value)
    tell()
  }

  function handlePaste(event: ClipboardEvent): void {
    event.preventDefault()
    run('insertText', event.clipboardData.getData('text/plain'))
  }

  function handleLink(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key !== 'Enter') return
    event.preventDefault()
    setLinking(false)
    const address = event.currentTarget.value.trim()
    if (/^https:\/\/\S+$/.test(address)) run('createLink', address)
  }

  return (
    <div className="field">
      <span className="field__label" id={`${id}-label`}>
        {label}
      </span>
      <div className="actions" role="toolbar" aria-label={say(texts, 'tools')}>
        {commands.map(([name, command]) => (
          <button key={name} type="button" className="button button--small" onClick={() => run(command)}>
            {say(texts, name)}
          </button>
        ))}
        <button
          type="button"
          className="button button--small"
          aria-expanded={isLinking}
          onClick={() => setLinking(!isLinking)}
        >
          {say(texts, 'link')}
        </button>
        <WordsLanguage field={field} onMarked={tell} texts={texts} />
      </div>
      {isLinking && (
        <input
          className="input"
          type="url"
          aria-label={say(texts, 'linkAddress')}
          placeholder="https://"
          onKeyDown={handleLink}
        />
      )}
      <div
        className="input rich"
        id={id}
        ref={field}
        {...asTextbox(`${id}-label`)}
        contentEditable
        suppressContentEditableWarning
        onInput={tell}
        onPaste={handlePaste}
      />
    </div>
  )
}
