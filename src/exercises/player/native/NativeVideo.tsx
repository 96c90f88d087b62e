import { useEffect, useRef } from 'react'
import { assetAddress } from '#exercises/model/media/assets.ts'
import { shownCaptions } from '#exercises/model/media/caption-times.ts'
import { writeClock } from '#exercises/model/task/clock.ts'
import type { Widget } from '#exercises/model/task/widget.ts'
import { RichText } from '../RichText.tsx'
import { say, type Texts } from '../state/contract.ts'

interface VideoProps {
  widget: Extract<Widget, { kind: 'video' }>
  texts: Texts
  /** What its own player does with it. */
  onVideo?: (video: HTMLVideoElement) => () => void
}

/** A video with what is heard in it: as captions where there is script, and to read below it. */
export function NativeVideo({ widget, texts, onVideo }: VideoProps) {
  const { asset, captions, transcript = '', label } = widget
  const video = useRef<HTMLVideoElement>(null)
  const track = useRef<HTMLTrackElement>(null)
  useEffect(() => (video.current ? onVideo?.(video.current) : undefined), [onVideo])
  useEffect(() => {
    const element = track.current
    if (!element) return
    const cues = shownCaptions(captions).map(({ at, until, text }) => new VTTCue(at, until, text))
    const fill = () => {
      for (const cue of cues) element.track.addCue(cue)
    }
    element.track.mode = 'showing'
    fill()
    // It has no file: a browser that finds that out only now empties it.
    element.addEventListener('error', fill)
    return () => {
      element.removeEventListener('error', fill)
      for (const cue of cues) cue.track?.removeCue(cue)
    }
  }, [captions])
  return (
    <>
      {asset === '' ? (
        <p className="panel">{say(texts, 'noVideo')}</p>
      ) : (
        <video
          className="video"
          ref={video}
          src={assetAddress(asset)}
          controls
          aria-label={label}
          playsInline
          preload="metadata"
        >
          <track kind="captions" label={say(texts, 'captions')} ref={track} default />
        </video>
      )}
      {captions.length > 0 && (
        <details>
          <summary>{say(texts, 'transcript')}</summary>
          <ol className="transcript">
            {captions.map(({ at, text }) => (
              <li key={`${at} ${text}`}>
                <span className="soft">{writeClock(at)}</span> {text}
              </li>
            ))}
          </ol>
        </details>
      )}
      {transcript !== '' && (
        <details>
          <summary>{say(texts, 'transcript')}</summary>
          <div className="prose">
            <RichText html={transcript} />
          </div>
        </details>
      )}
    </>
  )
}
