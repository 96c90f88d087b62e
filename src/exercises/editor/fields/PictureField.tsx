import { assetAddress } from '#exercises/model/media/assets.ts'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { accepted } from '#platform/rules/files/media-types.ts'
import { AssetField } from './AssetField.tsx'

interface Props {
  id: string
  name: string
  label: string
  f: Readonly<Record<string, string>>
  texts: Texts
  onField: (name: string, value: string) => void
}

const words = { sending: 'sending', fails: 'sendFails', remove: 'removeFile' }

/** A picture of a task, with the words for who does not see it. */
export function PictureField({ id, name, label, f, texts, onField }: Props) {
  const asset = f[name] ?? ''
  const onAsset = (sent: string) => onField(name, sent)
  return (
    <div className="field">
      <AssetField {...{ id, label, asset, texts, words, onAsset }} accept={accepted.picture}>
        <img className="rich__picture" src={assetAddress(asset)} alt={f.alt ?? ''} />
      </AssetField>
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
