import { assetAddress } from '#exercises/model/media/assets.ts'
import type { Picture } from '#exercises/model/task/widget.ts'
import { type PropsOf, say, type Texts, withAnswer } from '../state/contract.ts'
import { fieldName } from '../state/fields.ts'
import { NativeSound } from './NativeSound.tsx'
import { ThingSound, ThingText } from './ThingText.tsx'

/** Cells with their places, which name them for React and for readers. */
export function cellsOf<T>(
  rows: readonly (readonly T[])[],
): { key: string; cells: { key: string; cell: T }[] }[] {
  return rows.map((row, y) => ({
    key: `row ${y}`,
    cells: row.map((cell, x) => ({ key: `${x} ${y}`, cell })),
  }))
}

/** The numbers of the columns of a square whose cells are written down. */
export function ColumnNumbers({ count }: { count: number }) {
  return (
    <thead>
      <tr>
        <td className="letters__none" />
        {Array.from({ length: count }, (_, x) => x + 1).map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** A square of letters to look at. */
export function NativeGrid({ widget, label }: { widget: PropsOf<'grid'>['widget']; label: string }) {
  return (
    <div className="grid-scroll">
      <table className="letters" aria-label={label}>
        {widget.hasPlaces && <ColumnNumbers count={widget.rows[0]?.length ?? 0} />}
        <tbody>
          {cellsOf(widget.rows).map((row, y) => (
            <tr key={row.key}>
              {widget.hasPlaces && <th scope="row">{y + 1}</th>}
              {row.cells.map(({ key, cell }) => (
                <td key={key} className={typeof cell === 'string' ? undefined : 'letters__none'}>
                  {widget.numbers[key] && <sup>{widget.numbers[key]}</sup>}
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function NativeCards({ widget, id, answers, onAnswers, isLocked, texts }: PropsOf<'cards'>) {
  return (
    <ul className="cards-list">
      {widget.cards.map(({ front, back, tip, sound, name, frontPicture, backPicture }) => (
        <li key={`${frontPicture?.asset} ${front} ${name}`} className="panel">
          {name === undefined ? (
            <details>
              <summary>
                <ThingText text={front} picture={frontPicture} />
              </summary>
              <p>
                <ThingText text={back} picture={backPicture} />
              </p>
            </details>
          ) : (
            <label className="field">
              <span className="field__label">
                <ThingText text={front} picture={frontPicture} />
              </span>
              <input
                className="input"
                name={fieldName(id, name)}
                value={answers[name]?.[0] ?? ''}
                disabled={isLocked}
                onChange={({ target }) => onAnswers(withAnswer(answers, name, [target.value]))}
                autoComplete="off"
                maxLength={200}
              />
            </label>
          )}
          {sound !== '' && <NativeSound widget={{ asset: sound, transcript: '' }} texts={texts} />}
          {tip && <p className="soft small">{say(texts, 'tip', { tip })}</p>}
        </li>
      ))}
    </ul>
  )
}

export function NativePairs({ widget, id, answers, onAnswers, isLocked, texts }: PropsOf<'pairs'>) {
  return (
    <>
      <ul className="pairs">
        {widget.cards.map(({ value, text, picture, sound, isHeard }, at) => (
          <li key={value}>
            <details className="panel">
              <summary>{say(texts, 'card', { place: at + 1 })}</summary>
              {(picture || !isHeard) && (
                <p>
                  <ThingText text={isHeard ? (picture?.alt ?? '') : text} picture={picture} />
                </p>
              )}
              <ThingSound thing={{ sound, isHeard, words: text }} place={at + 1} texts={texts} />
            </details>
          </li>
        ))}
      </ul>
      <ul className="rows">
        {widget.cards.map(
          ({ value }, at) =>
            value.startsWith('a') && (
              <li key={value} className="rows__row">
                <label htmlFor={fieldName(id, value)}>{say(texts, 'belongsTo', { place: at + 1 })}</label>
                <select
                  className="input"
                  id={fieldName(id, value)}
                  name={fieldName(id, value)}
                  value={answers[value]?.[0] ?? ''}
                  disabled={isLocked}
                  onChange={({ target }) => onAnswers(withAnswer(answers, value, [target.value]))}
                >
                  <option value="">{say(texts, 'choose')}</option>
                  {widget.cards.map(
                    (card, place) =>
                      card.value.startsWith('b') && (
                        <option key={card.value} value={card.value}>
                          {say(texts, 'card', { place: place + 1 })}
                        </option>
                      ),
                  )}
                </select>
              </li>
            ),
        )}
      </ul>
    </>
  )
}

/** A picture with the numbers of its places; who does not see it reads what it shows. */
export function NativePicture({
  picture,
  marks,
  texts,
}: {
  picture: Picture
  marks: readonly { text: string; x: number; y: number }[]
  texts: Texts
}) {
  if (picture.asset === '')
    return picture.alt === '' ? null : <p className="panel">{say(texts, 'picture', { alt: picture.alt })}</p>
  return (
    <div className="picture">
      <img src={assetAddress(picture.asset)} alt={picture.alt} loading="lazy" decoding="async" />
      <svg className="picture__marks" aria-hidden="true">
        {marks.map(({ text, x, y }) => (
          <g key={text}>
            <circle cx={`${x}%`} cy={`${y}%`} r="14" />
            <text x={`${x}%`} y={`${y}%`}>
              {text}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}
