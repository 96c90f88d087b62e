import { writeClock } from '#exercises/model/task/clock.ts'
import { NativeSound } from '#exercises/player/native/NativeSound.tsx'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { useRecorder } from '../state/use-recorder.ts'
import { useUpload } from '../state/use-upload.ts'

interface Props {
  id: string
  name: string
  label: string
  f: Readonly<Record<string, string>>
  texts: Texts
  onField: (name: string, value: string) => void
}

/** The recording of a task. */
export function SoundField({ id, name, label, f, texts, onField }: Props) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <SoundInput id={id} asset={f[name] ?? ''} texts={texts} onAsset={(asset) => onField(name, asset)} />
    </div>
  )
}

interface InputProps {
  id: string
  asset: string
  texts: Texts
  /** Names it where no label does. */
  label?: string
  onAsset: (asset: string) => void
}

/** A recording that is sent as a file or spoken into the microphone, and heard once it is there. */
export function SoundInput({ id, asset, texts, label, onAsset }: InputProps) {
  const { state, file, send } = useUpload(onAsset)
  const recorder = useRecorder((recording) => void send(recording))
  const isRecording = recorder.seconds !== undefined
  return (
    <div className="sound-input">
      {asset !== '' && <NativeSound widget={{ asset, transcript: '' }} texts={texts} />}
      <input
        className="input"
        type="file"
        id={id}
        ref={file}
        aria-label={label}
        accept="audio/mpeg,audio/mp4,audio/ogg,audio/wav,audio/webm,.mp3,.m4a,.ogg,.wav"
        onChange={({ target }) => void send(target.files?.[0])}
      />
      <div className="actions">
        <button
          type="button"
          className="button button--small"
          aria-pressed={isRecording}
          onClick={isRecording ? recorder.stop : recorder.start}
        >
          {say(texts, isRecording ? 'stopRecording' : 'record')}
        </button>
        {asset !== '' && (
          <button type="button" className="button button--plain button--small" onClick={() => onAsset('')}>
            {say(texts, 'removeSound')}
          </button>
        )}
      </div>
      {isRecording && (
        <p className="soft small">{say(texts, 'recording', { time: writeClock(recorder.seconds ?? 0) })}</p>
      )}
      <p className="soft small" aria-live="polite">
        {state && say(texts, state === 'fails' ? 'soundFails' : 'sendingSound')}
        {recorder.hasFailed && say(texts, 'microphoneFails')}
      </p>
    </div>
  )
}
