import { pageLayouts } from '#exercises/model/pages/pages.ts'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { SelectField } from './fields/SelectField.tsx'
import { type EditorType, nameOf } from './state/contract.ts'
import type { Change, Draft, DraftPage } from './state/draft.ts'

interface Props {
  draft: Draft
  page: DraftPage
  types: readonly EditorType[]
  /** The task this page waits for is not scored automatically. */
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
      <SelectField
        id={`${id}-layout`}
        label={say(texts, 'field.layout')}
        value={layout}
        options={pageLayouts.map((each) => ({ id: each, name: say(texts, `value.${each}`) }))}
        onValue={(value) => {
          const chosen = pageLayouts.find((each) => each === value)
          if (chosen) set({ layout: chosen })
        }}
      />
      {(gates.length > 0 || condition) && (
        <SelectField
          id={`${id}-after`}
          label={say(texts, 'field.afterElement')}
          hint={say(texts, 'hint.afterElement')}
          value={condition?.afterElementId ?? ''}
          options={[
            { id: '', name: say(texts, 'value.always') },
            ...gates.map((gate) => ({
              id: gate.id,
              name: nameOf(gate.prompt, say(texts, `type.${gate.type}`)),
            })),
          ]}
          onValue={(value) =>
            set({ condition: value === '' ? undefined : { afterElementId: value, minScaled: percent / 100 } })
          }
        />
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
