import { openRoomLine } from './line.ts'
import { createRefresher } from './parts.ts'

const gatherMs = 400

/** The board follows its room, and shows how much time is left. */
export function watchScreen(): void {
  const screen = document.querySelector<HTMLElement>('[data-room-screen]')
  const code = screen?.dataset.roomScreen
  if (!screen || !code) return
  let heard = Number(screen.dataset.seq)
  const refresh = createRefresher(['screen'], gatherMs)
  openRoomLine({
    code,
    world: screen.dataset.world ?? '',
    role: 'screen',
    heard: () => heard,
    onMessage: ({ type, seq }) => {
      if (type === 'welcome') return
      if (typeof seq === 'number') heard = seq
      refresh()
    },
    onLine: (state) => {
      if (state === 'blocked') setInterval(refresh, 5_000)
    },
  })
  setInterval(countDown, 500)
}

/** When each time that is shown is over, by a clock nobody sets: the board's own may be wrong. */
const ends = new WeakMap<HTMLElement, number>()

function countDown(): void {
  const left = document.querySelector<HTMLElement>('[data-room-countdown]')
  if (!left) return
  const end = ends.get(left) ?? performance.now() + Number(left.dataset.roomCountdown)
  ends.set(left, end)
  left.textContent = `${Math.max(0, Math.ceil((end - performance.now()) / 1000))} s`
}
