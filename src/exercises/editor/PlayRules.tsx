import { roomModes, timePercents } from '#exercises/model/modes.ts'
import { solutionTimes } from '#exercises/model/pages/pages.ts'
import type { UnitSettings } from '#exercises/model/unit.ts'
import { say, type Texts } from '#exercises/player/state/contract.ts'
import { SelectField } from './fields/SelectField.tsx'

/** How often, how long and in which ways a class may play an exercise. */
export function PlayRules({
  settings,
  texts,
  onChange,
}: {
  settings: UnitSettings
  texts: Texts
  onChange: (settings: UnitSettings) => void
}) {
  const isAllowed = (mode: (typeof roomModes)[number]) =>
    settings.modes.length === 0 || settings.modes.includes(mode)
  const toggle = (mode: (typeof roomModes)[number]) => {
    const modes = roomModes.filter((each) => (each === mode ? !isAllowed(each) : isAllowed(each)))
    onChange({ ...settings, modes: modes.length === roomModes.length ? [] : modes })
  }
  return (
    <>
      <div className="field">
        <label className="field__label" htmlFor="head-attempts">
          {say(texts, 'field.attempts')}
        </label>
        <p className="field__hint" id="head-attempts-hint">
          {say(texts, 'hint.attempts')}
        </p>
        <input
          className="input"
          id="head-attempts"
          type="number"
          min={0}
          max={20}
          aria-describedby="head-attempts-hint"
          value={settings.attempts}
          onChange={({ target }) =>
            onChange({
              ...settings,
              attempts: Math.min(20, Math.max(0, Math.round(target.valueAsNumber) || 0)),
            })
          }
        />
      </div>
      <SelectField
        id="head-time"
        label={say(texts, 'field.extraTime')}
        value={settings.extraTime}
        options={timePercents.map((percent) => ({ id: percent, name: say(texts, `time.${percent}`) }))}
        onValue={(value) =>
          onChange({
            ...settings,
            extraTime: timePercents.find((percent) => percent === Number(value)) ?? 100,
          })
        }
      />
      <SelectField
        id="head-solution"
        label={say(texts, 'field.showSolution')}
        hint={say(texts, 'hint.showSolution')}
        value={settings.showSolution}
        options={solutionTimes.map((time) => ({ id: time, name: say(texts, `value.${time}`) }))}
        onValue={(value) =>
          onChange({
            ...settings,
            showSolution: solutionTimes.find((time) => time === value) ?? settings.showSolution,
          })
        }
      />
      <fieldset className="answers">
        <legend className="field__label">{say(texts, 'field.modes')}</legend>
        {roomModes.map((mode) => (
          <label key={mode} className="check">
            <input
              type="checkbox"
              checked={isAllowed(mode)}
              // One way stays: without any it could not be played at all.
              disabled={settings.modes.length === 1 && isAllowed(mode)}
              onChange={() => toggle(mode)}
            />
            <span>{say(texts, `mode.${mode}`)}</span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
