import { writeLeft } from '#exercises/model/task/clock.ts'
import { createRefresher } from '#kit/action/fresh-parts.ts'
import { openRoomLine } from './outbox/room-socket.ts'
import { createAsking } from './parts.ts'

const gatherMs = 400

/** The board follows its room, and shows how much time is left. */
export function watchScreen(): void {
  const screen = document.querySelector<HTMLElement>('[data-room-screen]')
  const code = screen?.dataset.roomScreen
  if (!screen || !code) return
  let heard = Number(screen.dataset.seq)
  let isGreeted = false
  const refresh = createRefresher(['screen'], gatherMs)
  openRoomLine({
    code,
    world: screen.dataset.world ?? '',
    role: 'screen',
    heard: () => heard,
    onMessage: ({ type, seq }) => {
      if (type !== 'welcome' && typeof seq === 'number') heard = seq
      // Welcome again: clocks of devices stand still while they sleep.
      if (type !== 'welcome' || isGreeted) refresh()
      isGreeted = true
    },
    onLine: createAsking(refresh),
  })
  setInterval(countDown, 500)
  offerFullScreen()
}

/** What a browser cannot do is not offered. */
function offerFullScreen(): void {
  const button = document.querySelector<HTMLElement>('[data-full-screen]')
  if (!button || !document.fullscreenEnabled) return
  button.hidden = false
  button.addEventListener('click', () => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen()
    void change.catch(() => undefined)
  })
}

/** When each time that is shown is over, by a clock nobody sets: the board's own may be wrong. */
const ends = new WeakMap<HTMLElement, number>()

/** Heard only when it is over: the figures are to be looked at. */
function countDown(): void {
  const line = document.querySelector<HTMLElement>('[data-room-countdown]')
  const shown = line?.querySelector('[data-room-clock]')
  if (!line || !shown || line.dataset.still === 'true') return
  const end = ends.get(line) ?? performance.now() + Number(line.dataset.roomCountdown)
  ends.set(line, end)
  const seconds = (end - performance.now()) / 1000
  const left = writeLeft(seconds)
  if (shown.textContent !== left) shown.textContent = left
  const over = document.querySelector<HTMLElement>('[data-room-over]')
  if (over && seconds <= 0 && over.textContent === '') over.textContent = over.dataset.roomOver ?? ''
}
