import { assetAddress } from '#exercises/model/media/assets.ts'
import { picturesInHtml, pictureTag, replacePictures } from '#exercises/model/text/rich-pictures.ts'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { focusSoon } from '../state/focus.ts'
import { SmallButton } from './SmallButton.tsx'

interface Props {
  id: string
  html: string
  texts: Texts
  onChange: (html: string) => void
}

/** The pictures of a text, each with what it shows, and taken out again: without a mouse, too. */
export function RichPictures({ id, html, texts, onChange }: Props) {
  // One picture may stand in a text twice: its place names it, too.
  const pictures = picturesInHtml(html).map((picture, at) => ({ ...picture, key: `${at} ${picture.alt}` }))
  if (pictures.length === 0) return null
  const change = (place: number, write: (asset: string) => string) =>
    onChange(
      replacePictures(html, (picture, at) => (at === place ? write(picture.asset) : pictureTag(picture))),
    )
  function remove(place: number): void {
    change(place, () => '')
    // The button went with its picture: the text it stood in is next.
    focusSoon(() => document.getElementById(id))
  }
  // The first that lacks its words is where a missing description is mended.
  const first = Math.max(
    0,
    pictures.findIndex(({ alt }) => alt === ''),
  )
  return (
    <fieldset className="answers">
      <legend className="field__label">{say(texts, 'textPictures')}</legend>
      {pictures.map(({ asset, alt, key }, at) => {
        const field = at === first ? `${id}-alt` : `${id}-alt-${at + 1}`
        return (
          <div key={key} className="field">
            <img className="rich__picture" src={assetAddress(asset)} alt="" />
            <label className="field__label" htmlFor={field}>
              {say(texts, 'field.alt')}
            </label>
            <div className="actions">
              <input
                className="input"
                id={field}
                defaultValue={alt}
                maxLength={300}
                onBlur={({ target }) =>
                  target.value !== alt && change(at, (own) => pictureTag({ asset: own, alt: target.value }))
                }
              />
              <SmallButton onClick={() => remove(at)}>{say(texts, 'removeFile')}</SmallButton>
            </div>
          </div>
        )
      })}
    </fieldset>
  )
}
