import '#kit/hydration/register.ts'
import 'astro/runtime/server/astro-island.js'
import { dismissAnnouncement, rememberWorld } from '../header/choices.ts'
import { paintHeader } from '../header/header-counts.ts'
import { delegateLogout } from '../header/header-logout.ts'
import { closeMenus } from '../header/menus.ts'
import { delegateAddToCart } from './add-to-cart.ts'
import { fadeInCovers } from './coming-covers.ts'
import { delegateForms } from './forms.ts'
import { delegateHearts } from './hearts.ts'
import { atFirstIntent } from './intent.ts'
import { prepareOffline } from './offline.ts'
import { wakeParts } from './parts.ts'
import { showSessionEvents } from './session-events.ts'

/** The script of every page: all that runs before a visitor shows any intent. No React, no store, no request. */
paintHeader()
fadeInCovers()
closeMenus()
delegateHearts()
delegateAddToCart()
delegateLogout()
delegateForms()
showSessionEvents()
rememberWorld()
dismissAnnouncement()
prepareOffline()
wakeParts()
atFirstIntent(async () => (await import('./turns/turns.ts')).takeTurns())

// Only one page has filters. Without this their button sends the form.
const filters = document.querySelector<HTMLFormElement>('[data-facets]')
if (filters)
  import('#shop/catalogue/catalogue/ui/search/live-intent.ts').then(
    ({ prepareFilters }) => prepareFilters(filters),
    () => filters.setAttribute('data-plain', ''),
  )
