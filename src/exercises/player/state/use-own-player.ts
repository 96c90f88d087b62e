import { useEffect, useState } from 'react'
import { fieldName } from './fields.ts'
import { fetchPlayer, knownPlayer, type TypePlayer } from './type-players.ts'

/**
 * The type's own player as soon as it is here; the first picture of a page is the one without script. One that takes the place
 * of plain fields waits until nobody is in them: what is typed, selected and in focus stays.
 */
export function useOwnPlayer({ id, type }: { id: string; type: string }, isPlain: boolean): TypePlayer {
  const [own, setOwn] = useState<TypePlayer>({})
  useEffect(() => {
    if (isPlain) return
    let stop = () => {}
    let isHere = true
    const take = (player: TypePlayer | undefined) => {
      if (!player || !isHere) return
      if (player.Player) stop = whenLeft(id, () => setOwn(player))
      else setOwn(player)
    }
    const known = knownPlayer(type)
    if (known) take(known)
    else void fetchPlayer(type).then(take)
    return () => {
      isHere = false
      stop()
    }
  }, [id, type, isPlain])
  return own
}

/** Only after a click or a key is done: what is pressed must not move away beneath the finger. */
const ends = ['click', 'keyup'] as const

/** Calls as soon as the focus is in no field of an element. @returns stops waiting */
function whenLeft(id: string, then: () => void): () => void {
  const isIn = () => document.activeElement?.getAttribute('name')?.startsWith(fieldName(id, '')) === true
  const stop = () => {
    for (const end of ends) document.removeEventListener(end, look)
  }
  function look(): void {
    if (isIn()) return
    stop()
    then()
  }
  for (const end of ends) document.addEventListener(end, look)
  look()
  return stop
}
