import { assetAddress } from '#shared/interactive/assets.ts'
import { say, type Texts } from '../player/contract.ts'
import { useUpload } from './use-upload.ts'

interface Props {
  id: string
  name: string
  label: string
  f: Readonly<Record<string, string>>
  texts: Texts
  onField: (name: string, value: string) => void
}

/** A picture of a task, with the words for who does not see it. */
export function PictureField({ id, name, label, f, texts, onField }: Props) {
  const { state, file, send } = useUpload((asset) => onField(name, asset))
  const asset = f[name] ?? ''

  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {asset !== '' && <img className="rich__picture" src={assetAddress(asset)} alt={f.alt ?? ''} />}
      <input
        className="input"
        type="file"
        id={id}
        ref={file}
        accept="image/jpeg,image/png,image/webp,image/avif"
        onChange={({ target }) => void send(target.files?.[0])}
      />
      <p className="soft small" aria-live="polite">
        {state && say(texts, state === 'fails' ? 'sendFails' : state)}
      </p>
      {asset !== '' && (
        <div>
          <button type="button" className="button button--small" onClick={() => onField(name, '')}>
            {say(texts, 'removeFile')}
          </button>
        </div>
      )}
      <label className="field__label" htmlFor={`${id}-alt`}>
        {say(texts, 'field.alt')}
      </label>
      <input
        className="input"
        id={`${id}-alt`}
        value={f.alt ?? ''}
        maxLength={500}
        onChange={({ target }) => onField('alt', target.value)}
      />
    </div>
  )
}
