import { useEffect, useState } from 'react'
import { speak, stopSpeaking, type Voice, voiceFor } from '#browser/device/voice.ts'
import { textOfHtml } from '#shared/interactive/rich-text.ts'
import { say, type Texts } from './contract.ts'

interface Props {
  html: string
  lang: string
  texts: Texts
}

/** Reads a task aloud, where this device has a voice for its language. */
export function ReadAloud({ html, lang, texts }: Props) {
  const [voice, setVoice] = useState<Voice>()
  useEffect(() => {
    let isHere = true
    void voiceFor(lang).then((found) => isHere && setVoice(found))
    return () => {
      isHere = false
      stopSpeaking()
    }
  }, [lang])
  if (!voice || html === '') return null
  return (
    <div>
      <button
        type="button"
        className="button button--plain button--small"
        onClick={() => speak(textOfHtml(html), voice)}
      >
        {say(texts, 'readTask')}
      </button>
    </div>
  )
}
