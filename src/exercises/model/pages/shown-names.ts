import { seeded } from '#platform/rules/random.ts'
import { idAt } from '../task/element-type.ts'
import type { Answers, Option, Widget } from '../task/widget.ts'

/**
 * Ids of data are given in the order of its key: whoever reads them knows the solution. So what is shown, and what is answered
 * with, is named by what is seen of it, and two things that look alike by a number behind it. The data keeps its own ids.
 */
export interface ShownNames {
  /** Of every field, by its own id. */
  fields: ReadonlyMap<string, string>
  /** Of what a field takes, by the field's own id, then by the value's. */
  values: ReadonlyMap<string, ReadonlyMap<string, string>>
}

type Row = Omit<Option, 'value'> & { name: string }

/** The names of what the parts of one task show: the same for the same task, in whatever order its parts came. */
export function shownNames(widgets: readonly Widget[]): ShownNames {
  const [fields, values] = [new Map<string, string>(), new Map<string, ReadonlyMap<string, string>>()]
  for (const [at, widget] of widgets.entries())
    for (const { name, shown, options } of namesIn(widget, at)) {
      fields.set(name, shown)
      if (options.size > 0) values.set(name, options)
    }
  return { fields, values }
}

interface Named {
  name: string
  shown: string
  options: ReadonlyMap<string, string>
}

/** Every kind has to say here how its fields and what they take are called: a new one does not compile without. */
function namesIn(widget: Widget, at: number): Named[] {
  const field = (name: string, options: ReadonlyMap<string, string> = new Map(), shown = name): Named[] => [
    { name, shown, options },
  ]
  const all = (names: ReadonlyMap<string, string>, options: ReadonlyMap<string, string>): Named[] =>
    [...names].flatMap(([name, shown]) => field(name, options, shown))
  switch (widget.kind) {
    case 'choice':
      return field(widget.name, namesOf(widget.options))
    case 'rows':
      return all(namesOf(widget.rows.map(asOption)), namesOf(widget.options))
    case 'words':
      return all(namesOf(widget.words.map(asOption)), new Map())
    case 'gaps':
      return Object.entries(widget.gaps).flatMap(([name, { options = [] }]) => field(name, namesOf(options)))
    case 'tokens':
      return field(widget.name, tokenNames(widget.tokens))
    case 'pairs': {
      const [first, second] = [cardNames(widget.cards, 'a'), cardNames(widget.cards, 'b')]
      return [...field(widget.name), ...all(first, second)]
    }
    case 'moment': {
      // Moments are known by their place in the video.
      const asked = widget.asks ? askedNames(widget.asks, idAt(at)) : []
      return [...field(widget.name, new Map(), `m-${idAt(at)}`), ...asked]
    }
    case 'text':
    case 'slider':
    case 'listen':
    case 'drawing':
    case 'file':
    case 'paper':
      return field(widget.name)
    // Nothing is answered with them by name, or each is named beside what is seen of it.
    case 'cards':
    case 'grid':
    case 'link':
    case 'picture':
    case 'places':
    case 'sections':
    case 'sound':
    case 'video':
      return []
  }
}

function askedNames(asks: Widget, shown: string): Named[] {
  const [named] = namesIn(asks, 0)
  return named ? [{ ...named, shown }] : []
}

/** Cards of one side: which belongs to which is nothing their names say. */
function cardNames(cards: readonly Option[], side: 'a' | 'b'): ReadonlyMap<string, string> {
  const names = namesOf(cards.filter(({ value }) => value.startsWith(side)))
  return new Map([...names].map(([value, shown]) => [value, `${side}${shown}`]))
}

const asOption = ({ name, ...seen }: Row): Option => ({ ...seen, value: name })

/** Words of a text are known by their place in it. */
function tokenNames(tokens: readonly { value?: string }[]): ReadonlyMap<string, string> {
  return new Map(tokens.flatMap(({ value }, at) => (value === undefined ? [] : [[value, `w${at}`]])))
}

/** Names by what is seen; a value that is itself what is seen, as a number is, stays. */
function namesOf(options: readonly Option[]): ReadonlyMap<string, string> {
  const alike = Map.groupBy(options, nameOf)
  return new Map(
    [...alike].flatMap(([name, same]) =>
      same
        .toSorted((one, other) => (digest(one.value) < digest(other.value) ? -1 : 1))
        .map(({ value }, at) => [value, at === 0 ? name : `${name}${idAt(at)}`] as const),
    ),
  )
}

function nameOf({ value, text, picture, sound = '' }: Option): string {
  const isSeen = text === value || text.startsWith(`${value} – `) || (text === '' && !picture && sound === '')
  return isSeen ? value : digest([text, picture?.asset ?? '', picture?.alt ?? '', sound].join('\n'))
}

/** Eight letters and digits that are the same for the same text. */
function digest(text: string): string {
  const random = seeded(text)
  return `n${Array.from({ length: 7 }, () => Math.floor(random() * 36).toString(36)).join('')}`
}

/** The widget with these names. */
export function withShownNames(widget: Widget, names: ShownNames): Widget {
  const field = (name: string) => names.fields.get(name) ?? name
  const named = <T extends Pick<Option, 'value'>>(name: string, options: readonly T[]) =>
    options.map((option) => ({ ...option, value: names.values.get(name)?.get(option.value) ?? option.value }))
  switch (widget.kind) {
    case 'choice':
      return { ...widget, options: named(widget.name, widget.options) }
    case 'rows': {
      const rows = widget.rows.map((row) => ({ ...row, name: field(row.name) }))
      return { ...widget, rows, options: named(widget.rows[0]?.name ?? '', widget.options) }
    }
    case 'words':
      return { ...widget, words: widget.words.map((word) => ({ ...word, name: field(word.name) })) }
    case 'pairs': {
      const [firstOf] = widget.cards.flatMap(({ value }) => names.values.get(value) ?? [])
      const shown = (value: string) => names.fields.get(value) ?? firstOf?.get(value) ?? value
      const cards = widget.cards.map((card) => ({ ...card, value: shown(card.value) }))
      const partners = Object.entries(widget.partners ?? {}).map(([one, other]) => [shown(one), shown(other)])
      return { ...widget, cards, ...(widget.partners && { partners: Object.fromEntries(partners) }) }
    }
    case 'tokens': {
      const values = names.values.get(widget.name)
      const tokens = widget.tokens.map((token) =>
        token.value === undefined ? token : { ...token, value: values?.get(token.value) ?? token.value },
      )
      return { ...widget, tokens }
    }
    case 'gaps': {
      const gaps = Object.entries(widget.gaps).map(([name, gap]) => [
        name,
        gap.options ? { ...gap, options: named(name, gap.options) } : gap,
      ])
      return { ...widget, gaps: Object.fromEntries(gaps) }
    }
    case 'moment': {
      const moment = { ...widget, name: field(widget.name) }
      if (!widget.asks) return moment
      const { asks } = widget
      const options = asks.kind === 'choice' && { options: named(asks.name, asks.options) }
      return { ...moment, asks: { ...asks, name: field(asks.name), ...options } }
    }
    default:
      return widget
  }
}

/**
 * What was answered with shown names, by the ids of the data. Whoever sends an id of the data, which nobody is shown, has
 * answered something else: those can be guessed.
 */
export function ownAnswers({ fields, values }: ShownNames, answers: Answers): Answers {
  const fieldOf = turned(fields)
  const own = Object.entries(answers).flatMap(([name, said]): [string, readonly string[]][] => {
    const field = fieldOf.get(name) ?? (fields.has(name) ? undefined : name)
    if (field === undefined) return []
    const options = values.get(field)
    if (!options) return [[field, said]]
    const ids = turned(options)
    const idOf = (value: string) => ids.get(value) ?? (options.has(value) ? `${unshown}${value}` : value)
    return [[field, said.map(idOf)]]
  })
  return Object.fromEntries(own)
}

/** Before an id that was never shown: no id begins with it. */
const unshown = '?'

/** What was answered by ids of the data, with shown names: for who answered it. */
export function shownAnswers({ fields, values }: ShownNames, answers: Answers): Answers {
  const shown = Object.entries(answers).map(([field, said]) => [
    fields.get(field) ?? field,
    said.map((value) => values.get(field)?.get(value) ?? value),
  ])
  return Object.fromEntries(shown)
}

/** The part of an answer an id of the data is about: a field, one of the things to choose, or both. */
export function shownPart({ fields, values }: ShownNames, id: string): string {
  const options = [...values.values()]
  return id
    .split(' ')
    .map((own) => fields.get(own) ?? options.find((each) => each.has(own))?.get(own) ?? own)
    .join(' ')
}

function turned(names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...names].map(([own, shown]) => [shown, own]))
}
