import { readCaptions } from '#exercises/model/media/captions.ts'
import { NativeVideo } from '#exercises/player/native/NativeVideo.tsx'
import type { Texts } from '#exercises/player/state/contract.ts'
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

const words = { sending: 'sendingVideo', fails: 'videoFails', remove: 'removeVideo' }

/** The video of a task, shown with the captions as they are typed. */
export function VideoField({ name, f, texts, onField, ...field }: Props) {
  const asset = f[name] ?? ''
  const onAsset = (sent: string) => onField(name, sent)
  const captions = readCaptions(f.captions ?? '')
  return (
    <div className="field">
      <AssetField {...field} {...{ asset, texts, words, onAsset }} accept={accepted.video}>
        <NativeVideo widget={{ kind: 'video', asset, captions }} texts={texts} />
      </AssetField>
    </div>
  )
}
