import '#kit/action/button.css'
import '#kit/list/files.css'
import { Icon } from '#kit/media/Icon.tsx'
import type { Words } from './types.ts'
import { filled } from './words.ts'

interface Props {
  files: readonly { id: number; name: string; sizeText: string; downloadUrl: string; note?: string }[]
  label: string
  words: Words
}

/** Files to download, as FileList.astro draws them elsewhere. */
export function Files({ files, label, words: { messages } }: Props) {
  return (
    <ul className="files line__wide" aria-label={label}>
      {files.map(({ id, name, sizeText: size, downloadUrl, note }) => (
        <li className="files__file" key={id}>
          <span className="files__name">
            <Icon name="file" />
            <span>
              {name}{' '}
              <span className="files__size">
                {size}
                {note && ` · ${note}`}
              </span>
            </span>
          </span>
          {/* Not `download`: of an address that has expired the page it leads to would be saved. */}
          <a
            className="button"
            href={downloadUrl}
            aria-label={filled(messages.downloadNamed, { name, size })}
          >
            <Icon name="download" />
            {messages.download}
          </a>
        </li>
      ))}
    </ul>
  )
}
