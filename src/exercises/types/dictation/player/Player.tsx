import { useEffect, useRef, useState } from 'react'
import { assetAddress } from '#exercises/model/media/assets.ts'
import type { Widget } from '#exercises/model/task/widget.ts'
import { NativeWidget } from '#exercises/player/native/NativeWidget.tsx'
import { type AnswerProps, say, sayCount, withAnswer } from '#exercises/player/state/contract.ts'
import { fieldName } from '#exercises/player/state/fields.ts'
import { useVoice } from '#exercises/player/state/use-voice.ts'
import { speak, stopSpeaking, type Voice } from '#platform/browser/voice.ts'

type Listen = Extract<Widget, { kind: 'listen' }>

/** Sentences that are heard and written down. */
export function Player(props: AnswerProps) {
  const lang = document.documentElement.lang
  // What was recorded needs no voice.
  const first = props.element.widgets.find(
    (widget): widget is Listen => widget.kind === 'listen' && widget.sound === '',
  )
  const voice = useVoice(first?.lang || props.wordsLang || lang)
  if (first && voice === undefined) return null
  return props.element.widgets.map((widget) =>
    widget.kind === 'listen' && (widget.sound !== '' || voice) ? (
      <Sentence
        key={`${widget.name} ${widget.sound}`}
        {...props}
        widget={widget}
        voice={voice ?? null}
        lang={lang}
      />
    ) : (
      <div key={widget.kind === 'listen' ? widget.name : widget.kind} className="field">
        {widget.kind === 'listen' && <p className="soft">{say(props.texts, 'noVoice')}</p>}
        <NativeWidget {...props} id={props.element.id} widget={widget} />
      </div>
    ),
  )
}

/** Plays a recording from its beginning, one at a time on the page. */
function useRecording(sound: string) {
  const audio = useRef<HTMLAudioElement>(undefined)
  useEffect(() => () => audio.current?.pause(), [])
  function play(rate: number): void {
    stopSpeaking()
    playing?.pause()
    audio.current ??= new Audio(assetAddress(sound))
    playing = audio.current
    playing.currentTime = 0
    playing.playbackRate = rate
    void playing.play().catch(() => undefined)
  }
  return { play }
}

let playing: HTMLAudioElement | undefined

interface SentenceProps extends AnswerProps {
  widget: Listen
  voice: Voice | null
  lang: string
}

function Sentence({ widget, voice, lang, element, answers, onAnswers, isLocked, texts }: SentenceProps) {
  const { name, text, playsMax, sound } = widget
  const recording = useRecording(sound)
  const [plays, setPlays] = useState(0)
  const left = playsMax === 0 ? undefined : Math.max(0, playsMax - plays)
  const id = fieldName(element.id, name)

  function handlePlay(rate: number): void {
    setPlays(plays + 1)
    if (sound !== '') recording.play(rate)
    else if (voice) speak(text, voice, rate)
  }

  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {say(texts, 'listen')}
      </label>
      <div className="actions">
        <button type="button" className="button" disabled={left === 0} onClick={() => handlePlay(1)}>
          {say(texts, 'hear')}
        </button>
        <button type="button" className="button" disabled={left === 0} onClick={() => handlePlay(0.7)}>
          {say(texts, 'hearSlow')}
        </button>
        {left !== undefined && <span className="soft small">{sayCount(texts, 'playsLeft', left, lang)}</span>}
      </div>
      <textarea
        className="input"
        id={id}
        name={id}
        rows={2}
        maxLength={500}
        spellCheck={false}
        autoCorrect="off"
        autoCapitalize="off"
        disabled={isLocked}
        value={answers[name]?.[0] ?? ''}
        onChange={({ target }) => onAnswers(withAnswer(answers, name, [target.value]))}
      />
    </div>
  )
}
