import { solutionTimes } from '#shared/interactive/pages.ts'
import type { UnitSettings } from '#shared/interactive/unit.ts'
import { roomModes, timePercents } from '#shared/rooms/modes.ts'
import { say, type Texts } from '../player/contract.ts'

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
      <div className="field">
        <label className="field__label" htmlFor="head-time">
          {say(texts, 'field.extraTime')}
        </label>
        <select
          className="input"
          id="head-time"
          value={settings.extraTime}
          onChange={({ target }) =>
            onChange({
              ...settings,
              extraTime: timePercents.find((percent) => percent === Number(target.value)) ?? 100,
            })
          }
        >
          {timePercents.map((percent) => (
            <option key={percent} value={percent}>
              {say(texts, `time.${percent}`)}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label className="field__label" htmlFor="head-solution">
          {say(texts, 'field.showSolution')}
        </label>
        <p className="field__hint" id="head-solution-hint">
          {say(texts, 'hint.showSolution')}
        </p>
        <select
          className="input"
          id="head-solution"
          aria-describedby="head-solution-hint"
          value={settings.showSolution}
          onChange={({ target }) =>
            onChange({
              ...settings,
              showSolution: solutionTimes.find((time) => time === target.value) ?? settings.showSolution,
            })
          }
        >
          {solutionTimes.map((time) => (
            <option key={time} value={time}>
              {say(texts, `value.${time}`)}
            </option>
          ))}
        </select>
      </div>
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
