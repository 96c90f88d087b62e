import type { Widget } from '../../src/exercises/model/task/widget.ts'

export interface AnswerField {
  name: string
  values: string[]
  /** What it takes are places in an order. */
  isOrder: boolean
}

/** Everything the parts of a view take, as one could send it. */
export function answerFields(widgets: readonly Widget[]): AnswerField[] {
  return widgets.flatMap(fieldsIn)
}

function fieldsIn(widget: Widget): AnswerField[] {
  switch (widget.kind) {
    case 'moment':
      return widget.asks ? answerFields([widget.asks]) : []
    case 'choice':
      return [{ name: widget.name, values: valuesOf(widget.options), isOrder: false }]
    case 'gaps':
      return Object.entries(widget.gaps).flatMap(([name, { options }]) =>
        options ? [{ name, values: valuesOf(options), isOrder: false }] : [],
      )
    case 'rows': {
      const values = valuesOf(widget.options)
      const isOrder = values.every((value, at) => value === String(at + 1))
      return widget.rows.map(({ name }) => ({ name, values, isOrder }))
    }
    case 'pairs': {
      const values = valuesOf(widget.cards)
      const second = values.filter((value) => value.startsWith('b'))
      const first = values.filter((value) => value.startsWith('a'))
      return first.map((name) => ({ name, values: second, isOrder: false }))
    }
    // Typed, or picked by its place: a new kind has to be put here or above.
    case 'cards':
    case 'drawing':
    case 'file':
    case 'grid':
    case 'link':
    case 'listen':
    case 'paper':
    case 'picture':
    case 'places':
    case 'sections':
    case 'slider':
    case 'sound':
    case 'text':
    case 'tokens':
    case 'video':
    case 'words':
      return []
  }
}

const valuesOf = (options: readonly { value: string }[]) => options.map(({ value }) => value)
