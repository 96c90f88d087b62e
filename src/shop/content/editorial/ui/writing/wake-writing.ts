import { wakeToolbar } from '#kit/editor/toolbar.ts'
import { findTargets, sendTextPicture } from '../../browser/texts-api.ts'
import type { LinkTarget } from '../../rules/contract.ts'
import { type Ease, textFacts } from '../../rules/reading-ease.ts'
import type { Command, TextEditor } from './text-editor.ts'

interface Texts {
  source: string
  rich: string
  facts: string
  eases: Record<Ease, string>
  of: Record<LinkTarget['of'], string>
  nothing: string
  pictureFailed: string
}

const woken = new WeakSet<Element>()

/** The rich editor over the text field. Until it is there, and without it, the field is what it always was: Markdown. */
export async function wakeWriting(): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-writing]')
  const source = place?.closest('form')?.querySelector<HTMLTextAreaElement>('textarea[name=body]')
  if (!place || !source || woken.has(place)) return
  woken.add(place)
  const texts = JSON.parse(place.dataset.texts ?? '{}') as Texts
  countWords(place, source, texts)
  const { createTextEditor, maxRich } = await import('./text-editor.ts')
  if (source.value.length > maxRich) return
  const isWrong = source.getAttribute('aria-invalid') === 'true'
  const editor = createTextEditor({
    place: place.querySelector('[data-surface]') as HTMLElement,
    markdown: source.value,
    pictures: JSON.parse(place.dataset.pictures ?? '{}') as Record<string, string>,
    attributes: {
      ...{ class: 'editor__text prose', role: 'textbox', 'aria-multiline': 'true' },
      ...{ 'aria-label': place.dataset.label ?? '', 'aria-required': 'true' },
      ...(isWrong && { 'aria-invalid': 'true', 'aria-describedby': 'body-error' }),
    },
    onChange() {
      source.value = editor.markdown()
      source.dispatchEvent(new Event('input', { bubbles: true }))
    },
    onSelection: () => showState(place, editor),
  })
  wakeToolbar(place, (command) => editor.run(command as Command))
  wakeLinks(place, editor, texts)
  wakeAnchors(place, editor)
  wakePictures(place, editor, texts)
  wakeModes({ place, source, editor, texts })
}

function countWords(place: HTMLElement, source: HTMLTextAreaElement, texts: Texts): void {
  const said = place.closest('form')?.querySelector('[data-facts]')
  let timer: ReturnType<typeof setTimeout> | undefined
  source.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const { words, minutes, ease, lix } = textFacts(source.value)
      const values: Record<string, string> = {
        words: `${words}`,
        minutes: `${minutes}`,
        ease: texts.eases[ease],
        lix: `${lix}`,
      }
      if (said)
        said.textContent = texts.facts.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '')
    }, 300)
  })
}

function showState(place: HTMLElement, editor: TextEditor | undefined): void {
  if (editor === undefined) return
  for (const button of place.querySelectorAll<HTMLButtonElement>('[data-do]')) {
    const command = button.dataset.do as Command
    if (button.hasAttribute('aria-pressed'))
      button.setAttribute('aria-pressed', String(editor.isActive(command)))
    if (command === 'undo' || command === 'redo')
      button.setAttribute('aria-disabled', String(!editor.can(command)))
  }
  const anchor = place.querySelector('[data-opens=anchor]')
  anchor?.setAttribute('aria-disabled', String(editor.anchor() === undefined))
  const tools = place.querySelector<HTMLElement>('[data-table-tools]')
  if (tools) tools.hidden = !editor.isActive('table')
}

interface Dialog {
  dialog: HTMLDialogElement
  form: HTMLFormElement
  open: HTMLButtonElement
}

function dialogOf(place: HTMLElement, name: string): Dialog | undefined {
  const open = place.querySelector<HTMLButtonElement>(`[data-opens="${name}"]`)
  const dialog = document.querySelector<HTMLDialogElement>(`[data-editor-dialog="${name}"]`)
  const form = dialog?.querySelector('form')
  if (!open || !dialog || !form) return undefined
  dialog.querySelector('[data-close]')?.addEventListener('click', () => dialog.close())
  return { dialog, form, open }
}

/** An address is taken as it is; words find texts, pages, materials and authors. */
function wakeLinks(place: HTMLElement, editor: TextEditor, texts: Texts): void {
  const parts = dialogOf(place, 'link')
  const field = parts?.form.elements.namedItem('href')
  const found = parts?.form.querySelector<HTMLElement>('[data-found]')
  if (!parts || !found || !(field instanceof HTMLInputElement)) return
  const { dialog, form, open } = parts
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = ''

  const choose = ({ href, title }: Pick<LinkTarget, 'href' | 'title'>) => {
    editor.setLink(href, title)
    dialog.close()
    editor.focus()
  }
  async function find(query: string): Promise<void> {
    asked = query
    const targets = query === '' || isAddress(query) ? [] : await findTargets(query)
    if (asked === query && found)
      showTargets(found, { targets, texts, choose, isAsked: query !== '' && !isAddress(query) })
  }
  open.addEventListener('click', () => {
    field.value = editor.link()
    found.replaceChildren()
    dialog.showModal()
  })
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void find(field.value.trim()), 200)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const href = field.value.trim()
    if (event.submitter?.hasAttribute('data-unlink')) {
      editor.run('unlink')
      dialog.close()
    } else if (isAddress(href)) choose({ href, title: href })
    else found.querySelector('button')?.focus()
  })
}

const isAddress = (text: string) =>
  /^(https?:\/\/|mailto:|tel:|(route|article|material|author):|[/#])\S+$/i.test(text)

function showTargets(
  found: HTMLElement,
  {
    targets,
    texts,
    choose,
    isAsked,
  }: { targets: LinkTarget[]; texts: Texts; choose: (target: LinkTarget) => void; isAsked: boolean },
): void {
  const lines = targets.map((target) => {
    const button = Object.assign(document.createElement('button'), { type: 'button' })
    const kind = Object.assign(document.createElement('span'), {
      className: 'soft small',
      textContent: texts.of[target.of],
    })
    button.append(Object.assign(document.createElement('span'), { textContent: target.title }), kind)
    button.addEventListener('click', () => choose(target))
    const line = document.createElement('li')
    line.append(button)
    return line
  })
  const none = Object.assign(document.createElement('li'), { textContent: texts.nothing })
  found.replaceChildren(...(isAsked && lines.length === 0 ? [none] : lines))
}

function wakeAnchors(place: HTMLElement, editor: TextEditor): void {
  const parts = dialogOf(place, 'anchor')
  const field = parts?.form.elements.namedItem('anchor')
  if (!parts || !(field instanceof HTMLInputElement)) return
  parts.open.addEventListener('click', () => {
    const name = editor.anchor()
    if (name === undefined) return
    field.value = name
    parts.dialog.showModal()
  })
  parts.form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!parts.form.reportValidity()) return
    editor.setAnchor(field.value.trim())
    parts.dialog.close()
    editor.focus()
  })
}

function wakePictures(place: HTMLElement, editor: TextEditor, texts: Texts): void {
  const parts = dialogOf(place, 'picture')
  if (!parts) return
  const { dialog, form, open } = parts
  const said = form.querySelector('[role=alert]')
  open.addEventListener('click', () => {
    form.reset()
    if (said) said.textContent = ''
    dialog.showModal()
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (!form.reportValidity()) return
    form.setAttribute('aria-busy', 'true')
    try {
      editor.insertPicture(await sendTextPicture(new FormData(form)))
      dialog.close()
      editor.focus()
    } catch {
      if (said) said.textContent = texts.pictureFailed
    } finally {
      form.removeAttribute('aria-busy')
    }
  })
}

interface Modes {
  place: HTMLElement
  source: HTMLTextAreaElement
  editor: TextEditor
  texts: Texts
}

/** From the editor to its Markdown and back; the words stay the same. */
function wakeModes({ place, source, editor, texts }: Modes): void {
  const field = source.closest<HTMLElement>('.field')
  const button = place.closest('form')?.querySelector<HTMLButtonElement>('[data-mode]')
  if (!field || !button) return
  const show = (isRich: boolean) => {
    place.hidden = !isRich
    field.hidden = isRich
    button.textContent = isRich ? texts.source : texts.rich
  }
  button.addEventListener('click', () => {
    const toRich = place.hidden === true
    if (toRich) editor.fill(source.value)
    show(toRich)
    if (toRich) editor.focus()
    else source.focus()
  })
  button.hidden = false
  // What is wrong with the text is said beside the field.
  const problem = field.querySelector('.field__error')
  if (problem) place.append(problem)
  show(true)
  performance.mark('editor-ready')
}
