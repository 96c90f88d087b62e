import { postNatively } from '#kit/form/native-post.ts'
import { readCookie } from '#platform/browser/cookies.ts'
import { pageWorld } from '#platform/browser/page.ts'
import { cancelRun, startRun } from '../browser/tools-api.ts'
import type { Block } from '../rules/block.ts'
import { blocksHtml } from '../rules/blocks-html.ts'

/**
 * Runs a tool without leaving its page: blocks appear as they are made. Whatever is refused is posted as the plain form, whose
 * page says what is wrong and keeps what was typed; so is everything of a stranger, whom it leads to the login.
 */
export function wakeToolDesk(): void {
  const desk = document.querySelector<HTMLElement>('[data-ai-desk]')
  const form = desk?.querySelector<HTMLFormElement>('[data-ai-form]')
  if (!desk || !form) return
  const part = <T extends HTMLElement>(name: string) => desk.querySelector<T>(`[data-ai-${name}]`)
  const [sheet, status, stop, actions, heading] = ['sheet', 'status', 'stop', 'actions', 'heading'].map(
    (name) => part(name),
  )
  const example = part<HTMLButtonElement>('example')
  if (!sheet || !status || !stop || !actions || !heading) return
  const words = { solution: desk.dataset.solution ?? '' }
  const say = (name: string) => {
    status.textContent = status.dataset[name] ?? ''
  }
  let under: { id: number; source: EventSource } | undefined

  function end(name: string): void {
    under?.source.close()
    under = undefined
    stop?.toggleAttribute('hidden', true)
    form?.removeAttribute('aria-busy')
    say(name)
  }

  function follow(id: number): void {
    const source = new EventSource(`/api/v3/ai/runs/${id}/stream?world=${pageWorld()}`)
    under = { id, source }
    let notice = 'finished'
    source.addEventListener('block', ({ data }) => {
      const { block } = JSON.parse(data) as { block: Block }
      sheet?.insertAdjacentHTML('beforeend', blocksHtml([block], words))
    })
    source.addEventListener('warning', ({ data }) => {
      notice = (JSON.parse(data) as { code: string }).code
    })
    source.addEventListener('done', () => {
      end(notice)
      const page = part<HTMLAnchorElement>('page')
      if (page) page.href = `${location.pathname.replace(/[^/]+$/, 'run/')}${id}`
      actions?.toggleAttribute('hidden', false)
      heading?.focus()
    })
    source.addEventListener('error', (event) => {
      // Without data the connection broke: the browser comes back by itself and goes on where it was.
      if (event instanceof MessageEvent || source.readyState === EventSource.CLOSED) end('failed')
    })
  }

  form.addEventListener('submit', async (event) => {
    const button = (event as SubmitEvent).submitter
    if (readCookie('logged_in') === undefined || form.hasAttribute('aria-busy')) {
      if (form.hasAttribute('aria-busy')) event.preventDefault()
      return
    }
    event.preventDefault()
    const inputs = Object.fromEntries([...new FormData(form)].filter(([name]) => name !== 'intent'))
    const { language, ...rest } = inputs
    form.setAttribute('aria-busy', 'true')
    say('working')
    try {
      const id = await startRun({
        tool_id: desk.dataset.tool,
        inputs: rest,
        language,
        idempotency_key: crypto.randomUUID(),
      })
      sheet.replaceChildren()
      actions.hidden = true
      heading.textContent = heading.dataset.made ?? ''
      stop.hidden = false
      follow(id)
    } catch {
      form.removeAttribute('aria-busy')
      postNatively(form, button)
    }
  })
  stop.addEventListener('click', () => {
    const id = under?.id
    end('stopped')
    if (id !== undefined) void cancelRun(id).catch(() => undefined)
  })
  if (example) {
    example.hidden = false
    example.addEventListener('click', () => {
      for (const field of form.querySelectorAll<HTMLInputElement>('[data-example]'))
        field.value = field.dataset.example ?? ''
      form.querySelector<HTMLElement>('[data-example]')?.focus()
    })
  }
}
