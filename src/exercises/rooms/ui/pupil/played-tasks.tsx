import { useEffect, useRef, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { Answers } from '#exercises/model/task/widget.ts'
import { ElementPlayer } from '#exercises/player/ElementPlayer.tsx'
import type { ElementPlayerProps } from '#exercises/player/state/contract.ts'
import { fieldName } from '#exercises/player/state/fields.ts'
import { fetchPlayer } from '#exercises/player/state/type-players.ts'
import type { PlayedTask } from './played-types.ts'
import { responseOf } from './pupil-page.ts'

const roots = new Map<HTMLElement, Root>()

type Shared = Pick<ElementPlayerProps, 'texts' | 'lang'>

/**
 * Puts the players of practice in the place of plain forms; called again whenever the tasks are new. What they say stands in
 * hidden fields of the form, so that everything else of the page goes on as without them.
 */
export function playTasks(place: HTMLElement): void {
  for (const [task, root] of roots) {
    if (task.isConnected) continue
    root.unmount()
    roots.delete(task)
  }
  const form = place.querySelector<HTMLElement>('[data-player-texts]')
  if (!form) return
  const shared: Shared = {
    texts: JSON.parse(form.dataset.playerTexts ?? '{}'),
    lang: document.documentElement.lang,
  }
  holdFocus(place)
  const near = nearbyTasks((task) => void play(task, shared))
  for (const task of place.querySelectorAll<HTMLFieldSetElement>('fieldset[data-played]')) near.observe(task)
}

/** Where in a player the focus is: its task, and which of what can have it. */
let held: { id: string; at: number } | undefined
const watchedPlaces = new WeakSet<HTMLElement>()

/** When a player is rendered again, the control at the same place takes the focus that the old one had. */
function holdFocus(place: HTMLElement): void {
  if (watchedPlaces.has(place)) return
  watchedPlaces.add(place)
  place.addEventListener('focusin', ({ target }) => {
    const task = target instanceof HTMLElement ? target.closest<HTMLElement>('fieldset[data-element]') : null
    if (!task || !roots.has(task)) {
      held = undefined
      return
    }
    held = { id: task.dataset.element ?? '', at: focusable(task).indexOf(target as HTMLElement) }
  })
  // A control that is removed loses the focus without the pupil leaving it; only a real move elsewhere counts.
  place.addEventListener('focusout', ({ target }) => {
    if (target instanceof HTMLElement && target.isConnected) held = undefined
  })
}

function focusable(inside: HTMLElement): HTMLElement[] {
  return [
    ...inside.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type="hidden"]), select, textarea, [tabindex]',
    ),
  ]
}

let watched: IntersectionObserver | undefined

/** Tells of a task when it comes near the window, once: the players of those far below are not fetched before. */
function nearbyTasks(onNear: (task: HTMLFieldSetElement) => void): IntersectionObserver {
  watched?.disconnect()
  watched = new IntersectionObserver(
    (entries, observer) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting || !(target instanceof HTMLFieldSetElement)) continue
        observer.unobserve(target)
        onNear(target)
      }
    },
    { rootMargin: '100% 0px' },
  )
  return watched
}

async function play(task: HTMLFieldSetElement, shared: Shared): Promise<void> {
  if (!task.dataset.played) return
  const played: PlayedTask = JSON.parse(task.dataset.played)
  delete task.dataset.played
  // Without a network the plain form stays.
  if (!(await fetchPlayer(played.element.type)) || !task.isConnected) return
  const plain = task.querySelector<HTMLElement>('.exercise')
  // Whoever is in a field of it goes on there.
  if (!plain || plain.contains(document.activeElement)) return
  const said = document.createElement('div')
  said.hidden = true
  const place = document.createElement('div')
  // What was touched before this script came counts.
  const answers = answersIn(task, played.element.id) ?? played.answers
  write(said, played.element.id, answers)
  plain.replaceWith(place, said)
  task.querySelector('[data-read-task]')?.remove()
  const root = createRoot(place)
  roots.set(task, root)
  const handleAnswers = (next: Answers) => {
    write(said, played.element.id, next)
    said.dispatchEvent(new Event('change', { bubbles: true }))
  }
  root.render(
    <Played {...played} {...shared} answers={answers} isLocked={task.disabled} onAnswers={handleAnswers} />,
  )
}

type Props = PlayedTask & Shared & Pick<ElementPlayerProps, 'isLocked' | 'onAnswers'>

function Played({ answers: first, onAnswers, ...props }: Props) {
  const [answers, setAnswers] = useState(first)
  const [announcement, setAnnouncement] = useState('')
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const task = own.current?.closest<HTMLElement>('fieldset[data-element]')
    if (!task || held?.id !== task.dataset.element || document.activeElement !== document.body) return
    focusable(task)[held?.at ?? 0]?.focus({ preventScroll: true })
  }, [])
  // Its fields are no fields of the form: the hidden ones say the same.
  useEffect(() => {
    for (const field of own.current?.querySelectorAll('input, select, textarea') ?? [])
      field.setAttribute('form', 'played')
  })
  return (
    <div ref={own} data-own-focus>
      <ElementPlayer
        {...props}
        answers={answers}
        onAnswers={(next) => {
          setAnswers(next)
          onAnswers(next)
        }}
        announce={(text) => setAnnouncement((before) => (before === text ? `${text}\u00a0` : text))}
      />
      <p className="hide-visually" aria-live="polite">
        {announcement}
      </p>
    </div>
  )
}

/** What the plain fields of a task say; undefined: nothing of it can be changed any more. */
function answersIn(task: HTMLFieldSetElement, element: string): Answers | undefined {
  return task.form && !task.disabled ? responseOf(task.form, element) : undefined
}

function write(said: HTMLElement, element: string, answers: Answers): void {
  const fields = Object.entries(answers).flatMap(([name, values]) =>
    values.map((value) => {
      const field = document.createElement('input')
      field.type = 'hidden'
      field.name = fieldName(element, name)
      field.value = value
      return field
    }),
  )
  said.replaceChildren(...fields)
}
