import { speak, stopSpeaking, voiceFor } from '#browser/device/voice.ts'

/** Tasks of a room are read aloud where this device has a voice for their language; called again whenever they are new. */
export function wakeReaders(place: HTMLElement): void {
  for (const reader of place.querySelectorAll<HTMLElement>('[data-read-task][hidden]')) void wake(reader)
}

async function wake(reader: HTMLElement): Promise<void> {
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
