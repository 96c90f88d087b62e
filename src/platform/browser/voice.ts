/** A voice of this device. */
export type Voice = SpeechSynthesisVoice

/** Browsers tell their voices late, some never. */
const patienceMs = 1500

/**
 * A voice of this device for a language, one of the same country if there is any. Never one of another language: it
 * would read words nobody understands. Never one that sends the text elsewhere.
 */
export async function voiceFor(lang: string): Promise<Voice | undefined> {
  const wanted = lang.toLowerCase().replace('_', '-')
  const [language] = wanted.split('-')
  const voices = (await allVoices()).filter(({ localService }) => localService)
  const langOf = (voice: Voice) => voice.lang.toLowerCase().replace('_', '-')
  const same = voices.filter((voice) => langOf(voice).split('-')[0] === language)
  return same.find((voice) => langOf(voice) === wanted) ?? same[0]
}

async function allVoices(): Promise<Voice[]> {
  const speech = globalThis.speechSynthesis
  if (!speech) return []
  const known = speech.getVoices()
  if (known.length > 0) return known
  return await new Promise((resolve) => {
    const finish = () => resolve(speech.getVoices())
    const patience = setTimeout(finish, patienceMs)
    speech.addEventListener(
      'voiceschanged',
      () => {
        clearTimeout(patience)
        finish()
      },
      { once: true },
    )
  })
}

/** Words with the voice that reads them. */
export interface Voiced {
  text: string
  voice: Voice
}

/** Pieces with a voice of their language each; undefined: for one of them there is none. */
export async function voicedPieces(
  pieces: readonly { lang: string; text: string }[],
): Promise<Voiced[] | undefined> {
  const voiced: Voiced[] = []
  for (const { lang, text } of pieces) {
    const voice = await voiceFor(lang)
    if (!voice) return undefined
    voiced.push({ text, voice })
  }
  return voiced
}

/** Reads a text, and nothing else that was still being read. */
export function speak(text: string, voice: Voice, rate = 1): void {
  speakAll([{ text, voice }], rate)
}

/** Reads pieces one after the other, and nothing else that was still being read. */
export function speakAll(pieces: readonly Voiced[], rate = 1): void {
  stopSpeaking()
  for (const { text, voice } of pieces) {
    const said = new SpeechSynthesisUtterance(text)
    said.voice = voice
    said.lang = voice.lang
    said.rate = rate
    globalThis.speechSynthesis.speak(said)
  }
}

export function stopSpeaking(): void {
  globalThis.speechSynthesis?.cancel()
}
