import { useEffect, useState } from 'react'
import { speak, stopSpeaking, type Voice, voiceFor } from '#browser/device/voice.ts'
import { textOfHtml } from '#shared/interactive/rich-text.ts'
import { say, type Texts } from './contract.ts'

interface Props {
  html: string
  /** Of the page. */
  lang: string
  /** Of the task. */
  wordsLang: string
  texts: Texts
}

/** Reads a task aloud, where this device has a voice for its language. */
export function ReadAloud({ html, lang, wordsLang, texts }: Props) {
  const [voice, setVoice] = useState<Voice>()
  useEffect(() => {
    let isHere = true
    void voiceFor(wordsLang).then((found) => isHere && setVoice(found))
    return () => {
      isHere = false
      stopSpeaking()
    }
  }, [wordsLang])
  if (!voice || html === '') return null
  return (
    <div lang={lang}>
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
