import { clockOf } from '../rules/transcript.ts'

/** Seconds near the beginning and the end that are not worth going back to. */
const edge = 15
const everyMs = 5000

/** The player goes on where somebody stopped, on this device; times beside the text are heard at once. */
export function wakeEpisode(): void {
  const episode = document.querySelector<HTMLElement>('[data-episode]')
  const audio = episode?.querySelector('audio')
  if (!episode || !audio) return
  const key = `episode:${location.pathname.split('/')[1]}:${episode.dataset.episode}`
  const place = Number(stored(key) ?? 0)
  if (place > edge) {
    audio.currentTime = place
    const note = episode.querySelector<HTMLElement>('[data-episode-place]')
    if (note) {
      note.textContent = (note.dataset.text ?? '').replace('{{time}}', clockOf(Math.floor(place)))
      note.hidden = false
    }
  }
  let storedAt = 0
  const keep = () => {
    const isOver = audio.ended || audio.duration - audio.currentTime < edge
    store(key, isOver ? undefined : String(Math.floor(audio.currentTime)))
  }
  audio.addEventListener('timeupdate', () => {
    if (Date.now() - storedAt < everyMs) return
    storedAt = Date.now()
    keep()
  })
  audio.addEventListener('pause', keep)
  audio.addEventListener('ended', keep)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-seconds]'))
    link.addEventListener('click', (event) => {
      event.preventDefault()
      audio.currentTime = Number(link.dataset.seconds)
      void audio.play()
    })
}

/** A browser may keep nothing. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Then it begins at the beginning.
  }
}
