import { type RefObject, useEffect, useRef } from 'react'
import { contentLanguages } from '#shared/rules/search-attributes.ts'
import { say, type Texts } from '../player/contract.ts'
import { markLanguage } from './mark-language.ts'

interface Props {
  /** Where the words stand. */
  field: RefObject<HTMLElement | null>
  onMarked: () => void
  texts: Texts
}

/** As the author's exercise is written. */
const usual = 'usual'
const codes = contentLanguages.filter((code) => code !== 'none')

/** Says in which language the selected words are, so that they are pronounced as such. */
export function WordsLanguage({ field, onMarked, texts }: Props) {
  const selected = useRef<Range>(undefined)

  // Choosing from the list takes the focus out of the field; what was selected there is still meant.
  useEffect(() => {
    const keep = () => {
      const range = getSelection()?.rangeCount ? getSelection()?.getRangeAt(0) : undefined
      if (range && field.current?.contains(range.commonAncestorContainer))
        selected.current = range.cloneRange()
    }
    document.addEventListener('selectionchange', keep)
    return () => document.removeEventListener('selectionchange', keep)
  }, [field])

  function mark(code: string): void {
    const range = selected.current
    if (!range || !field.current?.contains(range.commonAncestorContainer)) return
    markLanguage(range, code === usual ? undefined : code)
    onMarked()
    field.current.focus()
  }

  const names = new Intl.DisplayNames([globalThis.document?.documentElement.lang || 'en'], {
    type: 'language',
  })
  return (
    <select
      className="input rich__language"
      aria-label={say(texts, 'wordsLanguage')}
      value=""
      onChange={({ target }) => mark(target.value)}
    >
      <option value="">{say(texts, 'wordsLanguage')}</option>
      <option value={usual}>{say(texts, 'usualLanguage')}</option>
      {codes.map((code) => (
        <option key={code} value={code}>
          {names.of(code)}
        </option>
      ))}
    </select>
  )
}
