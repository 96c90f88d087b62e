import { assetAddress } from '#shared/interactive/assets.ts'
import type { Picture } from '#shared/interactive/widget.ts'

/** A thing with its picture, where it has one; words that only repeat the picture are its alt text alone. */
export function ThingText({ text, picture }: { text: string; picture?: Picture | undefined }) {
  if (!picture) return text
  return (
    <span className="thing">
      <img
        className="thing__picture"
        src={assetAddress(picture.asset)}
        alt={picture.alt}
        loading="lazy"
        decoding="async"
        draggable={false}
      />
      {text !== picture.alt && <span>{text}</span>}
    </span>
  )
}
