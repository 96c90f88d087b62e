import { writeLeft } from '#exercises/model/task/clock.ts'
import { refreshParts } from '#kit/action/fresh-parts.ts'
import { lockTasks, nameOpen, nameRequired } from '../outbox/hand-in.ts'
import { refreshClocks } from '../parts.ts'
import { enhanceTasks, type Fetch } from './enhance.ts'
import { gatesOf, keepSlide } from './pages.ts'
import { answered, answeredIn, roomForm, say } from './pupil-page.ts'

/** What a pupil's page shows of its room. */
export interface PupilView {
  /** Fetches what the room shows now. */
  follow: () => Promise<void>
  /** What tasks can do with a script, whenever they are new. */
  wake: () => void
  /** Asks the server what is left of every time. */
  askTime: () => Promise<void>
}

interface Options {
  parts: Fetch
  isWished: () => boolean
  /** Ids of elements whose answers the server has not acknowledged. */
  unsent: () => ReadonlySet<string>
  /** Sends what was typed. */
  send: () => Promise<void>
}

/** The part of a pupil's page that follows the room, with its clocks. */
export function createPupilView(place: HTMLElement, { parts, isWished, unsent, send }: Options): PupilView {
  let stopClocks = () => {}

  async function follow(): Promise<void> {
    // The page may be as it was before they arrived, and who types goes on meanwhile.
    const before = unsent()
    const isUnsent = (element: string) => before.has(element) || unsent().has(element)
    await refreshParts(['work'], (name) => isUnsent(name.split('.')[1] ?? '')).catch(() => undefined)
    keepSlide()
    wake()
  }

  function wake(): void {
    enhanceTasks(place, parts)
    countDown()
    if (isWished()) lock()
    else showOpen()
  }

  /** What was typed goes out before the time for it is over; then the page says that it is. */
  function countDown(): void {
    stopClocks()
    stopClocks = runTaskClocks(place, (isOver) => void send().then(() => (isOver ? follow() : undefined)))
  }

  /** Clocks of devices stand still while they sleep: the server says what is left. */
  async function askTime(): Promise<void> {
    const isSame = await refreshClocks().catch(() => true)
    if (isSame) countDown()
    else await send().then(follow)
  }

  return { follow, wake, askTime }
}

/** What a page waits for was answered: it may be open now. */
export async function openPages(follow: () => Promise<void>): Promise<void> {
  const before = gatesOf(roomForm()).length
  await follow()
  if (gatesOf(roomForm()).length < before) say('opened')
}

/** Closes the form for what is on its way. */
export function lock(): void {
  lockTasks(roomForm())
  say('handing')
}

/** Names what is open, and what nobody hands in without. */
export function showOpen(): void {
  const own = roomForm()
  if (!own) return
  const isAnswered = answeredIn(own, answered(own))
  nameOpen(own, isAnswered)
  nameRequired(own, isAnswered)
}

/** Whether all of a form may be handed in; where it may not, the focus goes to what is missing. */
export function mayHandIn(own: HTMLFormElement): boolean {
  const sure = own.querySelector<HTMLInputElement>('[name="isFinished"]')
  // Without a yes what is open is named again, where the yes is said.
  if (!sure?.checked) {
    sure?.focus()
    return false
  }
  const open = nameRequired(own, answeredIn(own, answered(own)))
  if (!open) return true
  say('required')
  open.focus()
  return false
}

/** So long before the end what stands there is sent, so that it is there in time. */
const ahead = 1000

/**
 * Counts down what is left for tasks, from what the server said: the device's own clock does not matter.
 * @param onEnd before the end (`isOver` false), when what was typed has to go out, and at it
 * @returns stops it
 */
function runTaskClocks(place: ParentNode, onEnd: (isOver: boolean) => void): () => void {
  const began = performance.now()
  const clocks = [...place.querySelectorAll<HTMLElement>('[data-task-left]')].map((line) => ({
    shown: line.querySelector('[data-task-clock]'),
    end: began + Number(line.dataset.taskLeft),
    isSent: false,
  }))
  if (clocks.length === 0) return () => {}
  const tick = () => {
    const now = performance.now()
    for (const clock of clocks) {
      if (clock.shown) clock.shown.textContent = writeLeft((clock.end - now) / 1000)
      if (clock.isSent || clock.end - now > ahead) continue
      clock.isSent = true
      onEnd(false)
    }
    if (!clocks.some(({ end }) => end <= now)) return
    clearInterval(timer)
    onEnd(true)
  }
  const timer = setInterval(tick, 250)
  tick()
  return () => clearInterval(timer)
}
