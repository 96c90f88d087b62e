import { useId, useState } from 'react'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { newId } from './state/contract.ts'
import type { Change, DraftElement } from './state/draft.ts'
import { focusSoon, nameOfCard } from './state/focus.ts'
import { otherGames, switched } from './state/switch-game.ts'

interface Props {
  element: DraftElement
  texts: Texts
  onChange: (change: Change) => void
  announce: (text: string) => void
}

/** The same list as another game; undo brings the one before back. */
export function SwitchGame({ element, texts, onChange, announce }: Props) {
  const games = otherGames(element)
  const [chosen, setChosen] = useState('')
  const id = useId()
  if (games.length === 0) return null
  const game = games.includes(chosen) ? chosen : (games[0] ?? '')

  function handleSwitch(): void {
    const elements = switched(element, game, newId)
    if (elements.length === 0) return
    onChange({ kind: 'replace', id: element.id, elements })
    announce(say(texts, 'switched', { type: say(texts, `type.${game}`) }))
    // Its fields are other ones now, and the button that was pressed went with them.
    focusSoon(() => nameOfCard(elements[0]?.id))
  }

  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {say(texts, 'switchGame')}
      </label>
      <div className="actions">
        <select className="input" id={id} value={game} onChange={({ target }) => setChosen(target.value)}>
          {games.map((type) => (
            <option key={type} value={type}>
              {say(texts, `type.${type}`)}
            </option>
          ))}
        </select>
        <button type="button" className="button" onClick={handleSwitch}>
          {say(texts, 'switchTo')}
        </button>
      </div>
    </div>
  )
}
