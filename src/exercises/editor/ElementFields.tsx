import { lazy, Suspense, useState } from 'react'
import { quizWorths } from '#exercises/model/task/typed-settings.ts'
import { htmlOfTyped } from '#exercises/model/text/rich-text.ts'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { Icon } from '#kit/media/Icon.tsx'
import type { PictureField } from './fields/PictureField.tsx'
import { RichField } from './fields/RichField.tsx'
import type { EditorField, EditorType } from './state/contract.ts'
import type { DraftElement } from './state/draft.ts'
import { settingLists } from './state/list-rows.ts'

/** Fields that send a file; each is fetched when a task has it. */
const files: Readonly<Record<string, ReturnType<typeof lazy<typeof PictureField>>>> = {
  picture: lazy(() =>
    import('./fields/PictureField.tsx').then((module) => ({ default: module.PictureField })),
  ),
  video: lazy(() => import('./fields/VideoField.tsx').then((module) => ({ default: module.VideoField }))),
  sound: lazy(() => import('./fields/SoundField.tsx').then((module) => ({ default: module.SoundField }))),
}

const MediaField = lazy(() =>
  import('./fields/MediaField.tsx').then((module) => ({ default: module.MediaField })),
)
const AreaField = lazy(() =>
  import('./fields/AreaField.tsx').then((module) => ({ default: module.AreaField })),
)
const GapTools = lazy(() => import('./fields/GapTools.tsx').then((module) => ({ default: module.GapTools })))
/** Texts whose gaps are made by hand, too, and what these take. */
const gapTexts: Readonly<Record<string, 'others' | 'wrong'>> = { gapText: 'others', selectText: 'wrong' }
const isAreas = (name: string) => name === 'areas' || name === 'zones'

const ListField = lazy(() =>
  import('./fields/ListField.tsx').then((module) => ({ default: module.ListField })),
)

type LineName = 'points' | 'right' | 'partial' | 'wrong' | 'timeLimit' | 'tags'
const figures: Readonly<Partial<Record<LineName, 'decimal' | 'numeric'>>> = {
  points: 'decimal',
  timeLimit: 'numeric',
}
/** What any task may have in lines. */
const lists = ['bands', 'hints'] as const

interface Props {
  element: DraftElement
  type: EditorType
  texts: Texts
  onChange: (change: Partial<DraftElement>) => void
}

/** The fields of an element: its task, those its type names, and what is said about answers. */
export function ElementFields({ element, type, texts, onChange }: Props) {
  const id = (name: string) => `${element.id}-${name}`
  const setField = (name: string, value: string) => onChange({ f: { ...element.f, [name]: value } })
  const line = (name: LineName) => (
    <div className="field" key={name}>
      <label className="field__label" htmlFor={id(name)}>
        {say(texts, `field.${name}`)}
      </label>
      <input
        className="input"
        id={id(name)}
        value={element[name] ?? ''}
        maxLength={500}
        inputMode={figures[name]}
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </div>
  )
  const typeField = (field: EditorField) => (
    <TypeField
      key={field.name}
      field={field}
      id={id(field.name)}
      f={element.f}
      texts={texts}
      onField={setField}
    />
  )
  return (
    <div className="form form--wide">
      {type.kind !== 'content' && (
        <RichField
          id={id('prompt')}
          label={say(texts, 'field.prompt')}
          html={element.prompt}
          onChange={(prompt) => onChange({ prompt })}
          texts={texts}
        />
      )}
      {type.kind !== 'content' && (
        <Suspense>
          <MediaField element={element} texts={texts} onChange={onChange} />
        </Suspense>
      )}
      {type.editor.filter((field) => !isSetting(type, field)).map(typeField)}
      <details className="fold">
        <summary>
          {say(texts, 'moreSettings')}
          <Icon name="chevron" />
        </summary>
        <div className="form form--wide">
          {type.editor.filter((field) => isSetting(type, field)).map(typeField)}
          {type.kind === 'scored' && (['points', 'right', 'partial', 'wrong'] as const).map(line)}
          {(type.kind === 'content' ? [] : type.kind === 'scored' ? lists : lists.slice(1)).map((name) => (
            <TypeField
              key={name}
              field={{ name, kind: 'lines', list: settingLists[name] }}
              id={id(name)}
              f={{ [name]: element[name] ?? '' }}
              texts={texts}
              onField={(_name, value) => onChange({ [name]: value })}
            />
          ))}
          {type.kind !== 'content' && line('timeLimit')}
          {type.kind !== 'content' && (
            <TypeField
              field={{ name: 'isRequired', kind: 'check' }}
              id={id('isRequired')}
              f={{ isRequired: element.isRequired ?? '' }}
              texts={texts}
              onField={(_name, value) => onChange({ isRequired: value })}
            />
          )}
          {type.kind === 'scored' && (
            <TypeField
              field={{ name: 'quizPoints', kind: quizWorths }}
              id={id('quizPoints')}
              f={{ quizPoints: element.quizPoints || 'normal' }}
              texts={texts}
              onField={(_name, value) => onChange({ quizPoints: value === 'normal' ? '' : value })}
            />
          )}
          {line('tags')}
        </div>
      </details>
    </div>
  )
}

/** Chosen at once, because it changes what is written. */
const isUpFront = new Set(['isMulti', 'isTyped'])

/** What is chosen or counted beside what a task is made of. */
function isSetting({ editor }: EditorType, { name, kind }: EditorField): boolean {
  const [first] = editor
  if (first?.name === name || isUpFront.has(name)) return false
  return typeof kind !== 'string' || kind === 'check' || (kind === 'number' && first?.kind !== 'number')
}

interface FieldOfType {
  field: EditorField
  id: string
  f: Readonly<Record<string, string>>
  texts: Texts
  onField: (name: string, value: string) => void
}

function TypeField({ field, id, f, texts, onField }: FieldOfType) {
  const { name, kind, list, heard, more } = field
  const [isRows, setRows] = useState(isAreas(name) || list !== undefined)
  const [wasText, setWasText] = useState(false)
  const label = say(texts, `field.${name}`)
  const value = f[name] ?? ''
  if (kind === 'check')
    return (
      <label className="check">
        <input
          type="checkbox"
          checked={value === 'on' || value === '1'}
          onChange={({ target }) => onField(name, target.checked ? 'on' : '')}
        />
        <span>{label}</span>
      </label>
    )
  // A text to read is written as it will be seen; words alone are text, as they came from a form.
  if (name === 'text' && kind === 'text')
    return (
      <RichField
        id={id}
        label={label}
        html={/<[a-z]/i.test(value) ? value : htmlOfTyped(value)}
        onChange={(html) => onField(name, html)}
        texts={texts}
      />
    )
  const File = typeof kind === 'string' ? files[kind] : undefined
  if (File)
    return (
      <Suspense>
        <File id={id} name={name} label={label} f={f} texts={texts} onField={onField} />
      </Suspense>
    )
  const written = <WrittenField {...{ field, id, f, texts, onField }} onRows={() => setRows(true)} />
  const handleText = () => {
    setRows(false)
    setWasText(true)
  }
  if (isRows && (name === 'areas' || name === 'zones'))
    return (
      <Suspense fallback={written}>
        <AreaField
          name={name}
          label={label}
          value={value}
          f={f}
          texts={texts}
          onValue={(typed) => onField(name, typed)}
          onText={() => setRows(false)}
        />
      </Suspense>
    )
  if (list && isRows)
    return (
      <Suspense>
        <ListField
          id={id}
          name={name}
          hasFocus={wasText}
          list={list}
          label={label}
          value={value}
          texts={texts}
          heard={heard ?? 0}
          more={more}
          onValue={(typed) => onField(name, typed)}
          onText={handleText}
        />
      </Suspense>
    )
  return written
}

/** A field that is typed into or chosen from; `onRows`: its lines are filled in as rows instead. */
function WrittenField({ field, id, f, texts, onField, onRows }: FieldOfType & { onRows: () => void }) {
  const { name, kind, list } = field
  const value = f[name] ?? ''
  const hasRows = kind === 'lines' && (list !== undefined || isAreas(name))
  // Words of a bank stand for themselves.
  const takes = name === 'gapText' && 'distractors' in f ? 'word' : gapTexts[name]
  const shared = {
    className: 'input',
    id,
    value,
    onChange: ({ target }: { target: { value: string } }) => onField(name, target.value),
  }
  const isLong = kind === 'lines' || kind === 'text'
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {say(texts, `field.${name}`)}
      </label>
      {typeof kind !== 'string' && (
        <select {...shared}>
          {kind.map((choice) => (
            <option key={choice} value={choice}>
              {say(texts, `value.${choice}`)}
            </option>
          ))}
        </select>
      )}
      {isLong && (
        <>
          <p className="soft small" id={`${id}-hint`}>
            {say(texts, `hint.${name}`)}
          </p>
          <textarea {...shared} rows={6} aria-describedby={`${id}-hint`} />
          {hasRows && (
            <div>
              <button type="button" className="button button--plain button--small" onClick={onRows}>
                {say(texts, isAreas(name) ? 'onPicture' : 'asList')}
              </button>
            </div>
          )}
          {takes && (
            <Suspense>
              <GapTools
                id={id}
                takes={takes}
                value={value}
                texts={texts}
                onValue={(typed) => onField(name, typed)}
              />
            </Suspense>
          )}
        </>
      )}
      {typeof kind === 'string' && !isLong && (
        <input {...shared} inputMode={kind === 'number' ? 'decimal' : undefined} maxLength={500} />
      )}
    </div>
  )
}
