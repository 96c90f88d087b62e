import type { Widget } from '#shared/interactive/widget.ts'
import { type AnswerProps, withAnswer } from '../player/contract.ts'
import { NativeWidget } from '../player/NativeWidget.tsx'
import { labelledRows } from '../player/ThingText.tsx'
import { ListSwitch, PlaceBoard, useLists } from './PlaceBoard.tsx'

interface Props extends AnswerProps {
  /** true: options are given out to rows (match); else rows lie in the options (groups, places of a picture). */
  isOptionGiven?: boolean
}

type Rows = Extract<Widget, { kind: 'rows' }>

/** Widgets of an element whose rows are answered on a board; everything else of it as usual. */
export function RowsBoard({ isOptionGiven = false, ...props }: Props) {
  const { element } = props
  const lists = useLists()
  return (
    <>
      {element.widgets.map((widget) =>
        widget.kind === 'rows' && !lists.isList ? (
          <Board key={widget.kind} {...props} widget={widget} isOptionGiven={isOptionGiven} />
        ) : (
          <NativeWidget key={widget.kind} {...props} widget={widget} id={element.id} />
        ),
      )}
      <ListSwitch {...lists} texts={props.texts} />
    </>
  )
}

function Board({
  widget: own,
  isOptionGiven,
  ...props
}: AnswerProps & { widget: Rows; isOptionGiven: boolean }) {
  const { answers, onAnswers, texts } = props
  const widget = labelledRows(own, texts)
  const rows = widget.rows.map(({ name, ...thing }) => ({ value: name, ...thing }))
  const said = (row: string) => answers[row]?.[0]
  if (isOptionGiven)
    return (
      <PlaceBoard
        {...props}
        things={widget.options}
        targets={rows}
        staysInBank
        placed={Object.fromEntries(
          rows.map(({ value }) => [value, said(value) ? [said(value) as string] : []]),
        )}
        onPlace={(option, row) => onAnswers(withAnswer(answers, row, [option]))}
        onTakeBack={(_option, row) => onAnswers(withAnswer(answers, row, []))}
      />
    )
  const lying = widget.options.map(({ value }): [string, string[]] => [
    value,
    rows.filter((row) => said(row.value) === value).map((row) => row.value),
  ])
  return (
    <PlaceBoard
      {...props}
      things={rows}
      targets={widget.options}
      placed={Object.fromEntries(lying)}
      onPlace={(row, option) => onAnswers(withAnswer(answers, row, [option]))}
      onTakeBack={(row) => onAnswers(withAnswer(answers, row, []))}
    />
  )
}
