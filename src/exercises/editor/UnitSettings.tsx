import type { Picture } from '#exercises/model/task/widget.ts'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { Icon } from '#kit/media/Icon.tsx'
import { AboutFields, type AboutOptions } from './AboutFields.tsx'
import { PictureField } from './fields/PictureField.tsx'
import { PlayRules } from './PlayRules.tsx'
import type { Change, Draft } from './state/draft.ts'

const noCover: Picture = { asset: '', alt: '' }

/** What a unit is called and for, and how it is played. */
export function UnitSettings({
  draft,
  choices,
  texts,
  lang,
  onChange,
}: {
  draft: Draft
  choices: AboutOptions
  texts: Texts
  lang: string
  onChange: (change: Change) => void
}) {
  const { settings } = draft
  const set = (head: Partial<Draft>) => onChange({ kind: 'head', head })
  return (
    <details className="panel fold">
      <summary>
        {say(texts, 'settings')}
        <Icon name="chevron" />
      </summary>
      <div className="form">
        {(['title', 'description'] as const).map((name) => (
          <div key={name} className="field">
            <label className="field__label" htmlFor={`head-${name}`}>
              {say(texts, `field.${name}`)}
            </label>
            <input
              className="input"
              id={`head-${name}`}
              value={draft[name]}
              maxLength={name === 'title' ? 120 : 500}
              onChange={({ target }) => set({ [name]: target.value })}
            />
          </div>
        ))}
        <PictureField
          id="head-cover"
          name="asset"
          label={say(texts, 'field.cover')}
          f={{ ...(draft.cover ?? noCover) }}
          texts={texts}
          onField={(name, value) => set({ cover: { ...(draft.cover ?? noCover), [name]: value } })}
        />
        <AboutFields draft={draft} options={choices} texts={texts} lang={lang} onChange={set} />
        <div className="field">
          <label className="field__label" htmlFor="head-pass">
            {say(texts, 'field.passPercent')}
          </label>
          <input
            className="input"
            id="head-pass"
            type="number"
            min={0}
            max={100}
            value={settings.passPercent}
            onChange={({ target }) =>
              set({
                settings: {
                  ...settings,
                  passPercent: Math.min(100, Math.max(0, Math.round(target.valueAsNumber) || 0)),
                },
              })
            }
          />
        </div>
        <PlayRules settings={settings} texts={texts} onChange={(next) => set({ settings: next })} />
        {(['shufflesElements', 'shufflesPages'] as const).map((name) => (
          <label key={name} className="check">
            <input
              type="checkbox"
              checked={settings[name]}
              onChange={({ target }) => set({ settings: { ...settings, [name]: target.checked } })}
            />
            <span>{say(texts, `field.${name}`)}</span>
          </label>
        ))}
      </div>
    </details>
  )
}
