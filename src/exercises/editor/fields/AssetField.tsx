import type { ReactNode } from 'react'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { useUpload } from '../state/use-upload.ts'

interface Props {
  id: string
  label: string
  /** Name of the stored file; empty: there is none. */
  asset: string
  /** Media types that can be chosen. */
  accept: string
  texts: Texts
  /** Names of the texts for sending, failing and taking away. */
  words: { sending: string; fails: string; remove: string }
  onAsset: (asset: string) => void
  /** The file as it is shown, where there is one. */
  children: ReactNode
}

/** One file of a task: shown, sent as soon as it is chosen, taken away again. */
export function AssetField({ id, label, asset, accept, texts, words, onAsset, children }: Props) {
  const { state, file, send } = useUpload(onAsset)
  return (
    <>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {asset !== '' && children}
      <input
        className="input"
        type="file"
        id={id}
        ref={file}
        accept={accept}
        onChange={({ target }) => void send(target.files?.[0])}
      />
      <p className="soft small" aria-live="polite">
        {state && say(texts, words[state])}
      </p>
      {asset !== '' && (
        <div>
          <button type="button" className="button button--small" onClick={() => onAsset('')}>
            {say(texts, words.remove)}
          </button>
        </div>
      )}
    </>
  )
}
