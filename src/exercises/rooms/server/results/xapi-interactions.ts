import type { ElementType } from '#exercises/model/task/element-type.ts'
import { numberIn } from '#exercises/model/task/typed-values.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Answers, Option, Widget } from '#exercises/model/task/widget.ts'
import { textOfHtml } from '#exercises/model/text/rich-text.ts'
import type { Element } from '#exercises/model/unit.ts'
import type { Numeric } from '#exercises/types/numeric/data.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import { seeded } from '#platform/rules/random.ts'

/** What may be picked, matched or done, as xAPI lists it. */
interface Component {
  id: string
  description: Readonly<Record<string, string>>
}

/** A task as a definition of xAPI 1.0.3 has it (cmi.interaction), and how an answer to it is written. */
export interface Interaction {
  definition: Readonly<Record<string, string | readonly string[] | readonly Component[]>>
  /** `said`: the answer in words, for what xAPI has no form for. */
  response: (answers: Answers, said: readonly string[]) => string
}

interface Task {
  element: Element
  lang: string
  t: Translate
  /** As its type wants it called. */
  named: ElementType['xapi']
  /** What is right, as its type has it. */
  key: unknown
  read: (answers: Answers) => unknown
}

type Of<K extends Widget['kind']> = Extract<Widget, { kind: K }>

/** How xAPI calls what a task asks for, by what its pupils answer with, so that a new type needs nothing here. */
export function interactionOf(element: Element, lang: string, t: Translate): Interaction {
  const row = typeOf(element.type)
  const widgets = row?.view(element.data, seeded(element.id)) ?? []
  const key = row?.key(element.data)
  const task: Task = {
    element,
    lang,
    t,
    named: row?.xapi,
    key,
    read: (answers) => row?.read(element.data, answers),
  }
  if (widgets.some(({ kind }) => kind === 'moment')) return inWords('other')
  for (const widget of widgets) {
    const found = byWidget(task, widget, widgets)
    if (found) return found
  }
  return inWords('other')
}

function byWidget(task: Task, widget: Widget, all: readonly Widget[]): Interaction | undefined {
  if (widget.kind === 'places') return found(task, widget)
  if (widget.kind === 'choice') return task.named === 'likert' ? likert(task, widget) : picks(task, widget)
  if (widget.kind === 'tokens') return marks(task, widget)
  if (widget.kind === 'rows') return rows(task, widget)
  if (widget.kind === 'gaps') return gaps(task, widget)
  if (widget.kind === 'slider' || (widget.kind === 'text' && widget.isNumber))
    return numeric(task, widget.name)
  if (widget.kind === 'text') return widget.lines > 1 ? inWords('long-fill-in') : typed(task, [widget.name])
  if (widget.kind === 'listen') {
    const names = all.flatMap((each) => (each.kind === 'listen' ? each.name : []))
    return typed(task, names, 'long-fill-in')
  }
  if (widget.kind === 'words')
    return typed(
      task,
      widget.words.map(({ name }) => name),
    )
  if (widget.kind === 'cards') {
    const names = widget.cards.flatMap(({ name }) => name ?? [])
    return names.length > 0 ? typed(task, names) : undefined
  }
  if (['pairs', 'paper', 'drawing', 'file'].includes(widget.kind)) return done(task, widget)
  return undefined
}

function likert(task: Task, { name, options }: Of<'choice'>): Interaction {
  return {
    definition: { interactionType: 'likert', scale: components(task, options) },
    response: (answers) => answers[name]?.[0] ?? '',
  }
}

/** Who points at a picture means the area there: that is read as its type reads it. */
function picks(task: Task, { name, options }: Of<'choice'>): Interaction {
  return {
    definition: {
      interactionType: 'choice',
      choices: components(task, options),
      ...pattern(listed(task.key)),
    },
    response: (answers) => {
      const read = task.read(answers)
      return listed(Array.isArray(read) ? read : answers[name])
    },
  }
}

/** Words that were looked for: which of them were found; answers from when they were ticked say so themselves. */
function found(task: Task, { words }: Of<'places'>): Interaction {
  const options = words.map(({ name, text }) => ({ value: name, text }))
  return {
    definition: {
      interactionType: 'choice',
      choices: components(task, options),
      ...pattern(listed(task.key)),
    },
    response: (answers) => listed(answers.found ?? task.read(answers)),
  }
}

function marks(task: Task, { name, tokens }: Of<'tokens'>): Interaction {
  const options = tokens.flatMap(({ value, text }) => (value === undefined ? [] : [{ value, text }]))
  return {
    definition: {
      interactionType: 'choice',
      choices: components(task, options),
      ...pattern(listed(task.key)),
    },
    response: (answers) => listed(answers[name]),
  }
}

function rows(task: Task, { rows: all, options }: Of<'rows'>): Interaction {
  const things = all.map(({ name, text }) => ({ value: name, text }))
  const [only, ...others] = all
  if (task.named === 'sequencing')
    return {
      definition: {
        interactionType: 'sequencing',
        choices: components(task, things),
        ...pattern(listed(task.key)),
      },
      response: (answers) => listed(task.read(answers)),
    }
  if (task.named === 'true-false' && only && others.length === 0)
    return {
      definition: {
        interactionType: 'true-false',
        ...pattern(String((task.key as Record<string, boolean>)[only.name])),
      },
      response: (answers) => answers[only.name]?.[0] ?? '',
    }
  const names = new Set(all.map(({ name }) => name))
  return matching(task, things, options, pairsOfKey(task.key, names), (answers) =>
    all.flatMap(({ name }) => (answers[name] ?? []).map((value) => [name, value] as const)),
  )
}

/** Ids of options are those of their gap, so that each is named with it. */
function gaps(task: Task, { gaps: all }: Of<'gaps'>): Interaction {
  const names = Object.keys(all)
  if (names.some((name) => all[name]?.options === undefined)) return typed(task, names)
  const targets = names.flatMap((name) =>
    (all[name]?.options ?? []).map(({ value, text }) => ({ value: `${name}-${value}`, text })),
  )
  const named = (pairs: readonly Pair[]) => pairs.map(([name, value]): Pair => [name, `${name}-${value}`])
  const sources = names.map((name) => ({ value: name, text: name }))
  return matching(task, sources, targets, named(pairsOfKey(task.key, new Set(names))), (answers) =>
    named(names.flatMap((name) => (answers[name] ?? []).map((value): Pair => [name, value]))),
  )
}

type Pair = readonly [string, string]

function matching(
  task: Task,
  sources: readonly Option[],
  targets: readonly Option[],
  right: readonly Pair[],
  pairsIn: (answers: Answers) => readonly Pair[],
): Interaction {
  const written = (pairs: readonly Pair[]) =>
    pairs
      .filter(([, target]) => target !== '')
      .map((pair) => pair.map(plain).join('[.]'))
      .join('[,]')
  return {
    definition: {
      interactionType: 'matching',
      source: components(task, sources),
      target: components(task, targets),
      ...pattern(written(right)),
    },
    response: (answers) => written(pairsIn(answers)),
  }
}

/** By the thing or by its place, one or several, as types have their keys. */
function pairsOfKey(key: unknown, things: ReadonlySet<string>): Pair[] {
  if (Array.isArray(key)) return key as Pair[]
  return Object.entries(key as Record<string, unknown>).flatMap(([name, said]) =>
    (Array.isArray(said) ? said : [said]).map(
      (each): Pair => (things.has(name) ? [name, String(each)] : [String(each), name]),
    ),
  )
}

function numeric({ element }: Task, name: string): Interaction {
  const { answers: ranges = [] } = element.data as Partial<Numeric>
  const right = ranges.filter(({ fraction }) => fraction === 1)
  return {
    definition: {
      interactionType: 'numeric',
      ...(right.length > 0 && {
        correctResponsesPattern: right.map(({ min, max }) => (min === max ? String(min) : `${min}[:]${max}`)),
      }),
    },
    // With a unit behind it, or as nobody counts, it stays as it was typed.
    response: (answers) => {
      const said = answers[name]?.[0] ?? ''
      return String(numberIn(said) ?? said)
    },
  }
}

/** What is typed, in the order in which it is asked for. */
function typed(
  { element, key }: Task,
  names: readonly string[],
  interactionType: 'fill-in' | 'long-fill-in' = 'fill-in',
): Interaction {
  const isStrict = (element.data as { caseSensitive?: boolean }).caseSensitive === true
  const byName = typeof key === 'string' ? { [names[0] ?? '']: key } : (key as Record<string, string>)
  // Of words that are looked for the key says which, not what stands there.
  const right = Array.isArray(key) ? '' : names.map((name) => plain(byName[name] ?? '')).join('[,]')
  return {
    definition: {
      interactionType,
      ...pattern(right && isStrict ? `{case_matters=true}${right}` : right),
    },
    response: (answers) => names.map((name) => plain(answers[name]?.[0] ?? '')).join('[,]'),
  }
}

/** What is done, and not said. */
function done(task: Task, widget: Widget): Interaction {
  const name = 'name' in widget ? widget.name : 'done'
  const words = { [task.lang]: textOfHtml(task.element.prompt) || task.element.type }
  return {
    definition: {
      interactionType: 'performance',
      steps: [{ id: name, description: words }],
      ...pattern(widget.kind === 'pairs' ? `${name}[.]on` : ''),
    },
    response: (answers, said) => {
      if (widget.kind !== 'pairs') return `${name}[.]${plain(said.join(' '))}`
      const { done: isRead } = task.read(answers) as { done: boolean }
      return isRead || answers[name]?.[0] === 'on' ? `${name}[.]on` : ''
    },
  }
}

function inWords(interactionType: 'long-fill-in' | 'other'): Interaction {
  return { definition: { interactionType }, response: (_answers, said) => said.join('\n') }
}

function components({ lang, t }: Task, options: readonly Option[]): Component[] {
  return options.map(({ value, text }) => {
    const isWord = text === '' && (value === 'true' || value === 'false')
    return {
      id: value,
      description: { [lang]: isWord ? t(`new-interactive:values.${value}`) : textOfHtml(text) },
    }
  })
}

function pattern(right: string): { correctResponsesPattern?: string[] } {
  return right === '' ? {} : { correctResponsesPattern: [right] }
}

function listed(values: unknown): string {
  if (!Array.isArray(values)) return ''
  return values
    .filter((value) => value !== '')
    .map((value) => plain(String(value)))
    .join('[,]')
}

/** What parts answers cannot be written within one. */
function plain(text: string): string {
  return text.replace(/\[([,.:])\]/g, '$1')
}
