import '../styles/made.css'
import { assetAddress } from '#exercises/model/media/assets.ts'
import { acceptOf } from '#exercises/model/media/pupil-files.ts'
import { inks, paper, pathOf, pens, readStrokes } from '#exercises/model/media/strokes.ts'
import type { Picture } from '#exercises/model/task/widget.ts'
import { type PropsOf, say, withAnswer } from '../state/contract.ts'
import { fieldName } from '../state/fields.ts'

/** A drawing as it is, and its words. What draws is a script's: without one it is done on paper and described. */
export function NativeDrawing(props: PropsOf<'drawing'>) {
  const { widget, id, answers, texts, files, isLocked } = props
  const { name, picture } = widget
  const written = answers[name]?.[0] ?? ''
  return (
    <>
      <div
        className="drawing"
        data-drawing={files && !isLocked ? '' : undefined}
        data-texts={files && !isLocked ? JSON.stringify(drawingTexts(texts)) : undefined}
      >
        <div
          className="drawing"
          data-paper
          data-picture={picture.asset && assetAddress(picture.asset)}
          data-alt={picture.alt}
        >
          {(written !== '' || picture.asset !== '') && (
            <Drawing written={written} picture={picture} label={say(texts, 'drawing')} />
          )}
        </div>
        <input type="hidden" name={files && fieldName(id, name)} value={written} />
      </div>
      <DrawingWords {...props} />
    </>
  )
}

/** What a drawing shows in words: for who does not see it, or instead of it. */
export function DrawingWords({ widget, id, answers, onAnswers, isLocked, texts, files }: PropsOf<'drawing'>) {
  const field = fieldName(id, widget.text)
  return (
    <div className="field">
      <label className="field__label" htmlFor={field}>
        {say(texts, 'drawDescribe')}
      </label>
      <textarea
        className="input"
        id={field}
        name={field}
        rows={2}
        maxLength={500}
        value={answers[widget.text]?.[0] ?? ''}
        disabled={isLocked}
        onChange={({ target }) => onAnswers(withAnswer(answers, widget.text, [target.value]))}
      />
      {!files && <p className="soft small">{say(texts, 'drawLocal')}</p>}
    </div>
  )
}

/** Strokes on their paper, drawn from numbers alone. */
export function Drawing({ written, picture, label }: { written: string; picture: Picture; label: string }) {
  return (
    <svg
      className="drawing__paper"
      viewBox={`0 0 ${paper.width} ${paper.height}`}
      role="img"
      aria-label={picture.alt === '' ? label : `${label}: ${picture.alt}`}
    >
      {picture.asset !== '' && (
        <image href={assetAddress(picture.asset)} width={paper.width} height={paper.height} />
      )}
      {keyed(written).map(({ key, stroke }) => (
        <path
          key={key}
          className={`drawing__stroke drawing__stroke--${inks[stroke.ink]} drawing__stroke--${pens[stroke.pen]}`}
          d={pathOf(stroke)}
        />
      ))}
    </svg>
  )
}

/** The same stroke may be there twice. */
const keyed = (written: string) => readStrokes(written).map((stroke, at) => ({ key: `${at}`, stroke }))

const drawingNames = [
  ...[
    'drawing',
    'drawHow',
    'drawUndo',
    'drawClear',
    'drawInk',
    'drawPen',
    'drawFull',
    'penDown',
    'penUp',
    'penAt',
  ],
  ...inks,
  ...pens,
]

/** The words of the board, for a page where it is drawn without the player around it. */
function drawingTexts(texts: PropsOf<'drawing'>['texts']): Record<string, string> {
  return Object.fromEntries(drawingNames.map((name) => [name, texts[name] ?? name]))
}

/** A file to choose: sent in a room, seen on this device alone elsewhere. */
export function NativeFile({ widget, id, answers, isLocked, texts, files }: PropsOf<'file'>) {
  const { name, accepts } = widget
  const field = `file.${id}`
  const sent = answers[name]?.[0] ?? ''
  return (
    <div className="field">
      <label className="field__label" htmlFor={field}>
        {say(texts, accepts)}
      </label>
      <p className="field__hint" id={`${field}-hint`}>
        {say(texts, files ? 'fileHint' : 'fileLocal')}
      </p>
      <input
        className="input"
        type="file"
        id={field}
        name={files && field}
        accept={acceptOf(accepts)}
        aria-describedby={`${field}-hint`}
        disabled={isLocked}
        data-room-file={files && ''}
      />
      {files && (
        <>
          <input type="hidden" name={fieldName(id, name)} value={sent} />
          {sent !== '' && (
            <p>
              {say(texts, 'fileThere')} <a href={files.shown(id)}>{say(texts, 'fileShow')}</a>
            </p>
          )}
          <p className="soft small" role="status" data-room-file-state />
          {!isLocked && (
            <div>
              <button
                type="submit"
                className="button"
                formAction={files.send(id)}
                formEncType="multipart/form-data"
                formNoValidate
              >
                {say(texts, 'fileSend')}
              </button>
            </div>
          )}
        </>
      )}
    </div>
  )
}
