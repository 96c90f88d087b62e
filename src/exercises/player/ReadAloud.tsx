import { directionOf } from '#exercises/model/text/direction.ts'
import { speakAll } from '#platform/browser/voice.ts'
import { say, type Texts } from './state/contract.ts'
import { useVoiced } from './state/use-voice.ts'

interface Props {
  html: string
  /** Of the page. */
  lang: string
  /** Of the task. */
  wordsLang: string
  texts: Texts
}

/** Reads a task aloud, where this device has a voice for each of its languages. */
export function ReadAloud({ html, lang, wordsLang, texts }: Props) {
  const { pieces, voiced } = useVoiced(html, wordsLang)
  if (voiced === undefined || pieces.length === 0) return null
  if (voiced === null) {
    // That there is none for the exercise is said once, above all tasks.
    const isForeign = pieces.some((piece) => piece.lang !== wordsLang)
    return isForeign ? (
      <p className="soft small" lang={lang} dir={directionOf(lang)}>
        {say(texts, 'noReading')}
      </p>
    ) : null
  }
  return (
    <div lang={lang} dir={directionOf(lang)}>
      <button type="button" className="button button--plain button--small" onClick={() => speakAll(voiced)}>
        {say(texts, 'readTask')}
      </button>
    </div>
  )
}
