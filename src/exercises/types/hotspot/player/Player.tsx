import type { PointerEvent } from 'react'
import { isInside } from '#exercises/model/task/shape.ts'
import { NativePicture } from '#exercises/player/native/NativeShown.tsx'
import { toggled } from '#exercises/player/native/NativeTokens.tsx'
import { NativeWidget } from '#exercises/player/native/NativeWidget.tsx'
import { type AnswerProps, withAnswer } from '#exercises/player/state/contract.ts'

/** Places of a picture: each is a button on the picture and a line below it, with the same name. */
export function Player(props: AnswerProps) {
  const { element, answers, onAnswers, isLocked, texts } = props
  const choice = element.widgets.find((widget) => widget.kind === 'choice')
  return element.widgets.map((widget) => {
    if (widget.kind !== 'picture' || choice === undefined || widget.picture.asset === '')
      return <NativeWidget key={widget.kind} {...props} id={element.id} widget={widget} />
    const picked = answers[choice.name] ?? []
    const all = choice.options.map(({ value }) => value)
    const pick = (value: string) =>
      onAnswers(withAnswer(answers, choice.name, choice.isMulti ? toggled(all, picked, value) : [value]))

    /** Anywhere in an area is its button; of those that lie in one another the smallest. */
    function handlePoint({
      button,
      clientX,
      clientY,
      currentTarget,
      target,
    }: PointerEvent<HTMLElement>): void {
      if (isLocked || button !== 0 || (target instanceof Element && target.closest('button'))) return
      const { left, top, width, height } = currentTarget.getBoundingClientRect()
      const point = { x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 }
      const [found] = marks
        .flatMap(({ area }, at) => (area && isInside(point, area) ? [{ area, at }] : []))
        .sort((a, b) => a.area.box.width * a.area.box.height - b.area.box.width * b.area.box.height)
      const option = found && choice?.options[found.at]
      if (option) pick(option.value)
    }

    const { marks } = widget
    return (
      <div key={widget.kind} className="picture" onPointerUp={handlePoint}>
        <NativePicture picture={widget.picture} marks={[]} texts={texts} />
        {marks.map(({ text, x, y }, at) => {
          const option = choice.options[at]
          if (!option) return null
          return (
            <button
              key={option.value}
              type="button"
              className="picture__spot"
              // The list below is the way of the keyboard; here a second one would only be longer.
              tabIndex={-1}
              aria-label={option.text}
              aria-pressed={picked.includes(option.value)}
              disabled={isLocked}
              style={{ left: `${x}%`, top: `${y}%` }}
              onClick={() => pick(option.value)}
            >
              {text}
            </button>
          )
        })}
      </div>
    )
  })
}
