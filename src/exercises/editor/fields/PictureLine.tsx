import { useState } from 'react'
import type { Picture } from '#exercises/model/task/widget.ts'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { OwnFiles } from '../OwnFiles.tsx'
import { PictureField } from './PictureField.tsx'

interface Props {
  id: string
  texts: Texts
  onInsert: (picture: Picture) => void
}

/** A picture that is put between words, with what it shows for who does not see it. */
export function PictureLine({ id, texts, onInsert }: Props) {
  const [picture, setPicture] = useState<Picture>({ asset: '', alt: '' })
  const [lacks, setLacks] = useState<'noPictureYet' | 'pictureNeedsAlt'>()
  const { asset, alt } = picture

  function take(): void {
    const missing = asset === '' ? 'noPictureYet' : alt.trim() === '' ? 'pictureNeedsAlt' : undefined
    setLacks(missing)
    if (!missing) onInsert({ asset, alt: alt.trim() })
  }

  return (
    <div className="panel column">
      <PictureField
        id={`${id}-picture`}
        name="asset"
        label={say(texts, 'field.picture')}
        f={{ asset, alt }}
        texts={texts}
        onField={(name, value) => setPicture((before) => ({ ...before, [name]: value }))}
      />
      <OwnFiles
        kind="picture"
        texts={texts}
        onAsset={(own) => setPicture((before) => ({ ...before, asset: own }))}
      />
      <div>
        <button type="button" className="button" onClick={take}>
          {say(texts, 'insert')}
        </button>
      </div>
      <p className="small" aria-live="polite">
        {lacks && say(texts, lacks)}
      </p>
    </div>
  )
}
