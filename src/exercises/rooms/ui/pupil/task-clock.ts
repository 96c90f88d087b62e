import { writeLeft } from '#exercises/model/task/clock.ts'

/** So long before the end what stands there is sent, so that it is there in time. */
const ahead = 1000

/**
 * Counts down what is left for tasks, from what the server said: the device's own clock does not matter.
 * @param onEnd before the end (`isOver` false), when what was typed has to go out, and at it
 * @returns stops it
 */
export function runTaskClocks(place: ParentNode, onEnd: (isOver: boolean) => void): () => void {
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
