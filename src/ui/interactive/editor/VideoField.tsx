import { readCaptions } from '#shared/interactive/captions.ts'
import { say, type Texts } from '../player/contract.ts'
import { NativeVideo } from '../player/NativeVideo.tsx'
import { useUpload } from './use-upload.ts'

interface Props {
  id: string
  name: string
  label: string
  f: Readonly<Record<string, string>>
  texts: Texts
  onField: (name: string, value: string) => void
}

/** The video of a task, shown with the captions as they are typed. */
export function VideoField({ id, name, label, f, texts, onField }: Props) {
  const { state, file, send } = useUpload((asset) => onField(name, asset))
  const asset = f[name] ?? ''
  const captions = readCaptions(f.captions ?? '')
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {asset !== '' && <NativeVideo widget={{ kind: 'video', asset, captions }} texts={texts} />}
      <input
        className="input"
        type="file"
        id={id}
        ref={file}
        accept="video/mp4,video/webm"
        onChange={({ target }) => void send(target.files?.[0])}
      />
      <p className="soft small" aria-live="polite">
        {state && say(texts, state === 'fails' ? 'videoFails' : 'sendingVideo')}
      </p>
      {asset !== '' && (
        <div>
          <button type="button" className="button button--small" onClick={() => onField(name, '')}>
            {say(texts, 'removeVideo')}
          </button>
        </div>
      )}
    </div>
  )
}
