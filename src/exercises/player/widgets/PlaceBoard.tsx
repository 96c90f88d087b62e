import { useState } from 'react'
import { ThingSound, ThingText } from '../native/ThingText.tsx'
import { type AnswerProps, say } from '../state/contract.ts'
import { Bank } from './Bank.tsx'
import { type Thing, usePlacing } from './use-placing.ts'

interface Props extends Pick<AnswerProps, 'isLocked' | 'texts' | 'announce'> {
  things: readonly Thing[]
  targets: readonly Thing[]
  /** Where each thing lies, by its value; what is not named lies in the bank. */
  placed: Readonly<Record<string, readonly string[]>>
  /** Whether a thing stays in the bank when it was placed: it may be needed again. */
  staysInBank?: boolean
  onPlace: (thing: string, target: string) => void
  onTakeBack: (thing: string, target: string) => void
}

/** Things of a bank that are put to places: by dragging, by clicking one after the other, by keyboard. */
export function PlaceBoard({ things, targets, placed, staysInBank, onPlace, onTakeBack, ...rest }: Props) {
  const { isLocked, texts, announce } = rest
  const { held, heldName, thingProps, targetProps } = usePlacing({
    things,
    isLocked,
    texts,
    announce,
    targets: targets.length,
    onPlace,
  })
  const used = new Set(Object.values(placed).flat())
  const waiting = things.filter(({ value }) => staysInBank || !used.has(value))
  const thingOf = (value: string) => things.find((thing) => thing.value === value) ?? { text: '' }
  const textOf = (value: string) => thingOf(value).text
  const takeBack = (thing: string, target: string) => {
    onTakeBack(thing, target)
    announce(say(texts, 'putBack', { name: textOf(thing) }))
  }
  return (
    <div className="board">
      <Bank things={waiting} used={used} thingProps={thingProps} texts={texts} />
      <ul className="board__targets">
        {targets.map(({ value, text, picture, words = '', place = 0, ...heard }) => (
          <li key={value} className="board__target" {...dropOnly(targetProps(value, text))}>
            <span className="board__name">
              <ThingText text={text} picture={picture} />
            </span>
            <ThingSound thing={{ ...heard, words }} place={place} texts={texts} />
            {(placed[value] ?? []).map((thing) => (
              <button
                key={thing}
                type="button"
                className="chip-thing chip-thing--placed"
                disabled={isLocked}
                aria-label={say(texts, 'takeBack', { name: textOf(thing), target: text })}
                onClick={() =>
                  held === undefined ? takeBack(thing, value) : targetProps(value, text).onClick()
                }
              >
                <ThingText {...thingOf(thing)} />
              </button>
            ))}
            {!isLocked && (
              <button
                type="button"
                className={`board__place${held === undefined ? '' : ' board__place--open'}`}
                disabled={held === undefined}
                {...targetProps(value, text)}
              >
                {heldName === undefined
                  ? say(texts, 'placeFree', { target: text })
                  : say(texts, 'placeHere', { name: heldName, target: text })}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A drop counts anywhere on the row; clicks are those of its button. */
function dropOnly(props: { 'data-target': string; 'data-label': string }) {
  return { 'data-target': props['data-target'], 'data-label': props['data-label'] }
}

/** The board, or plain lists for who would rather choose from those. */
export function useLists(): { isList: boolean; toggle: () => void } {
  const [isList, setList] = useState(false)
  return { isList, toggle: () => setList(!isList) }
}

export function ListSwitch({
  isList,
  toggle,
  texts,
}: { isList: boolean; toggle: () => void } & Pick<AnswerProps, 'texts'>) {
  return (
    <div>
      <button type="button" className="button button--plain button--small" onClick={toggle}>
        {say(texts, isList ? 'useBoard' : 'useLists')}
      </button>
    </div>
  )
}
