import { useEffect, useRef, useState } from 'react'
import { RichText } from '#exercises/player/RichText.tsx'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { escapeHtml } from '#platform/rules/text/escape.ts'

interface Props {
  id: string
  texts: Texts
  onInsert: (formula: string) => void
}

/** What is read on a button, and what it writes; `|` is where the cursor goes on. */
const pieces = [
  ['a/b', '\\frac{|}{}'],
  ['√x', '\\sqrt{|}'],
  ['x²', '^{|}'],
  ['x₁', '_{|}'],
  ['·', '\\cdot '],
  [':', '\\div '],
  ['±', '\\pm '],
  ['≤', '\\le '],
  ['≥', '\\ge '],
  ['≠', '\\ne '],
  ['π', '\\pi '],
  ['→', '\\to '],
] as const

/** A formula as it is written and, below, as it will be seen. */
export function FormulaLine({ id, texts, onInsert }: Props) {
  const [formula, setFormula] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const said = formula.trim()
  const drawn = useDrawn(said)
  // It was asked for by a button.
  useEffect(() => field.current?.focus(), [])

  function write(piece: string): void {
    const { selectionStart: from = 0, selectionEnd: to = 0 } = field.current ?? {}
    const [before = '', after = ''] = piece.split('|')
    const chosen = formula.slice(from ?? 0, to ?? 0)
    setFormula(formula.slice(0, from ?? 0) + before + chosen + after + formula.slice(to ?? 0))
    const place = (from ?? 0) + before.length + chosen.length
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(place, place)
    })
  }

  function insert(): void {
    // Its own end within it would end it too early.
    if (said === '') field.current?.focus()
    else onInsert(`\\(${said.replace(/\\[()]/g, '')}\\)`)
  }

  return (
    <div className="panel column">
      <label className="field__label" htmlFor={`${id}-formula`}>
        {say(texts, 'formulaWritten')}
      </label>
      <div className="actions">
        {pieces.map(([name, piece]) => (
          <button key={name} type="button" className="button button--small" onClick={() => write(piece)}>
            {name}
          </button>
        ))}
      </div>
      <div className="actions">
        <input
          className="input"
          id={`${id}-formula`}
          ref={field}
          value={formula}
          maxLength={500}
          spellCheck={false}
          autoCapitalize="off"
          placeholder="\frac{3}{4} + x^2"
          onChange={({ target }) => setFormula(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            insert()
          }}
        />
        <button type="button" className="button" onClick={insert}>
          {say(texts, 'insert')}
        </button>
      </div>
      {said !== '' && (
        <div className="formula">
          <RichText html={drawn} />
        </div>
      )}
    </div>
  )
}

/** The formula as MathML. What draws it is large and comes with the first sign that is typed; until then there is nothing. */
function useDrawn(formula: string): string {
  const [drawn, setDrawn] = useState('')
  useEffect(() => {
    let isLate = false
    if (formula === '') return setDrawn('')
    import('#exercises/model/engines/math.ts').then(
      ({ withMath }) => isLate || setDrawn(withMath(escapeHtml(`\\(${formula}\\)`))),
      // Without the preview the typed formula is still inserted.
      () => undefined,
    )
    return () => {
      isLate = true
    }
  }, [formula])
  return drawn
}
