import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { shareFavorites, unshareFavorites } from './sharing.ts'

const path = '/v1/favorites/share'
const tag = 'favorites'

export const share = action({
  name: 'favorites.share',
  summary: 'Show the remembered materials to whoever has the address',
  rate: 'write',
  input: z.object({}),
  run: (context) => shareFavorites(context),
  api: { method: 'put', path, tag, output: z.object({ url: z.string() }) },
  form: {
    page: 'favorites',
    intent: 'share-favorites',
    done: (_share, { context: { world } }) => `${url('favorites', { world })}#share`,
  },
})

export const unshare = action({
  name: 'favorites.unshare',
  summary: 'Take the address of the shared list back',
  rate: 'write',
  input: z.object({}),
  run: async (context) => {
    await unshareFavorites(context)
    return { done: true as const }
  },
  api: { method: 'delete', path, tag, output: z.object({ done: z.literal(true) }) },
  form: {
    page: 'favorites',
    intent: 'unshare-favorites',
    done: (_share, { context: { world } }) => `${url('favorites', { world })}#share`,
  },
})
