import { type FieldErrors, type FieldReason, fieldReasons, ProductError } from '#platform/errors.ts'
import { titleLength } from '#platform/limits.ts'
import { truncate } from '#platform/rules/text/truncate.ts'
import type { SoldAbout } from '../publishing/interactive.ts'
import type { MaterialFields, ReceivedFile, RefusedFile } from '../types.ts'

/** Refused files as one error: its code is the file's own where it has one. */
export function refusedFiles(problem: FieldErrors[string], refused: readonly RefusedFile[]): ProductError {
  const alike = refused.filter(({ code }) => code === problem)
  const entry = alike.map(({ entry: name }) => name).join(', ') || refused[0]?.entry
  const isReason = (each: string): each is FieldReason => fieldReasons.some((reason) => reason === each)
  return new ProductError(isReason(problem) ? 'invalid_input' : problem, {
    ...{ fields: { files: problem }, entry },
  })
}

/** A draft needs a name to be found again: the file's, when none was typed. */
export function withTitle(fields: MaterialFields, files: readonly ReceivedFile[]): MaterialFields {
  if (fields.title.length >= titleLength.min) return fields
  const name = files[0]?.name
  if (name === undefined) {
    throw new ProductError('invalid_input', { fields: { title: 'too_short', files: 'required' } })
  }
  const stem = name
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
  return { ...fields, title: truncate(stem.length >= titleLength.min ? stem : name, titleLength.max) }
}

/** What an author does not say of a new material is what its exercise says of itself. */
export function describedBy(fields: MaterialFields, about: SoldAbout | undefined): MaterialFields {
  if (about === undefined) return fields
  const said = (own: string[], exercise: string[]) => (own.length > 0 ? own : exercise)
  return {
    ...fields,
    subjects: said(fields.subjects, about.subjects),
    grades: said(fields.grades, about.grades),
    schoolTypes: said(fields.schoolTypes, about.schoolTypes),
  }
}

/** Whether a file is part of what is sold: a cover is not. */
export function isSold(file: { type: string }): boolean {
  return file.type !== 'cover'
}

/** The names of files, for messages about them. */
export function names(files: readonly { name: string }[]): string[] {
  return files.map((file) => file.name)
}

/** @throws ProductError conflict when somebody has changed it since this form was made */
export function requireVersion({ version }: { version: number }, seen: number | undefined): void {
  if (seen !== undefined && seen !== version) throw new ProductError('conflict')
}
