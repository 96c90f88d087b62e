import { roomLimits } from '#platform/rules/exercise-limits.ts'
import { answered, responseOf, roomForm, say } from '../pupil/pupil-page.ts'
import { postForm } from '../pupil/pupil-post.ts'
import type { AnswerQueue } from './answer-queue.ts'
import type { Wish } from './hand-in.ts'
import type { RoomMessage } from './room-socket.ts'

/** Contract 3.2: what was changed is on its way within two seconds. */
export const quietMs = 1_500
/** A quiz may be shown or end at any moment. */
export const quizQuietMs = 400

/** How what was changed goes out. */
export interface Outbox {
  /** Sends what was changed, now. Long texts and pages without a socket go by post. */
  send: () => Promise<void>
  /** The same once nothing was changed for a while. */
  sendSoon: () => void
  /** Takes all answers down instead, for whoever hands in. */
  takeDown: (own: HTMLFormElement) => void
}

interface Options {
  /** Elements that were changed and are not on their way. */
  dirty: Set<string>
  queue: AnswerQueue
  wish: Wish
  /** @returns false: there is no line */
  tell: (message: RoomMessage) => boolean
  isBlocked: () => boolean
  /** An answer is sent after this time without a change. */
  quietMs: number
}

export function createOutbox({ dirty, queue, wish, tell, isBlocked, quietMs }: Options): Outbox {
  let timer: ReturnType<typeof setTimeout> | undefined

  async function send(): Promise<void> {
    clearTimeout(timer)
    const elements = [...dirty]
    dirty.clear()
    const answers = elements.map((element) => queue.put(element, responseOf(roomForm(), element)))
    if (answers.length === 0) return
    const isLong = JSON.stringify(answers).length > roomLimits.socketAnswer
    if (isBlocked() || isLong) return void (await postForm(queue, wish))
    for (const answer of answers) if (!tell({ type: 'answer', ...answer })) say('waiting')
  }

  return {
    send,
    sendSoon() {
      clearTimeout(timer)
      timer = setTimeout(() => void send(), quietMs)
    },
    takeDown(own) {
      clearTimeout(timer)
      dirty.clear()
      for (const element of answered(own)) queue.put(element, responseOf(own, element))
    },
  }
}
