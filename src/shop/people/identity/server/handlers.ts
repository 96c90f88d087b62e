import { type Handler, pathOf } from '#platform/http/access/handler.ts'
import { redirect } from '#platform/http/send/send.ts'
import { preferredWorld } from '#platform/http/visitor/preferred-world.ts'
import { url } from '#platform/routing/url.ts'

export const handlers: readonly Handler[] = [
  {
    // Password managers lead their people here (W3C, "A Well-Known URL for Changing Passwords").
    path: (target) => pathOf({ url: target }) === '/.well-known/change-password',
    kind: 'page',
    serve(front, request, response) {
      response.setHeader('Vary', 'Cookie, Accept-Language')
      redirect(front, response, url('change-password', { world: preferredWorld(request) }), 302)
    },
  },
]
