import type { FieldErrors } from '#platform/errors.ts'
import { withColon } from '#platform/i18n/format.ts'
import type { Translate } from '#platform/i18n/translate.ts'
import type { LiveWorld } from '#platform/routing/worlds.ts'
import { shorten } from '#platform/rules/text/shorten.ts'

/** What is wrong with one control of a form, for the list at its top. */
export interface FieldProblem {
  /** Id of the control. */
  id: string
  label: string
  text: string
}

export type ControlKind = 'text' | 'email' | 'select' | 'check' | 'choices' | 'file'

/** A label may be a whole sentence: beside a box to tick. */
const labelLongest = 60

/** Says in words that fit the control what is wrong with it: a box is ticked, a text is written, a file is chosen. */
export function fieldText(
  t: Translate,
  error: FieldErrors[string],
  control: { kind: ControlKind; min?: number | undefined; max?: number | undefined },
): string {
  const { kind, min, max } = control
  if (
    error === 'required' ||
    (error === 'too_short' && kind !== 'text') ||
    (error === 'invalid' && kind === 'check')
  )
    return requiredText(t, kind)
  if (error === 'invalid' && kind === 'email') return t('errors:field.email')
  if (error === 'too_short' && min !== undefined) return t('errors:field.tooShort', { min })
  if (error === 'too_long' && max !== undefined) return t('errors:field.tooLong', { max })
  return t(`errors:${error}`)
}

function requiredText(t: Translate, kind: ControlKind): string {
  if (kind === 'check') return t('errors:field.check')
  if (kind === 'select') return t('errors:field.select')
  if (kind === 'choices') return t('errors:field.choices')
  if (kind === 'file') return t('errors:field.file')
  return kind === 'email' ? t('errors:field.emailMissing') : t('errors:required')
}

/** Kept for the list at the top of the form (FormBody.astro). */
export function noteProblem(locals: App.Locals, problem: FieldProblem): void {
  locals.fieldProblems ??= []
  locals.fieldProblems.push(problem)
}

/** The problems of the controls in a piece of a page, in the order in which they stand there. */
export function problemsIn(
  html: string,
  problems: readonly FieldProblem[],
  world: LiveWorld,
): FieldProblem[] {
  const place = ({ id }: FieldProblem) => html.indexOf(` id="${id}"`)
  return problems
    .filter((problem) => place(problem) >= 0)
    .sort((left, right) => place(left) - place(right))
    .map((problem) => ({ ...problem, label: asHeading(problem.label, world) }))
}

/** A question or a sentence as what stands before a colon. */
function asHeading(label: string, world: LiveWorld): string {
  const short = shorten(label.replace(/[\s?:;.]+$/, ''), labelLongest)
  return short.endsWith('…') ? short : withColon(short, world)
}
