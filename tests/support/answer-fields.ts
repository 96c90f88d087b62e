import type { Widget } from '../../src/shared/interactive/widget.ts'

export interface AnswerField {
  name: string
  values: string[]
  /** What it takes are places in an order. */
  isOrder: boolean
}

/** Everything the parts of a view take, as one could send it. */
export function answerFields(widgets: readonly Widget[]): AnswerField[] {
  return widgets.flatMap((widget) => {
    if (widget.kind === 'moment') return widget.asks ? answerFields([widget.asks]) : []
    if (widget.kind === 'choice')
      return [{ name: widget.name, values: valuesOf(widget.options), isOrder: false }]
    if (widget.kind === 'gaps')
      return Object.entries(widget.gaps).flatMap(([name, { options }]) =>
        options ? [{ name, values: valuesOf(options), isOrder: false }] : [],
      )
    if (widget.kind === 'rows') {
      const values = valuesOf(widget.options)
      const isOrder = values.every((value, at) => value === String(at + 1))
      return widget.rows.map(({ name }) => ({ name, values, isOrder }))
    }
    return []
  })
}

const valuesOf = (options: readonly { value: string }[]) => options.map(({ value }) => value)
