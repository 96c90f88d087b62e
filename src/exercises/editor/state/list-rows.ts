import type { ListShape } from '#exercises/model/task/element-type.ts'
import { readLines, writeLine } from '#exercises/model/text/lines.ts'
import { splitSound, writeSound } from '#exercises/model/text/option-content.ts'

/** A line of a list as it stands in its row of fields. */
export interface Row {
  /** Stays while the row moves. */
  key: number
  isMarked: boolean
  parts: readonly string[]
}

/** The lists that any task may have; those of a type are named by its fields. */
export const settingLists = {
  bands: { columns: ['from', 'to', 'said'] },
  hints: { columns: ['hint'] },
} as const satisfies Readonly<Record<string, ListShape>>

/** The rows of a list as it was typed. */
export function readRows(typed: string, newKey: () => number): Row[] {
  return readLines(typed).map((line) => ({ key: newKey(), ...line }))
}

/** The list as it would have been typed; rows nobody filled in are no lines. */
export function writeRows(rows: readonly Row[]): string {
  return rows
    .filter(({ parts }) => parts.some((part) => part.trim() !== ''))
    .map(({ parts, isMarked }) => writeLine(parts, isMarked))
    .join('\n')
}

/** The part with another recording, or with other words. */
export function withHeard(
  part: string | undefined,
  change: { sound?: string; words?: string; isShown?: boolean },
): string {
  const { sound, words, isShown } = { ...splitSound(part ?? ''), ...change }
  return writeSound(sound, words, isShown)
}

/** A row with another text in one of its columns; the columns before it are there, too. */
export function withPart(row: Row, column: number, text: string): Row {
  const parts = Array.from({ length: Math.max(row.parts.length, column + 1) }, (_, at) => row.parts[at] ?? '')
  parts[column] = text
  return { ...row, parts }
}

/** The rows with one of them a step away; the same where it is at the end. */
export function steppedRows(rows: readonly Row[], at: number, by: -1 | 1): readonly Row[] {
  const [row, other] = [rows[at], rows[at + by]]
  if (!row || !other) return rows
  return rows.map((each, place) => (place === at ? other : place === at + by ? row : each))
}
