import { refreshParts } from '#kit/action/fresh-parts.ts'

interface BoardOptions {
  written: string
  picture: { address: string; alt: string }
  say: (name: string, vars?: Readonly<Record<string, string | number>>) => string
  onChange: (written: string) => void
  announce: (text: string) => void
}

/** Fetches the paper to draw on, where a page has one. */
export type FetchBoard = () => Promise<{ openBoard: (place: HTMLElement, options: BoardOptions) => unknown }>

/** What a pupil draws and hands in on the page of a room; called again whenever its part is new. */
export function setUpDrawnAnswers(place: HTMLElement, fetchBoard: FetchBoard): void {
  for (const drawing of place.querySelectorAll<HTMLElement>('[data-drawing=""]'))
    void openDrawing(drawing, fetchBoard)
  for (const field of place.querySelectorAll<HTMLInputElement>('[data-room-file=""]')) {
    field.dataset.roomFile = 'awake'
    field.addEventListener(
      'change',
      () => void sendFile(field).then(() => setUpDrawnAnswers(place, fetchBoard)),
    )
  }
}

async function openDrawing(drawing: HTMLElement, fetchBoard: FetchBoard): Promise<void> {
  drawing.dataset.drawing = 'awake'
  const [paper, field] = [drawing.querySelector<HTMLElement>('[data-paper]'), drawing.querySelector('input')]
  if (!paper || !field) return
  const { openBoard } = await fetchBoard()
  const texts = JSON.parse(drawing.dataset.texts ?? '{}') as Record<string, string>
  const spoken = document.createElement('p')
  spoken.className = 'hide-visually'
  spoken.setAttribute('aria-live', 'polite')
  drawing.append(spoken)
  openBoard(paper, {
    written: field.value,
    picture: { address: paper.dataset.picture ?? '', alt: paper.dataset.alt ?? '' },
    say: (name, vars = {}) =>
      (texts[name] ?? name).replace(/\{\{(\w+)\}\}/g, (_whole, key: string) => String(vars[key] ?? '')),
    onChange(written) {
      field.value = written
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    announce: (text) => {
      spoken.textContent = text
    },
  })
}

/** Sends a file as soon as it is chosen; the page then says that it is there, or what is wrong with it. */
async function sendFile(field: HTMLInputElement): Promise<void> {
  const [form, file] = [field.form, field.files?.[0]]
  const send = field.closest('.field')?.querySelector<HTMLButtonElement>('button[formaction]')
  const state = field.closest('.field')?.querySelector('[data-room-file-state]')
  if (!form || !file || !send || !state) return
  state.textContent = form.dataset.fileSending ?? ''
  const body = new FormData()
  body.append(field.name, file)
  try {
    const answer = await fetch(send.formAction, { method: 'POST', body, redirect: 'manual' })
    if (answer.type === 'opaqueredirect') return await refreshParts(['work'])
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    state.textContent = page.querySelector('[data-file-problem]')?.textContent ?? form.dataset.fileFails ?? ''
  } catch {
    state.textContent = form.dataset.fileFails ?? ''
  }
  field.value = ''
}
