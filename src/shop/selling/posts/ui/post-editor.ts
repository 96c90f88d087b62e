import { wakeToolbar } from '#kit/editor/toolbar.ts'
import { type KeepTexts, keepTyped } from '#kit/form/keep-typed.ts'
import { titleLength } from '#platform/limits.ts'
import { readHtml, sendPicture, storePost } from '../browser/posts-api.ts'
import type { Command, RichText } from './rich-text.ts'

interface Texts extends KeepTexts {
  title: string
  pictureFailed: string
  code: string
  rich: string
}

const woken = new WeakSet<Element>()

/**
 * The editor over the text field; without it, and until it is there, the field is what it always was: Markdown. A preview and
 * what was refused bring a new field, and with it a new editor.
 */
export async function wakePostEditor(): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-post-editor]')
  const form = place?.closest('form')
  const source = form?.querySelector<HTMLTextAreaElement>('textarea[name=source]')
  if (!place || !form || !source || woken.has(place)) return
  woken.add(place)
  const { createRichText } = await import('./rich-text.ts')
  const texts = JSON.parse(place.dataset.texts ?? '{}') as Texts
  const field = source.closest<HTMLElement>('.field')
  if (place.dataset.draft === 'true') keepDraft(form, texts)
  const isWrong = source.getAttribute('aria-invalid') === 'true'
  const editor = createRichText({
    place: place.querySelector('[data-surface]') as HTMLElement,
    // What was typed while the editor was on its way is not in the page's HTML.
    html: source.value === source.defaultValue ? (place.querySelector('template')?.innerHTML ?? '') : '',
    attributes: {
      ...{ class: 'editor__text prose post__text', role: 'textbox', 'aria-multiline': 'true' },
      ...{ 'aria-label': place.dataset.label ?? '', 'aria-required': 'true' },
      ...(isWrong && { 'aria-invalid': 'true', 'aria-describedby': 'source-error' }),
    },
    onChange() {
      source.value = editor.markdown()
      source.dispatchEvent(new Event('input', { bubbles: true }))
    },
    onSelection: () => showState(place, editor),
  })
  if (source.value !== source.defaultValue) editor.fill((await readHtml(source.value)).html)
  // What is wrong with the text is said beside the field: the sentence moves here.
  const problem = field?.querySelector('.field__error')
  if (problem) place.append(problem)
  form.addEventListener('aularium:filled', async () => editor.fill((await readHtml(source.value)).html))
  wakeToolbar(place, (command) => editor.run(command as Command))
  wakeDialogs(place, editor, texts)
  wakeModes({ place, source, field, editor, texts })
  place.hidden = false
  if (field) field.hidden = true
}

function showState(place: HTMLElement, editor: RichText | undefined): void {
  if (editor === undefined) return
  for (const button of place.querySelectorAll<HTMLButtonElement>('[data-do]')) {
    const command = button.dataset.do as Command
    if (button.hasAttribute('aria-pressed'))
      button.setAttribute('aria-pressed', String(editor.isActive(command)))
    if (command === 'undo' || command === 'redo')
      button.setAttribute('aria-disabled', String(!editor.can(command)))
  }
  const tools = place.querySelector<HTMLElement>('[data-table-tools]')
  if (tools) tools.hidden = !editor.isActive('table')
}

function wakeDialogs(place: HTMLElement, editor: RichText, texts: Texts): void {
  for (const button of place.querySelectorAll<HTMLButtonElement>('[data-opens]')) {
    const dialog = document.querySelector<HTMLDialogElement>(`[data-editor-dialog="${button.dataset.opens}"]`)
    const inner = dialog?.querySelector('form')
    if (!dialog || !inner) continue
    button.addEventListener('click', () => {
      inner.reset()
      const href = inner.elements.namedItem('href')
      if (href instanceof HTMLInputElement) href.value = editor.link()
      say(inner, '')
      dialog.showModal()
    })
    dialog.querySelector('[data-close]')?.addEventListener('click', () => dialog.close())
    inner.addEventListener('submit', async (event) => {
      event.preventDefault()
      const unlinks = event.submitter?.hasAttribute('data-unlink') === true
      if (!unlinks && !inner.reportValidity()) return
      try {
        inner.setAttribute('aria-busy', 'true')
        if (unlinks) editor.run('unlink')
        else await insert(inner, button.dataset.opens ?? '', editor)
        dialog.close()
        editor.focus()
      } catch {
        say(inner, texts.pictureFailed)
      } finally {
        inner.removeAttribute('aria-busy')
      }
    })
  }
}

async function insert(form: HTMLFormElement, kind: string, editor: RichText): Promise<void> {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  if (kind === 'link') return editor.setLink(text('href'))
  if (kind === 'material') {
    const choice = form.querySelector<HTMLSelectElement>('select')?.selectedOptions[0]
    return editor.insertMaterial({ id: Number(choice?.value), title: choice?.text.trim() ?? '' })
  }
  const { id, alt, src } = await sendPicture(data.get('file') as File, text('alt'))
  editor.insertPicture({ id, alt, src })
}

function say(form: HTMLFormElement, words: string): void {
  const said = form.querySelector('[role=alert]')
  if (said) said.textContent = words
}

interface Modes {
  place: HTMLElement
  source: HTMLTextAreaElement
  field: HTMLElement | null
  editor: RichText
  texts: Texts
}

/** From the editor to its Markdown and back; the words stay the same. */
function wakeModes({ place, source, field, editor, texts }: Modes): void {
  const button = document.querySelector<HTMLButtonElement>('[data-mode]')
  if (!button || !field) return
  button.hidden = false
  button.textContent = texts.code
  button.addEventListener('click', async () => {
    const toCode = field.hidden
    if (!toCode) editor.fill((await readHtml(source.value)).html)
    field.hidden = !toCode
    place.hidden = toCode
    button.textContent = toCode ? texts.rich : texts.code
    if (toCode) source.focus()
    else editor.focus()
  })
}

/** Drafts are stored while they are written. What is public is not: its readers would see half a sentence. */
function keepDraft(form: HTMLFormElement, texts: Texts): void {
  const input = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)
  const number = (name: string) => Number(input(name)?.value) || undefined

  function words() {
    const title = input('title')?.value.trim() ?? ''
    if (title.length < titleLength.min) return undefined
    const [postId, version, key] = [number('postId'), number('version'), input('key')?.value]
    return {
      ...{ title, source: input('source')?.value ?? '', materialId: number('materialId') ?? null },
      ...(postId !== undefined && { postId }),
      ...(version !== undefined && { version }),
      ...(postId === undefined && key !== undefined && { key }),
    }
  }

  const keep = (name: string, value: number) => {
    const field = input(name) ?? Object.assign(document.createElement('input'), { type: 'hidden', name })
    field.value = String(value)
    form.append(field)
  }
  keepTyped(form, {
    ...{ words, store: storePost, texts, status: document.querySelector('[data-draft-state]') },
    onStored({ id, version }) {
      keep('postId', id)
      keep('version', version)
    },
    unsaved: () => (words() === undefined ? texts.title : undefined),
    passes: (target) => target.closest('[data-surface]') !== null,
  })
}
