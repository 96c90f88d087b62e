import { roomLimits } from '#shared/limits.ts'
import { createAnswerQueue } from './answer-queue.ts'
import { createWish, lockTasks, nameOpen, nameRequired, postedFields } from './hand-in.ts'
import { openRoomLine, type RoomLine, type RoomMessage } from './line.ts'
import { gatesOf, keepSlide } from './pages.ts'
import { refreshClocks, refreshParts } from './parts.ts'
import {
  answered,
  answeredIn,
  createPlaceTeller,
  isShown,
  responseOf,
  stepOf,
  storage,
  tellAway,
  touchedIn,
  wordFor,
} from './pupil-page.ts'
import { runTaskClocks } from './task-clock.ts'
import { type Fetch, wakeWork } from './wake.ts'

/** Contract 3.2: what was changed is on its way within two seconds. */
const quietMs = 1_500

/**
 * A pupil's page with script: answers go out while they work, wait on the device without network, and the page follows
 * its room. Without a socket it asks every few seconds and posts the form; without script the form alone does it all.
 */
export function workInRoom(parts: Fetch): void {
  const place = document.querySelector<HTMLElement>('[data-room-pupil]')
  const code = place?.dataset.roomPupil
  if (!place || !code) return
  const { world = '', mode = '', pupil = '', counts } = place.dataset
  // How far the device's clock is from the server's.
  const ahead = Date.now() / 1000 - Number(place.dataset.clock)
  const queue = createAnswerQueue(`room:${code}:${pupil}`, storage(), () => Date.now() / 1000 - ahead)
  const wish = createWish(`room:${code}:${pupil}:done`, storage())
  const offline = place.querySelector<HTMLElement>('[data-room-offline]')
  const dirty = new Set<string>()
  let heard = Number(place.dataset.seq)
  let isBlocked = false
  let isChecking = false
  let isGate = false
  let isGreeted = false
  let isHandingIn = false
  let stopClocks = () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const tellPlace = createPlaceTeller((message) => line.send(message))

  const line: RoomLine = openRoomLine({
    ...{ code, world, role: 'participant', heard: () => heard, onMessage: hear },
    onLine(state) {
      if (offline) offline.hidden = state !== 'lost'
      if (state === 'open') isBlocked = false
      if (state === 'open' && wish.isWished()) void deliver()
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
    isGate ||= gatesOf(form()).includes(element)
    queue.drop(String(id))
    if (queue.all().length > 0 || refused === 'done') return
    const status = wordFor(refused)
    say(status)
    // The part that says so is new then.
    if (isChecking) void follow().then(() => say(status))
    else if (isGate && dirty.size === 0) void openPages()
    isChecking = false
    isGate = false
  }

  /** What a page waits for was answered: it may be open now. */
  async function openPages(): Promise<void> {
    const before = gatesOf(form()).length
    await follow()
    if (gatesOf(form()).length < before) say('opened')
  }

  function showState({ view, isHandUp }: RoomMessage): void {
    const shown = place?.querySelector<HTMLElement>('[data-room-view]')?.dataset.roomView
    const hand = place?.querySelector<HTMLElement>('[aria-pressed]')?.getAttribute('aria-pressed')
    const isMoved = isHandUp !== undefined && hand !== undefined && hand !== String(isHandUp)
    if (view === shown && !isMoved) return
    // The teacher turned the page: the next one begins at its top.
    const isTurned = stepOf(String(view)) !== stepOf(shown ?? '')
    void send()
      .then(follow)
      .then(deliver)
      .then(() => isTurned && place?.scrollIntoView())
  }

  /** Fetches what the room shows now. */
  async function follow(): Promise<void> {
    await refreshParts(['work']).catch(() => undefined)
    keepSlide()
    if (place) wake(place)
  }

  /** What tasks can do with a script, whenever they are new. */
  function wake(work: HTMLElement): void {
    wakeWork(work, parts)
    countDown()
    if (wish.isWished()) lock()
    else showOpen()
  }

  /** What was typed goes out before the time for it is over; then the page says that it is. */
  function countDown(): void {
    stopClocks()
    if (place)
      stopClocks = runTaskClocks(place, (isOver) => void send().then(() => (isOver ? follow() : undefined)))
  }

  /** Clocks of devices stand still while they sleep: the server says what is left. */
  async function askTime(): Promise<void> {
    const isSame = await refreshClocks().catch(() => true)
    if (isSame) countDown()
    else await send().then(follow)
  }

  async function poll(): Promise<void> {
    while (isBlocked) {
      if (wish.isWished()) await deliver()
      else if (queue.all().length > 0) await post()
      await new Promise((resolve) => setTimeout(resolve, roomLimits.pollMs / 5))
      const state = await ask().catch(() => undefined)
      if (state) showState(state)
      else await new Promise((resolve) => setTimeout(resolve, roomLimits.pollMs))
    }
  }

  async function ask(): Promise<RoomMessage> {
    const answer = await fetch(`/api/v3/room-codes/${code}?world=${world}&since=${heard}`)
    if (!answer.ok) throw new Error(`the room answers ${answer.status}`)
    const { state, view } = (await answer.json()) as { state: { seq: number }; view: string }
    heard = state.seq
    return { ...state, view }
  }

  function form(): HTMLFormElement | null {
    return document.querySelector<HTMLFormElement>('[data-room-form]')
  }

  /** Sends what was changed. Long texts and pages without a socket go by post. */
  async function send(): Promise<void> {
    clearTimeout(timer)
    const elements = [...dirty]
    dirty.clear()
    const answers = elements.map((element) => queue.put(element, responseOf(form(), element)))
    if (answers.length === 0) return
    const isLong = JSON.stringify(answers).length > roomLimits.socketAnswer
    if (isBlocked || isLong) return void (await post())
    for (const answer of answers) if (!line.send({ type: 'answer', ...answer })) say('waiting')
  }

  /** Posts the form. @returns what went with it; undefined: nothing arrived */
  async function post(): Promise<string[] | undefined> {
    const own = form()
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

  /** Takes the answers down and closes the form; they go out together with the word that this was all. */
  function handIn(own: HTMLFormElement): void {
    clearTimeout(timer)
    dirty.clear()
    for (const element of answered(own)) queue.put(element, responseOf(form(), element))
    wish.set(true)
    lock()
    void deliver()
  }

  /** Hands in what was wished to be, until the page says that it happened; a room that rests is waited for. */
  async function deliver(): Promise<void> {
    if (!wish.isWished() || isHandingIn) return
    isHandingIn = true
    const sent = await post()
    isHandingIn = false
    if (sent === undefined) return
    await refreshParts(['work']).catch(() => undefined)
    const view = place?.querySelector<HTMLElement>('[data-room-view]')
    const isDone = view?.dataset.roomFinished === 'true'
    const isOpen = isShown(place?.querySelector<HTMLElement>('[data-room-required]'))
    if (isOpen && !isDone) {
      // It was not taken: what is required is open.
      wish.set(false)
      for (const id of sent) queue.drop(id)
      say('required')
    }
    if (isDone || view?.dataset.roomView?.startsWith('closed')) {
      for (const { id } of queue.all()) queue.drop(id)
      wish.set(false)
      if (!isDone) say('refused')
    }
    await follow()
    if (isOpen && !isDone) say('required')
  }

  function lock(): void {
    lockTasks(form())
    say('handing')
  }

  function showOpen(): void {
    const own = form()
    if (!own) return
    const isAnswered = answeredIn(own, answered(own))
    nameOpen(own, isAnswered)
    nameRequired(own, isAnswered)
  }

  function say(what: 'saved' | 'waiting' | 'refused' | 'late' | 'required' | 'handing' | 'opened'): void {
    const status = document.querySelector<HTMLElement>('[data-room-saved]')
    if (status) status.textContent = status.dataset[what] ?? ''
  }

  function leave(): void {
    if (!line.send({ type: 'away' }) && isBlocked) tellAway()
  }

  function changed({ target }: Event): void {
    const element =
      target instanceof Element ? target.closest<HTMLElement>('[data-element]')?.dataset.element : undefined
    // A file goes its own way.
    if (target instanceof HTMLInputElement && target.type === 'file') return
    showOpen()
    // Where tries are counted nothing is sent before the button is pressed.
    if (element === undefined || mode === 'quiz' || counts === 'true') return
    if (!dirty.has(element)) tellPlace(element)
    dirty.add(element)
    clearTimeout(timer)
    timer = setTimeout(() => void send(), quietMs)
  }

  const touched = touchedIn(place)
  wake(place)
  place.addEventListener('input', changed)
  place.addEventListener('change', changed)
  // What was answered before this script came has told nobody yet.
  for (const control of touched) control.dispatchEvent(new Event('change', { bubbles: true }))
  place.addEventListener('submit', (event) => {
    const own = form()
    if (event.target !== own || !own) return
    const isDone = event.submitter?.getAttribute('name') === 'isHandingIn'
    if (isBlocked && !isDone) return
    event.preventDefault()
    event.stopPropagation()
    const sure = own.querySelector<HTMLInputElement>('[name="isFinished"]')
    // Without a yes what is open is named again, where the yes is said.
    if (isDone && !sure?.checked) return sure?.focus()
    const open = isDone && nameRequired(own, answeredIn(own, answered(own)))
    if (open) {
      say('required')
      return open.focus()
    }
    if (isDone) return handIn(own)
    for (const element of answered(own)) dirty.add(element)
    isChecking = true
    void send()
  })
  addEventListener('pageshow', ({ persisted }) => persisted && void askTime())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return void askTime()
    void send()
    if (mode === 'exam') leave()
  })
}
