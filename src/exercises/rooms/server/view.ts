import { taskName } from '#exercises/model/pages/task-name.ts'
import type { Answers } from '#exercises/model/task/widget.ts'
import type { Element } from '#exercises/model/unit.ts'
import type { AnswerRow } from './answers/answer-queries.ts'
import type { ParticipantRow } from './people-queries.ts'
import type { RoomRow } from './queries.ts'

const nameLength = 90

/** The first line of what is asked. */
export function nameOfElement({ prompt }: Pick<Element, 'prompt'>): string {
  return taskName(prompt, nameLength)
}

/** What a teacher's window knows of a room. */
export function roomState(room: RoomRow) {
  const { status, mode, step, phrase } = room
  const { is_locked: isLocked, is_revealed: isRevealed, is_released: isReleased } = room
  return { status, mode, step, isLocked, isRevealed, isReleased, phrase }
}

export function rosterLine(row: ParticipantRow) {
  const { id, name, seat, factor, phrase, team } = row
  return {
    ...{ id, name, seat, factor, phrase, team },
    isKicked: row.is_kicked,
    isHandUp: row.is_hand_up,
    atElement: row.at_element,
    atSince: row.at_since?.toISOString() ?? null,
    awayCount: row.away_count,
    isFinished: row.finished_at !== null,
  }
}

export function answerLine({ participant_id, element_id, state, raw, max, tries }: AnswerRow) {
  return { participant: participant_id, element: element_id, state, raw, max, tries }
}

/**
 * What was answered as the fields of a form have it: one value by its name, and each of several by a name of its own, for
 * both kinds of controls.
 */
export function fieldsOfAnswers(elementId: string, answers: Answers): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, values] of Object.entries(answers)) {
    fields[`a.${elementId}.${name}`] = values.join('\n')
    for (const value of values) fields[`a.${elementId}.${name}.${value}`] = 'on'
  }
  return fields
}
