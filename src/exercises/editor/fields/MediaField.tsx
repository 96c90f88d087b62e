import { isOfKind, type MediaKind, mediaKinds } from '#exercises/model/media/element-media.ts'
import { htmlOfTyped, textOfHtml } from '#exercises/model/text/rich-text.ts'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { OwnFiles } from '../OwnFiles.tsx'
import type { DraftElement } from '../state/draft.ts'
import { PictureField } from './PictureField.tsx'
import { SoundField } from './SoundField.tsx'
import { VideoField } from './VideoField.tsx'

interface Props {
  element: DraftElement
  texts: Texts
  onChange: (change: Partial<DraftElement>) => void
}

const fields = { picture: PictureField, sound: SoundField, video: VideoField } as const

/** What is seen or heard above a task: a picture, a recording or a video, with the words for who does not see or hear it. */
export function MediaField({ element, texts, onChange }: Props) {
  const { media = '', mediaAlt = '', mediaTranscript = '' } = element
  const id = `${element.id}-media`
  const kind = mediaKinds.find((each) => each === element.mediaKind)
  const File = kind && fields[kind]

  function handleKind(next: MediaKind | undefined): void {
    // A browser's recording may count as a video; media of another kind is cleared.
    const isSuitable = next !== undefined && media !== '' && isOfKind({ asset: media, kind: next })
    onChange({ mediaKind: next ?? '', ...(!isSuitable && { media: '' }) })
  }

  return (
    <fieldset className="answers">
      <div className="field">
        <label className="field__label" htmlFor={`${id}-kind`}>
          {say(texts, 'field.media')}
        </label>
        <select
          className="input"
          id={`${id}-kind`}
          value={kind ?? ''}
          onChange={({ target }) => handleKind(mediaKinds.find((each) => each === target.value))}
        >
          <option value="">{say(texts, 'mediaNone')}</option>
          {mediaKinds.map((each) => (
            <option key={each} value={each}>
              {say(texts, `field.${each}`)}
            </option>
          ))}
        </select>
      </div>
      {kind && File && (
        <>
          <File
            id={id}
            name="media"
            label={say(texts, `field.${kind}`)}
            f={{ media, alt: mediaAlt, captions: textOfHtml(htmlOfTyped(mediaTranscript)) }}
            texts={texts}
            onField={(name, value) => onChange(name === 'alt' ? { mediaAlt: value } : { media: value })}
          />
          <OwnFiles kind={kind} texts={texts} onAsset={(asset) => onChange({ media: asset })} />
        </>
      )}
      {kind && kind !== 'picture' && (
        <>
          <div className="field">
            <label className="field__label" htmlFor={`${id}-alt`}>
              {say(texts, 'field.mediaLabel')}
            </label>
            <p className="soft small" id={`${id}-alt-hint`}>
              {say(texts, 'hint.mediaLabel')}
            </p>
            <input
              className="input"
              id={`${id}-alt`}
              value={mediaAlt}
              maxLength={500}
              aria-describedby={`${id}-alt-hint`}
              onChange={({ target }) => onChange({ mediaAlt: target.value })}
            />
          </div>
          <div className="field">
            <label className="field__label" htmlFor={`${id}-transcript`}>
              {say(texts, 'field.mediaTranscript')}
            </label>
            <p className="soft small" id={`${id}-transcript-hint`}>
              {say(texts, 'hint.mediaTranscript')}
            </p>
            <textarea
              className="input"
              id={`${id}-transcript`}
              rows={4}
              value={mediaTranscript}
              aria-describedby={`${id}-transcript-hint`}
              onChange={({ target }) => onChange({ mediaTranscript: target.value })}
            />
          </div>
        </>
      )}
    </fieldset>
  )
}
