import { type Sending, sendFile } from '../../browser/uploads.ts'
import { droppedFiles } from './dropped-files.ts'

type State = 'sending' | 'paused' | 'checking' | 'done' | 'broken'
type Texts = Record<
  State | 'pause' | 'resume' | 'retry' | 'remove' | 'wait' | 'tooMany' | 'hint' | 'twice',
  string
>

interface Row {
  file: File
  element: HTMLElement
  state: State
  sending: Sending | undefined
}

const woken = new WeakSet<Element>()

/** Sends what is picked or dropped at once, each file by itself; without a script the form takes them along. */
export function wakeUploads(): void {
  document.addEventListener('aularium:replaced', wakeUploads)
  for (const place of document.querySelectorAll<HTMLElement>('[data-uploads]')) {
    if (woken.has(place)) continue
    woken.add(place)
    wake(place)
  }
}

function wake(place: HTMLElement): void {
  const input = place.querySelector<HTMLInputElement>('input[type=file]')
  const form = place.closest('form')
  const list = place.querySelector<HTMLElement>('[data-uploads-list]')
  const template = place.querySelector<HTMLTemplateElement>('[data-uploads-row]')
  if (!input || !form || !list || !template) return
  const texts = JSON.parse(place.dataset.texts ?? '{}') as Texts
  const most = Number(place.dataset.most)
  const rows: Row[] = []

  const say = (words: string) => {
    const said = place.querySelector('[data-uploads-said]')
    if (said) said.textContent = words
  }
  const take = (files: Iterable<File>) => {
    for (const file of files) {
      if (rows.length >= most) return say(texts.tooMany)
      const isTwice = rows.some(
        (row) =>
          row.file.name === file.name &&
          row.file.size === file.size &&
          row.file.lastModified === file.lastModified,
      )
      if (isTwice) {
        say(texts.twice.replace('{{name}}', file.name))
        continue
      }
      say('')
      rows.push(begin({ file, list, template, texts, world: place.dataset.world ?? '', leave, settle }))
    }
  }
  const leave = (row: Row) => {
    rows.splice(rows.indexOf(row), 1)
    settle()
  }
  // Who pressed the button while files were on their way need not press it again.
  let pressed: HTMLElement | null | undefined
  const settle = () => {
    if (pressed === undefined || rows.some(isUnderWay)) return
    const button = pressed
    pressed = undefined
    say('')
    if (rows.every(({ state }) => state === 'done')) form.requestSubmit(button)
  }

  // Sent piece by piece, a file may be larger than in a form, and it can be dropped.
  const hint = place.querySelector('.field__hint')
  if (hint) hint.textContent = texts.hint
  input.addEventListener('change', () => {
    take([...(input.files ?? [])])
    input.value = ''
  })
  place.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    place.classList.add('uploads--over')
  })
  place.addEventListener('dragleave', () => place.classList.remove('uploads--over'))
  place.addEventListener('drop', (event) => {
    place.classList.remove('uploads--over')
    if (!event.dataTransfer?.files.length) return
    event.preventDefault()
    void droppedFiles(event.dataTransfer).then(take)
  })
  // Before the form's own script: what is still on its way would be missing in the material.
  form.addEventListener(
    'submit',
    (event) => {
      const refused = rows.find(({ state }) => state === 'broken')
      if (!refused && !rows.some(isUnderWay)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      // A refused file would be missing without a word: it is sent again or taken out first.
      if (refused) return showRefused(refused)
      pressed = event.submitter
      say(texts.wait)
    },
    true,
  )
}

function showRefused({ element }: Row): void {
  element.scrollIntoView({ block: 'center' })
  element.querySelector<HTMLButtonElement>('[data-toggle]')?.focus({ preventScroll: true })
}

function isUnderWay({ state }: Row): boolean {
  return state === 'sending' || state === 'checking'
}

function begin(made: {
  file: File
  list: HTMLElement
  template: HTMLTemplateElement
  texts: Texts
  world: string
  leave: (row: Row) => void
  settle: () => void
}): Row {
  const { file, list, template, texts, world, leave, settle } = made
  const element = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement
  const row: Row = { file, element, state: 'sending', sending: undefined }
  const find = <E extends HTMLElement>(name: string) => element.querySelector<E>(`[data-${name}]`) as E
  const toggle = find<HTMLButtonElement>('toggle')
  const bar = find<HTMLProgressElement>('bar')
  find('name').textContent = file.name
  bar.setAttribute('aria-label', file.name)
  const button = find<HTMLButtonElement>('remove')
  button.textContent = texts.remove
  button.setAttribute('aria-label', `${texts.remove}: ${file.name}`)

  const show = (state: State, words = texts[state]) => {
    row.state = state
    find('state').textContent = words
    element.classList.toggle('uploads__row--wrong', state === 'broken')
    toggle.hidden = state === 'done' || state === 'checking'
    toggle.textContent =
      { sending: texts.pause, paused: texts.resume, broken: texts.retry }[state as 'sending'] ?? ''
    toggle.setAttribute('aria-label', `${toggle.textContent}: ${file.name}`)
    settle()
  }
  const start = async () => {
    show('sending')
    row.sending = await sendFile(file, world, {
      onProgress(percent) {
        bar.value = percent
        if (row.state === 'sending' && percent === 100) show('checking')
      },
      onDone(id) {
        bar.value = 100
        element.append(
          Object.assign(document.createElement('input'), { type: 'hidden', name: 'uploads', value: id }),
        )
        show('done')
      },
      onFailed: (words) => show('broken', words),
    }).catch(() => {
      show('broken')
      return undefined
    })
  }
  toggle.addEventListener('click', () => {
    if (row.state === 'sending') {
      row.sending?.pause()
      show('paused')
    } else if (row.state === 'paused') {
      show('sending')
      row.sending?.resume()
    } else void start()
  })
  button.addEventListener('click', () => {
    row.sending?.remove()
    element.remove()
    list.hidden = list.childElementCount === 0
    leave(row)
  })
  list.append(element)
  list.hidden = false
  void start()
  return row
}
