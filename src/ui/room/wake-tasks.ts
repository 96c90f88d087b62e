import { speak, stopSpeaking, voiceFor } from '#browser/device/voice.ts'
import type { Tool } from '../interactive/essay/marks.ts'
import { wakeLines } from './pages.ts'

/** What tasks of a room can do once a script runs; called again whenever they are new. */
export function wakeTasks(place: HTMLElement): void {
  wakeLines(place)
  for (const reader of place.querySelectorAll<HTMLElement>('[data-read-task][hidden]'))
    void wakeReader(reader)
  for (const bar of place.querySelectorAll<HTMLElement>('[data-write-tools][hidden]')) void wakeWriting(bar)
}

/** Reads the task aloud, where this device has a voice for its language. */
async function wakeReader(reader: HTMLElement): Promise<void> {
  const voice = await voiceFor(reader.dataset.readTask ?? '')
  const prompt = reader.previousElementSibling?.textContent?.trim() ?? ''
  // Asked for twice while the voices were late.
  if (!voice || prompt === '' || !reader.hidden) return
  reader.hidden = false
  reader.querySelector('button')?.addEventListener('click', () => {
    speak(prompt, voice)
    addEventListener('pagehide', stopSpeaking, { once: true })
  })
}

/** Buttons and keys that write the signs for what is bold, italic or a list. */
async function wakeWriting(bar: HTMLElement): Promise<void> {
  const field = document.getElementById(bar.dataset.writeTools ?? '')
  if (!(field instanceof HTMLTextAreaElement)) return
  bar.dataset.writeTools = ''
  const { toolOf, writeSigns } = await import('../interactive/essay/write-signs.ts')
  const write = (tool: Tool) => {
    if (field.disabled || field.closest('fieldset[disabled]')) return
    const text = writeSigns(field, tool)
    if (text === undefined) return
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const button of bar.querySelectorAll('button'))
    button.addEventListener('click', () => write(button.dataset.tool as Tool))
  field.addEventListener('keydown', (event) => {
    const tool = toolOf(event)
    if (!tool) return
    event.preventDefault()
    write(tool)
  })
  field.before(bar)
  bar.hidden = false
}
