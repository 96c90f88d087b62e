import { assetAddress } from '#exercises/model/media/assets.ts'
import type { Widget } from '#exercises/model/task/widget.ts'
import { RichText } from '../RichText.tsx'
import { say, type Texts } from '../state/contract.ts'

interface SoundProps {
  widget: Omit<Extract<Widget, { kind: 'sound' }>, 'kind'>
  texts: Texts
  /** Names one of several. */
  label?: string
}

/** A recording with the browser's own controls, and its words to unfold. */
export function NativeSound({ widget: { asset, transcript, label: own }, texts, label }: SoundProps) {
  return (
    <>
      {asset === '' ? (
        <p className="panel">{say(texts, 'noSound')}</p>
      ) : (
        <audio
          className="sound"
          src={assetAddress(asset)}
          controls
          preload={label ? 'none' : 'metadata'}
          aria-label={label ?? own}
        >
          <track kind="captions" />
        </audio>
      )}
      {transcript !== '' && (
        <details>
          <summary>{say(texts, 'soundTranscript')}</summary>
          <div className="prose">
            <RichText html={transcript} />
          </div>
        </details>
      )}
    </>
  )
}
