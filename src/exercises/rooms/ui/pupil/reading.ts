import type { SpokenPiece } from '#exercises/model/text/spoken.ts'
import { speakAll, stopSpeaking, voicedPieces } from '#platform/browser/voice.ts'

/** Tasks can be heard where this device has a voice for their languages; where it has none for what is to be heard, that is said once. */
export async function wakeReading(place: HTMLElement): Promise<void> {
  stopSpeaking()
  const none = place.querySelector<HTMLElement>('[data-no-voice]')
  let isSilent = false
  for (const button of place.querySelectorAll<HTMLElement>('[data-read-task]')) {
    const prompt = button.closest('[data-element]')?.querySelector<HTMLElement>('.prose')
    const pieces = JSON.parse(button.dataset.readTask ?? '[]') as SpokenPiece[]
    const voiced = await voicedPieces(pieces)
    // What has no words, as a formula or a picture, nobody reads aloud.
    isSilent ||= voiced === undefined && pieces.some(({ text }) => /\p{L}/u.test(text))
    if (none) none.hidden = !isSilent
    if (!voiced || !prompt) continue
    prompt.after(button)
    button.hidden = false
    button.addEventListener('click', () => speakAll(voiced))
  }
}
