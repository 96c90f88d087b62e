import { roomLimits } from '#platform/rules/exercise-limits.ts'
import { createAnswerQueue } from '../outbox/answer-queue.ts'
import { createWish } from '../outbox/hand-in.ts'
import { createOutbox, quietMs, quizQuietMs } from '../outbox/pupil-outbox.ts'
import { openRoomLine, type RoomMessage, type RoomSocket } from '../outbox/room-socket.ts'
import type { Fetch } from './enhance.ts'
import { gatesOf } from './pages.ts'
import {
  answered,
  createPlaceTeller,
  isTap,
  roomForm,
  say,
  shownIn,
  stepOf,
  storage,
  tellAway,
  touchedIn,
  wordFor,
} from './pupil-page.ts'
import { askRoom, createDelivery, postForm } from './pupil-post.ts'
import { createPupilView, lock, mayHandIn, openPages, showOpen } from './pupil-view.ts'

/**
 * A pupil's page with script: answers go out while they work, wait on the device without network, and the page follows
 * its room. Without a socket it asks every few seconds and posts the form; without script the form alone does it all.
 */
export function workInRoom(parts: Fetch): void {
  const place = document.querySelector<HTMLElement>('[data-room-pupil]')
  const code = place?.dataset.roomPupil
  if (place && code) work(place, code, parts)
}

/** Keeps a page and its room together. */
function work(place: HTMLElement, code: string, parts: Fetch): void {
  const { world = '', mode = '', pupil = '', counts } = place.dataset
  // How far the device's clock is from the server's.
  const ahead = Date.now() / 1000 - Number(place.dataset.clock)
  const queue = createAnswerQueue(`room:${code}:${pupil}`, storage(), () => Date.now() / 1000 - ahead)
  const wish = createWish(`room:${code}:${pupil}:done`, storage())
  const { isWished } = wish
  const offline = place.querySelector<HTMLElement>('[data-room-offline]')
  let heard = Number(place.dataset.seq)
  let isBlocked = false
  let isChecking = false
  let isGate = false
  let isGreeted = false
  const dirty = new Set<string>()
  const tell = (message: RoomMessage) => line.send(message)
  const tellPlace = createPlaceTeller(tell)
  const unsent = () => new Set([...dirty, ...queue.all().map(({ element_id }) => element_id)])
  const { send, sendSoon, takeDown } = createOutbox({
    ...{ dirty, queue, wish, tell, isBlocked: () => isBlocked },
    quietMs: mode === 'quiz' ? quizQuietMs : quietMs,
  })
  const { follow, wake, askTime } = createPupilView(place, { parts, isWished, unsent, send })
  const deliver = createDelivery(place, { queue, wish, follow })

  const line: RoomSocket = openRoomLine({
    ...{ code, world, role: 'participant', heard: () => heard, onMessage: hear },
    onLine(state) {
      if (offline) offline.hidden = state !== 'lost'
      if (state === 'open') isBlocked = false
      if (state === 'open' && isWished()) void deliver()
      else if (state === 'open') for (const answer of queue.all()) line.send({ type: 'answer', ...answer })
      if (state === 'ended') void follow()
      if (state === 'blocked') {
        isBlocked = true
        void poll()
      }
    },
  })

  function hear(message: RoomMessage): void {
    if (typeof message.seq === 'number') heard = message.seq
    if (message.type === 'ack') acknowledged(message)
    if (message.type === 'welcome' && isGreeted) void askTime()
    isGreeted ||= message.type === 'welcome'
    const snapshot = (message.type === 'welcome' ? message.snapshot : message) as RoomMessage
    if (['welcome', 'state', 'results'].includes(String(message.type))) showState(snapshot)
  }

  function acknowledged({ id, refused }: RoomMessage): void {
    const element = queue.all().find((one) => one.id === id)?.element_id ?? ''
    isGate ||= gatesOf(roomForm()).includes(element)
    queue.drop(String(id))
    if (queue.all().length > 0 || refused === 'done') return
    const status = wordFor(refused)
    if (status === 'late') void follow().then(() => say(status))
    else say(status)
    // The part that says so is new then.
    if (isChecking) void follow().then(() => say(status))
    else if (isGate && dirty.size === 0) void openPages(follow)
    isChecking = false
    isGate = false
  }

  function showState({ view, isHandUp }: RoomMessage): void {
    const shown = shownIn(place).roomView
    const hand = place.querySelector<HTMLElement>('[aria-pressed]')?.getAttribute('aria-pressed')
    const isMoved = isHandUp !== undefined && hand !== undefined && hand !== String(isHandUp)
    if (view === shown && !isMoved) return
    // The teacher turned the page: the next one begins at its top.
    const isTurned = stepOf(String(view)) !== stepOf(shown ?? '')
    void send()
      .then(follow)
      .then(deliver)
      .then(() => isTurned && place.scrollIntoView())
  }

  async function poll(): Promise<void> {
    while (isBlocked) {
      if (isWished()) await deliver()
      else if (queue.all().length > 0) await postForm(queue, wish)
      await new Promise((resolve) => setTimeout(resolve, roomLimits.pollMs / 5))
      const state = await askRoom(code, world, heard).catch(() => undefined)
      if (state) {
        heard = state.seq
        showState(state)
      } else await new Promise((resolve) => setTimeout(resolve, roomLimits.pollMs))
    }
  }

  /** Takes the answers down and closes the form; they go out together with the word that this was all. */
  function handIn(own: HTMLFormElement): void {
    takeDown(own)
    wish.set(true)
    lock()
    void deliver()
  }

  function handleChange({ target }: Event): void {
    const element =
      target instanceof Element ? target.closest<HTMLElement>('[data-element]')?.dataset.element : undefined
    // A file goes its own way.
    if (target instanceof HTMLInputElement && target.type === 'file') return
    showOpen()
    // Where tries are counted nothing is sent before the button is pressed.
    if (element === undefined || counts === 'true') return
    if (!dirty.has(element)) tellPlace(element)
    dirty.add(element)
    // In a quiz a tap is the answer: nobody waits for a button, and time may end at any moment.
    if (mode === 'quiz' && isTap(target)) void send()
    else sendSoon()
  }

  function handleSubmit(event: SubmitEvent): void {
    const own = roomForm()
    if (event.target !== own || !own) return
    const isDone = event.submitter?.getAttribute('name') === 'isHandingIn'
    if (isBlocked && !isDone) return
    event.preventDefault()
    event.stopPropagation()
    if (isDone) {
      if (mayHandIn(own)) handIn(own)
      return
    }
    for (const element of answered(own)) dirty.add(element)
    isChecking = true
    void send()
  }

  const touched = touchedIn(place)
  wake()
  place.addEventListener('input', handleChange)
  place.addEventListener('change', handleChange)
  // What was answered before this script came has told nobody yet.
  for (const control of touched) control.dispatchEvent(new Event('change', { bubbles: true }))
  place.addEventListener('submit', handleSubmit)
  addEventListener('pageshow', ({ persisted }) => persisted && void askTime())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return void askTime()
    void send()
    if (mode === 'exam' && !line.send({ type: 'away' }) && isBlocked) tellAway()
  })
}
