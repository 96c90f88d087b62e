import { useRef, useState } from 'react'
import { addAsset } from '#browser/stores/unit-draft.ts'
import { assetAddress } from '#shared/interactive/assets.ts'
import { say, type Texts } from '../player/contract.ts'

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
  const [state, setState] = useState<'sending' | 'sendFails'>()
  const file = useRef<HTMLInputElement>(null)
  // Until a picture is sent other fields may have changed.
  const newest = useRef(onField)
  newest.current = onField
  const asset = f[name] ?? ''

  async function handleFile(chosen: Blob | undefined): Promise<void> {
    if (!chosen) return
    setState('sending')
    try {
      const { asset: added } = await addAsset(chosen)
      newest.current(name, added)
      setState(undefined)
    } catch {
      setState('sendFails')
    }
    if (file.current) file.current.value = ''
  }

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
        onChange={({ target }) => void handleFile(target.files?.[0])}
      />
      <p className="soft small" aria-live="polite">
        {state && say(texts, state)}
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
