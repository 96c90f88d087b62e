import { writeLeft } from '#exercises/model/task/clock.ts'

const lastSeconds = 60

/** The clock of somebody who practises against time: it goes on after a reload, and nothing ends with it. */
export function runPracticeClock(): void {
  const clock = document.querySelector<HTMLElement>('[data-practice-clock]')
  const left = clock?.querySelector<HTMLElement>('[data-practice-left]')
  const said = clock?.querySelector<HTMLElement>('[data-practice-said]')
  if (!clock || !left || !said) return
  const end = endOf(Number(clock.dataset.practiceClock) * 1000)
  const say = (text = '') => {
    if (said.textContent !== text) said.textContent = text
  }
  const tick = () => {
    const seconds = (end - Date.now()) / 1000
    left.textContent = writeLeft(seconds)
    if (seconds <= lastSeconds) say(seconds > 0 ? clock.dataset.last : clock.dataset.over)
    if (seconds > 0) return
    clearInterval(timer)
    forget()
  }
  const timer = setInterval(tick, 500)
  tick()
}

const place = () => `clock:${location.pathname}${location.search}`

/** Begun before in this tab, or now. */
function endOf(ms: number): number {
  try {
    const begun = Number(sessionStorage.getItem(place()))
    if (begun > Date.now()) return begun
    const end = Date.now() + ms
    sessionStorage.setItem(place(), String(end))
    return end
  } catch {
    return Date.now() + ms
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(place())
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
