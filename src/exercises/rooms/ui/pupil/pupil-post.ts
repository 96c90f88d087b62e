import { refreshParts } from '#kit/action/fresh-parts.ts'
import type { AnswerQueue } from '../outbox/answer-queue.ts'
import { postedFields, type Wish } from '../outbox/hand-in.ts'
import type { RoomMessage } from '../outbox/room-socket.ts'
import { isShown, roomForm, say, shownIn } from './pupil-page.ts'

/** Posts the form. @returns what went with it; undefined: nothing arrived */
export async function postForm(queue: AnswerQueue, wish: Wish): Promise<string[] | undefined> {
  const own = roomForm()
  if (!own) return undefined
  const before = queue.all()
  const fields = postedFields(new FormData(own), before)
  fields.set('intent', 'answer-room')
  fields.delete('isFinished')
  if (wish.isWished()) fields.set('isFinished', '1')
  try {
    const answer = await fetch(own.action, { method: 'POST', body: fields, redirect: 'manual' })
    if (answer.type !== 'opaqueredirect' && !answer.ok) throw new Error(`the room answers ${answer.status}`)
    const sent = before.map(({ id }) => id)
    // Who hands in drops what waits when the room says that it was.
    if (!wish.isWished()) for (const id of sent) queue.drop(id)
    say(wish.isWished() ? 'handing' : 'saved')
    return sent
  } catch {
    say(wish.isWished() ? 'handing' : 'waiting')
    return undefined
  }
}

/** Hands in what was wished to be, until the page says that it happened; a room that rests is waited for. */
export function createDelivery(
  place: HTMLElement,
  { queue, wish, follow }: { queue: AnswerQueue; wish: Wish; follow: () => Promise<void> },
): () => Promise<void> {
  let isHandingIn = false

  return async () => {
    if (!wish.isWished() || isHandingIn) return
    isHandingIn = true
    const sent = await postForm(queue, wish)
    isHandingIn = false
    if (sent === undefined) return
    await refreshParts(['work']).catch(() => undefined)
    const { roomFinished, roomView } = shownIn(place)
    const isDone = roomFinished === 'true'
    const isOpen = isShown(place.querySelector<HTMLElement>('[data-room-required]'))
    if (isOpen && !isDone) {
      // It was not taken: what is required is open.
      wish.set(false)
      for (const id of sent) queue.drop(id)
      say('required')
    }
    if (isDone || roomView?.startsWith('closed')) {
      for (const { id } of queue.all()) queue.drop(id)
      wish.set(false)
      if (!isDone) say('refused')
    }
    await follow()
    if (isOpen && !isDone) say('required')
  }
}

/** What a room shows now, asked without a line. @param since how far this page has heard @throws Error where it does not answer */
export async function askRoom(
  code: string,
  world: string,
  since: number,
): Promise<RoomMessage & { seq: number }> {
  const answer = await fetch(`/api/v3/room-codes/${code}?world=${world}&since=${since}`)
  if (!answer.ok) throw new Error(`the room answers ${answer.status}`)
  const { state, view } = (await answer.json()) as { state: { seq: number }; view: string }
  return { ...state, view }
}
