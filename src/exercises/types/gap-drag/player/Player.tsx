import type { Widget } from '#exercises/model/task/widget.ts'
import { NativeWidget } from '#exercises/player/native/NativeWidget.tsx'
import { RichText } from '#exercises/player/RichText.tsx'
import { type AnswerProps, say, withAnswer } from '#exercises/player/state/contract.ts'
import { Bank } from '#exercises/player/widgets/Bank.tsx'
import { ListSwitch, useLists } from '#exercises/player/widgets/PlaceBoard.tsx'
import { usePlacing } from '#exercises/player/widgets/use-placing.ts'

/** A text whose gaps take words of a bank. */
export function Player(props: AnswerProps) {
  const lists = useLists()
  return (
    <>
      {props.element.widgets.map((widget) =>
        widget.kind === 'gaps' && !lists.isList ? (
          <Gaps key={widget.kind} {...props} widget={widget} />
        ) : (
          <NativeWidget key={widget.kind} {...props} id={props.element.id} widget={widget} />
        ),
      )}
      <ListSwitch {...lists} texts={props.texts} />
    </>
  )
}

function Gaps({
  widget: { html, gaps },
  answers,
  onAnswers,
  isLocked,
  texts,
  announce,
}: AnswerProps & { widget: Extract<Widget, { kind: 'gaps' }> }) {
  const ids = Object.keys(gaps)
  const words = gaps[ids[0] ?? '']?.options ?? []
  const { held, thingProps, targetProps } = usePlacing({
    things: words,
    isLocked,
    texts,
    announce,
    targets: ids.length,
    onPlace: (word, gap) => onAnswers(withAnswer(answers, gap, [word])),
  })
  const used = new Set(ids.map((id) => answers[id]?.[0]))
  function gap(id: string) {
    const word = words.find(({ value }) => value === answers[id]?.[0])
    const name = say(texts, 'gap', { place: ids.indexOf(id) + 1 })
    const target = targetProps(id, name)
    return (
      <button
        type="button"
        className={`gap-place${held === undefined ? '' : ' gap-place--open'}`}
        aria-label={`${name}: ${word?.text ?? say(texts, 'empty')}`}
        disabled={isLocked}
        {...target}
        onClick={() => {
          if (held !== undefined) target.onClick()
          else if (word) {
            onAnswers(withAnswer(answers, id, []))
            announce(say(texts, 'putBack', { name: word.text }))
          }
        }}
      >
        {word?.text ?? '…'}
      </button>
    )
  }
  return (
    <div className="board">
      <Bank things={words} used={used} thingProps={thingProps} texts={texts} />
      <div className="prose gaps">
        <RichText html={html} fill={gap} />
      </div>
    </div>
  )
}
