import type { Answers, Widget } from '#exercises/model/task/widget.ts'
import type { PublicElement } from '#exercises/model/unit.ts'

/** Words of the player by their name in `new-interactive:play` and `:values`; `{{name}}` is filled in here. */
export type Texts = Readonly<Record<string, string>>

/** What came of an answer: as much of it as whoever asks may know. */
export interface Outcome {
  state: 'correct' | 'partial' | 'incorrect' | 'ungraded' | 'pending'
  raw: number
  max: number
  comment?: string
  solution?: readonly string[]
  /** How its parts are, where that may be known. */
  parts?: readonly { id: string; isRight: boolean }[]
}

/** Addresses of the file of an element: where it is sent to, and where its pupil sees it again. */
export interface FilePlaces {
  send: (element: string) => string
  shown: (element: string) => string
}

/** What one part of an element gets, which shows it and says what is answered. */
export interface WidgetProps {
  widget: Widget
  /** Of the element. */
  id: string
  answers: Answers
  onAnswers: (answers: Answers) => void
  isLocked: boolean
  texts: Texts
  /** Where files are; without it they stay on the device. */
  files?: FilePlaces | undefined
  outcome?: Outcome | undefined
}

/** The same for parts of one kind. */
export type PropsOf<K extends Widget['kind']> = Omit<WidgetProps, 'widget'> & {
  widget: Extract<Widget, { kind: K }>
}

/** What a type's own player gets: it shows an element's widgets and says what is answered. */
export interface AnswerProps {
  element: PublicElement
  answers: Answers
  /** All answers of the element as they are now. */
  onAnswers: (answers: Answers) => void
  /** Nothing can be changed any more. */
  isLocked: boolean
  texts: Texts
  /** Language of what the author wrote; without it that of the page. */
  wordsLang?: string | undefined
  /** Where the files of a room are; without it they stay on the device, and so do drawings. */
  files?: FilePlaces | undefined
  outcome?: Outcome | undefined
  /** Whether a part of what is answered is right, as soon as that may be known; undefined: nobody says so now. */
  judge?: ((part: string) => Promise<boolean | undefined>) | undefined
  /** Tells those who do not see it what just happened. */
  announce: (text: string) => void
}

/**
 * One element, wherever it is played: alone, in a room, in the editor's preview. It knows no server: whoever shows it
 * keeps the answers, sends them and gives back what came of them.
 */
export interface ElementPlayerProps extends AnswerProps {
  number: number
  /** Language of the page: its words and numbers. */
  lang: string
  /** Language of what the author wrote, and of the voice that reads it. */
  wordsLang: string
  /** Asks for an outcome; without it there is no button. */
  onCheck?: (() => void) | undefined
  isChecking?: boolean
  /** The page has no script yet: only what a form can do. */
  isPlain?: boolean
}

/** A text with its variables. */
export function say(
  texts: Texts,
  name: string,
  vars: Readonly<Record<string, string | number>> = {},
): string {
  return (texts[name] ?? name).replace(/\{\{(\w+)\}\}/g, (_whole, key: string) => String(vars[key] ?? ''))
}

/** A text that counts, in the form its number wants. */
export function sayCount(texts: Texts, name: string, count: number, lang: string): string {
  const form = `${name}_${new Intl.PluralRules(lang).select(count)}`
  return say(texts, texts[form] === undefined ? `${name}_other` : form, { count })
}

/** The answers with one of them changed; an empty one is none. */
export function withAnswer(answers: Answers, name: string, values: readonly string[]): Answers {
  const { [name]: _before, ...others } = answers
  const said = values.filter((value) => value !== '')
  return said.length === 0 ? others : { ...others, [name]: said }
}

/** Whether what answers this element never leaves the device outside of a room. */
export function staysHere({ widgets }: Pick<PublicElement, 'widgets'>): boolean {
  return widgets.some(({ kind }) => kind === 'drawing' || kind === 'file')
}
