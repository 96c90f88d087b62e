import { useEffect, useState } from 'react'
import { type SpokenPiece, spokenPieces } from '#exercises/model/text/spoken.ts'
import { stopSpeaking, type Voice, type Voiced, voicedPieces, voiceFor } from '#platform/browser/voice.ts'

/** The device's voice of a language; null: there is none; undefined: not known yet. */
export function useVoice(lang: string): Voice | null | undefined {
  const [voice, setVoice] = useState<Voice | null>()
  useEffect(() => {
    let isHere = true
    void voiceFor(lang).then((found) => isHere && setVoice(found ?? null))
    return () => {
      isHere = false
      stopSpeaking()
    }
  }, [lang])
  return voice
}

/** A text as this device reads it; null: it has no voice for one of its languages; undefined: not known yet. */
export function useVoiced(html: string, lang: string): { pieces: SpokenPiece[]; voiced?: Voiced[] | null } {
  const [state, setState] = useState<{ pieces: SpokenPiece[]; voiced?: Voiced[] | null }>({ pieces: [] })
  useEffect(() => {
    let isHere = true
    const pieces = spokenPieces(html, lang)
    void voicedPieces(pieces).then((found) => isHere && setState({ pieces, voiced: found ?? null }))
    return () => {
      isHere = false
      stopSpeaking()
    }
  }, [html, lang])
  return state
}
