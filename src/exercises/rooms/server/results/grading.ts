import { elementsOf } from '#exercises/model/pages/pages.ts'
import { numberIn } from '#exercises/model/task/typed-values.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { gradeAnswer } from '../answers/answer-queries.ts'
import { contentOf } from '../live/content.ts'
import { ownRoom } from '../own-rooms.ts'
import { announceRoom, nextSeq } from '../queries.ts'
import { tellCourse } from './course-results.ts'

/** What a teacher gives for an answer: hundredths of a point, or points as they are typed. */
export interface Grade {
  participant: number
  element: string
  hundredths?: number | undefined
  points?: string | undefined
}

/**
 * Gives points for an answer, at most those of its element; ones of opinions are never graded.
 * @throws ProductError unauthorized; not_found; invalid_input
 */
export async function gradeRoomAnswer(context: Context, id: number, grade: Grade): Promise<void> {
  const { participant: participantId, element: elementId } = grade
  const typed = grade.hundredths === undefined ? numberIn(grade.points) : grade.hundredths / 100
  await transaction(context.db, async (tx) => {
    const room = await ownRoom(context, id, tx, true)
    const element = elementsOf(await contentOf(context, room)).find((each) => each.id === elementId)
    if (!element || typeOf(element.type)?.kind !== 'scored') throw new ProductError('not_found')
    const max = element.points
    if (typed === undefined || typed < 0 || typed > max)
      throw new ProductError('invalid_input', { fields: { points: 'invalid' } })
    const raw = Math.round(typed * 100) / 100
    const state = raw >= max ? 'correct' : raw > 0 ? 'partial' : 'incorrect'
    const seq = await nextSeq(tx, room)
    if (!(await gradeAnswer(tx, room, { participantId, elementId, raw, max, state, seq })))
      throw new ProductError('not_found')
    await announceRoom(tx, room)
    if (room.status === 'closed') await tellCourse(context, tx, room, [participantId])
  })
}
