import { createApp } from 'astro/app/entrypoint'

const app = createApp({ streaming: false })

// Astro reports what a page throws with its stack. "Not found" is an answer, not a fault, and the door logs the faults
// it is told of; what remains here is what broke inside a component.
app.logger.setDestination({
  write({ level, message }) {
    if (/^ProductError: /.test(message)) return
    if (level === 'error' || level === 'warn') console.error(message)
  },
})

/**
 * Renders one page. `address` is the internal English path (`/de/material/17/slug`) on the site's own origin;
 * `locals` becomes `Astro.locals`. Unmatched paths answer with the 404 page.
 */
export async function render(address: string, locals: object): Promise<Response> {
  const request = new Request(address)
  const routeData = app.match(request)
  return app.render(request, { locals, ...(routeData ? { routeData } : {}) })
}
