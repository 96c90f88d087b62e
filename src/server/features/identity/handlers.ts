import { url } from '#routing/url.ts'
import { type Handler, pathOf } from '../../http/handler.ts'
import { preferredWorld } from '../../http/preferred-world.ts'
import { redirect } from '../../http/send.ts'

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
