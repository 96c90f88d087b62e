import { useState } from 'react'
import { ownFiles } from '#exercises/browser/unit-draft.ts'
import { assetAddress } from '#exercises/model/media/assets.ts'
import { isOfKind, type MediaKind } from '#exercises/model/media/element-media.ts'
import { NativeSound } from '#exercises/player/native/NativeSound.tsx'
import { say, type Texts } from '#exercises/player/state/contract.ts'

interface Props {
  kind: MediaKind
  texts: Texts
  onAsset: (asset: string) => void
}

/** Files that stand in own exercises already, to be taken once more. */
export function OwnFiles({ kind, texts, onAsset }: Props) {
  const [files, setFiles] = useState<readonly string[] | 'fails'>()

  async function handleOpen(isOpen: boolean): Promise<void> {
    if (!isOpen || Array.isArray(files)) return
    const found = await ownFiles().catch(() => undefined)
    setFiles(found?.map(({ asset }) => asset).filter((asset) => isOfKind({ asset, kind })) ?? 'fails')
  }

  return (
    <details onToggle={({ currentTarget }) => void handleOpen(currentTarget.open)}>
      <summary>{say(texts, 'ownFiles')}</summary>
      <p className="soft small" aria-live="polite">
        {files === 'fails' && say(texts, 'ownFilesFail')}
        {files?.length === 0 && say(texts, 'ownFilesEmpty')}
      </p>
      {Array.isArray(files) && (
        <ul className="own-files">
          {files.map((asset: string, at) => (
            <li key={asset}>
              {kind === 'sound' && <NativeSound widget={{ asset, transcript: '' }} texts={texts} />}
              {kind === 'video' && <video src={assetAddress(asset)} preload="metadata" muted playsInline />}
              <button
                type="button"
                className="button button--small"
                aria-label={say(texts, 'ownFile', { number: at + 1 })}
                onClick={() => onAsset(asset)}
              >
                {kind === 'picture' && (
                  <img src={assetAddress(asset)} alt="" loading="lazy" decoding="async" />
                )}
                {kind !== 'picture' && say(texts, 'ownFile', { number: at + 1 })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
