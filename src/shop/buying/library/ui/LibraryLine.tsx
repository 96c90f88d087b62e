import '#kit/card/badge.css'
import '#kit/action/button.css'
import '#kit/form/check.css'
import '#kit/text/fold.css'
import '#kit/list/line.css'
import { FolderMenu } from '#kit/list/FolderMenu.tsx'
import type { MenuChoices } from '#kit/list/folder-types.ts'
import { Icon } from '#kit/media/Icon.tsx'
import type { LibraryItem } from '#shop/buying/folders/rules/library-contract.ts'
import { Files } from './Files.tsx'
import type { Words } from './types.ts'
import { counted, filled, moveFormId } from './words.ts'

interface Props {
  line: LibraryItem
  folders: MenuChoices
  /** Those it lies in. */
  folderIds: readonly number[]
  words: Words
  isChosen: boolean
  onChoose: (materialId: number, isChosen: boolean) => void
  onMoveAway: (materialId: number) => void
  onPlace: (materialId: number, folderIds: readonly number[]) => Promise<boolean>
  onArchive: (materialId: number, isArchived: boolean) => void
  onSay: (text: string) => void
}

/** One material of the library, as BoughtLines.astro draws it elsewhere; what is written about it has a page of its own. */
export function LibraryLine(props: Props) {
  const { line, folders, folderIds, words, isChosen, onChoose, onMoveAway, onPlace, onArchive, onSay } = props
  const { material, files, formerFiles, allUrl } = line
  const { messages, urls } = words
  const { id, title, cover } = material

  return (
    <li className="line library-line" data-line={id} draggable>
      <div className="library-line__side">
        <div className="line__cover">
          {cover && (
            <img
              src={cover.src}
              width={cover.width}
              height={cover.height}
              alt=""
              loading="lazy"
              decoding="async"
              draggable={false}
            />
          )}
        </div>
        <label className="library-line__choose">
          <input
            type="checkbox"
            name="queryFilter.ids"
            value={id}
            form={moveFormId}
            data-choose=""
            aria-label={filled(messages.choose, { title })}
            checked={isChosen}
            onChange={(event) => onChoose(id, event.target.checked)}
          />
        </label>
      </div>
      <div className="line__body">
        <h3 className="line__title" tabIndex={-1}>
          <a href={material.url}>{title}</a>
        </h3>
        <p className="line__facts">
          <span>{filled(messages.byAuthor, { name: material.author.name })}</span>
          {material.subject && <span>{material.subject}</span>}
          {material.isInteractive && <span className="badge badge--quiet">{messages.interactive}</span>}
          {material.isBundle && <span className="badge badge--quiet">{messages.bundle}</span>}
        </p>
        <Facts line={line} words={words} />
        {line.isPlayable && (
          <p>
            <a className="button" href={`${urls.play}${id}`} aria-label={`${messages.play}: ${title}`}>
              {messages.play}
            </a>
          </p>
        )}
        {files.length > 0 ? (
          <Files files={files} label={`${messages.filesLabel}: ${title}`} words={words} />
        ) : (
          !line.isPlayable && <p className="soft small">{messages.noFiles}</p>
        )}
        {allUrl && (
          <p>
            <a
              className="button button--plain"
              href={allUrl}
              aria-label={`${messages.downloadAll}: ${title}`}
            >
              {messages.downloadAll}
            </a>
          </p>
        )}
        {formerFiles.length > 0 && (
          <details className="fold line__wide">
            <summary>
              {messages.former}
              <Icon name="chevron" />
            </summary>
            <Files
              files={formerFiles.map((file) => ({
                ...file,
                note: filled(messages.formerUntil, { date: file.replacedOn }),
              }))}
              label={`${messages.former}: ${title}`}
              words={words}
            />
          </details>
        )}
        <FolderMenu
          material={material}
          folders={folders}
          folderIds={folderIds}
          action={urls.library}
          type="purchased"
          messages={messages.menu}
          onMoveAway={onMoveAway}
          onPlace={onPlace}
          onArchive={onArchive}
          onSay={onSay}
        />
        <p className="line__facts line__wide">
          <a className="library-line__talk" href={`${urls.library}?review=${id}`}>
            {line.isReviewed ? messages.editReview : messages.review}
            <span className="hide-visually">: {title}</span>
          </a>
          <a className="library-line__talk" href={`${urls.library}?material=${id}&note=1#notes-${id}`}>
            {messages.note}
            <span className="hide-visually">: {title}</span>
          </a>
          {line.openQuestions > 0 && (
            <a
              className="library-line__talk"
              href={`${urls.library}?material=${id}&questions=1#questions-${id}`}
            >
              {counted(messages.questions, line.openQuestions, words)}
              <span className="hide-visually">: {title}</span>
            </a>
          )}
        </p>
      </div>
    </li>
  )
}

function Facts({ line, words }: { line: LibraryItem; words: Words }) {
  const { messages } = words
  return (
    <p className="line__facts">
      <span>{filled(messages.boughtOn, { date: line.boughtOn })}</span>
      {line.updatedOn && (
        <span className="badge badge--quiet">{filled(messages.updatedSince, { date: line.updatedOn })}</span>
      )}
      {line.licence === 'school' && <span className="badge badge--quiet">{messages.school}</span>}
      {line.licence === 'single' && line.colleagues > 0 && (
        <span className="badge badge--quiet">{counted(messages.colleagues, line.colleagues, words)}</span>
      )}
      {line.orderNumber && (
        <span className="num">{filled(messages.orderNumber, { number: line.orderNumber })}</span>
      )}
    </p>
  )
}
