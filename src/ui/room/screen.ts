import { openRoomLine } from './line.ts'
import { refreshParts } from './parts.ts'

const gatherMs = 400

/** The board follows its room, and shows how much time is left. */
export function watchScreen(): void {
  const screen = document.querySelector<HTMLElement>('[data-room-screen]')
  const code = screen?.dataset.roomScreen
  if (!screen || !code) return
  let heard = Number(screen.dataset.seq)
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void refreshParts(['screen']).catch(() => undefined), gatherMs)
  }
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
  setInterval(() => {
    const left = document.querySelector<HTMLTimeElement>('[data-room-countdown]')
    if (left)
      left.textContent = `${Math.max(0, Math.ceil((Date.parse(left.dateTime) - Date.now()) / 1000))} s`
  }, 500)
}
