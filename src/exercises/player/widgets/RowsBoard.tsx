import type { Widget } from '#exercises/model/task/widget.ts'
import { NativeWidget } from '../native/NativeWidget.tsx'
import { labelledRows } from '../native/ThingText.tsx'
import { type AnswerProps, withAnswer } from '../state/contract.ts'
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
  const given = (row: string) => (answers[row] ?? []).filter((value) => value !== '')
  const placedIn = (option: string, row: string) =>
    own.isMulti ? [...new Set([...given(row), option])] : [option]
  if (isOptionGiven)
    return (
      <PlaceBoard
        {...props}
        things={widget.options}
        targets={rows}
        staysInBank
        placed={Object.fromEntries(rows.map(({ value }) => [value, given(value)]))}
        onPlace={(option, row) => onAnswers(withAnswer(answers, row, placedIn(option, row)))}
        onTakeBack={(option, row) =>
          onAnswers(
            withAnswer(
              answers,
              row,
              given(row).filter((value) => value !== option),
            ),
          )
        }
      />
    )
  /** A place that holds one thing gives the one before back. */
  const withoutOthers = (row: string, option: string) =>
    rows
      .filter(({ value }) => own.isOnce && value !== row && said(value) === option)
      .reduce((left, { value }) => withAnswer(left, value, []), answers)
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
      onPlace={(row, option) => onAnswers(withAnswer(withoutOthers(row, option), row, [option]))}
      onTakeBack={(row) => onAnswers(withAnswer(answers, row, []))}
    />
  )
}
