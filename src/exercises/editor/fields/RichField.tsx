import { type ClipboardEvent, useEffect, useRef } from 'react'
import { assetAddress } from '#exercises/model/media/assets.ts'
import type { Picture } from '#exercises/model/task/widget.ts'
import { shownHtml } from '#exercises/model/text/rich-pictures.ts'
import type { Texts } from '#exercises/player/state/contract.ts'
import { markLanguage } from '../state/mark-language.ts'
import { fieldHtml } from '../state/rich-html.ts'
import { useSelection } from '../state/use-selection.ts'
import { RichPictures } from './RichPictures.tsx'
import { RichTools } from './RichTools.tsx'

interface Props {
  id: string
  label: string
  html: string
  onChange: (html: string) => void
  texts: Texts
}

/** A div, because no field of a form holds what is bold. */
const asTextbox = (label: string) =>
  ({ role: 'textbox', 'aria-multiline': true, 'aria-labelledby': label }) as const

/**
 * A text with what is bold, lists, links and formulas, as it will be seen. What it holds is cleaned by the server; what is
 * pasted comes as plain words.
 */
export function RichField({ id, label, html, onChange, texts }: Props) {
  const field = useRef<HTMLDivElement>(null)
  const shown = useRef('')
  const choose = useSelection(field)

  // The browser owns what stands in the field; only what comes from elsewhere (undo) is put there.
  useEffect(() => {
    if (!field.current || shown.current === html) return
    shown.current = html
    const read = new DOMParser().parseFromString(shownHtml(html), 'text/html')
    field.current.replaceChildren(...read.body.childNodes)
  }, [html])

  function tell(): void {
    shown.current = fieldHtml(field.current?.innerHTML ?? '')
    onChange(shown.current)
  }

  /** No other way is known to every browser, and each of them keeps its own undo of it. */
  function run(command: string, value?: string): void {
    choose()
    document.execCommand(command, false, value)
    tell()
  }

  function handlePaste(event: ClipboardEvent): void {
    event.preventDefault()
    document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
    tell()
  }

  /** Words of another language are read aloud by a voice of that language. */
  function handleLanguage(language: string | undefined): boolean {
    const range = choose()
    if (!range || range.collapsed) return false
    markLanguage(range, language)
    tell()
    return true
  }

  function handlePicture({ asset, alt }: Picture): void {
    const range = choose()
    if (!range || !field.current) return
    const picture = document.createElement('img')
    picture.src = assetAddress(asset)
    picture.alt = alt
    range.collapse(false)
    if (field.current.textContent?.trim() === '' && !field.current.querySelector('img')) {
      const paragraph = document.createElement('p')
      paragraph.append(picture)
      field.current.replaceChildren(paragraph)
    } else range.insertNode(picture)
    getSelection()?.collapse(
      picture.parentNode,
      [...(picture.parentNode?.childNodes ?? [])].indexOf(picture) + 1,
    )
    tell()
  }

  return (
    <div className="field">
      <span className="field__label" id={`${id}-label`}>
        {label}
      </span>
      <RichTools id={id} texts={texts} run={run} onLanguage={handleLanguage} onPicture={handlePicture} />
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
      <RichPictures id={id} html={html} texts={texts} onChange={onChange} />
    </div>
  )
}
