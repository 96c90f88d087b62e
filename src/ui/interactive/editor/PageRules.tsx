import { pageLayouts } from '#shared/interactive/pages.ts'
import { say, type Texts } from '../player/contract.ts'
import { type EditorType, nameOf } from './contract.ts'
import type { Change, Draft, DraftPage } from './draft.ts'

interface Props {
  draft: Draft
  page: DraftPage
  types: readonly EditorType[]
  /** What it waits for is not scored by itself. */
  isUnmet: boolean
  texts: Texts
  onChange: (change: Change) => void
}

/** How a page stands, and which task before it has to be answered first. */
export function PageRules({ draft, page, types, isUnmet, texts, onChange }: Props) {
  const { id, layout, condition } = page
  const set = (rules: Partial<Pick<DraftPage, 'layout' | 'condition'>>) =>
    onChange({ kind: 'pageRules', id, rules })
  const scored = new Set(types.filter(({ kind }) => kind === 'scored').map(({ type }) => type))
  const before = draft.pages.slice(0, draft.pages.indexOf(page)).flatMap(({ elements }) => elements)
  const gates = before.filter(({ type }) => scored.has(type))
  const percent = condition ? Math.round(condition.minScaled * 100) : 60

  function handlePercent(typed: number): void {
    if (!condition || Number.isNaN(typed)) return
    set({ condition: { ...condition, minScaled: Math.min(100, Math.max(1, Math.round(typed))) / 100 } })
  }

  return (
    <div className="form">
      <div className="field">
        <label className="field__label" htmlFor={`${id}-layout`}>
          {say(texts, 'field.layout')}
        </label>
        <select
          className="input"
          id={`${id}-layout`}
          value={layout}
          onChange={({ target }) => {
            const chosen = pageLayouts.find((each) => each === target.value)
            if (chosen) set({ layout: chosen })
          }}
        >
          {pageLayouts.map((each) => (
            <option key={each} value={each}>
              {say(texts, `value.${each}`)}
            </option>
          ))}
        </select>
      </div>
      {(gates.length > 0 || condition) && (
        <div className="field">
          <label className="field__label" htmlFor={`${id}-after`}>
            {say(texts, 'field.afterElement')}
          </label>
          <p className="field__hint" id={`${id}-after-hint`}>
            {say(texts, 'hint.afterElement')}
          </p>
          <select
            className="input"
            id={`${id}-after`}
            aria-describedby={`${id}-after-hint`}
            value={condition?.afterElementId ?? ''}
            onChange={({ target: { value } }) =>
              set({
                condition: value === '' ? undefined : { afterElementId: value, minScaled: percent / 100 },
              })
            }
          >
            <option value="">{say(texts, 'value.always')}</option>
            {gates.map(({ id: element, type, prompt }) => (
              <option key={element} value={element}>
                {nameOf(prompt, say(texts, `type.${type}`))}
              </option>
            ))}
          </select>
        </div>
      )}
      {condition && (
        <div className="field">
          <label className="field__label" htmlFor={`${id}-percent`}>
            {say(texts, 'field.minPercent')}
          </label>
          <input
            className="input"
            id={`${id}-percent`}
            type="number"
            min={1}
            max={100}
            value={percent}
            onChange={({ target }) => handlePercent(target.valueAsNumber)}
          />
        </div>
      )}
      {isUnmet && condition && (
        <p className="notice notice--warning" role="status">
          {say(texts, 'conditionUnmet')}
        </p>
      )}
    </div>
  )
}
