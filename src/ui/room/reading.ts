import { speak, stopSpeaking, voiceFor } from '#browser/device/voice.ts'

/** Tasks can be heard where this device has a voice for their language; where it has none, that is said once. */
export async function wakeReading(place: HTMLElement): Promise<void> {
  stopSpeaking()
  for (const button of place.querySelectorAll<HTMLElement>('[data-read-task]')) {
    const prompt = button.closest('[data-element]')?.querySelector<HTMLElement>('.prose')
    const voice = await voiceFor(button.dataset.readTask ?? '')
    const none = place.querySelector<HTMLElement>('[data-no-voice]')
    if (none) none.hidden = voice !== undefined
    if (!voice || !prompt) continue
    prompt.after(button)
    button.hidden = false
    button.addEventListener('click', () => speak(button.dataset.readText ?? '', voice))
  }
}
