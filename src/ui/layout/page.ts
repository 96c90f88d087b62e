import '../client-directives/register.ts'
import 'astro/runtime/server/astro-island.js'
import { wakeSliders } from '../kit/slider.ts'
import { delegateAddToCart } from './add-to-cart.ts'
import { dismissAppBanner, offerLanguage, rememberWorld } from './choices.ts'
import { delegateForms } from './forms.ts'
import { paintHeader } from './header-counts.ts'
import { delegateLogout } from './header-logout.ts'
import { delegateHearts } from './hearts.ts'
import { closeMenus } from './menus.ts'
import { prepareOffline } from './offline.ts'
import { wakeParts } from './parts.ts'
import { showSessionEvents } from './session-events.ts'

/** The script of every page: all that runs before a visitor shows any intent. No React, no store, no request. */
paintHeader()
closeMenus()
delegateHearts()
delegateAddToCart()
delegateLogout()
delegateForms()
showSessionEvents()
rememberWorld()
dismissAppBanner()
offerLanguage()
prepareOffline()
wakeSliders()
wakeParts()

// Only one page has filters. Without this their button sends the form.
const filters = document.querySelector<HTMLFormElement>('[data-facets]')
if (filters)
  import('../search/live-intent.ts').then(
    ({ prepareFilters }) => prepareFilters(filters),
    () => filters.setAttribute('data-plain', ''),
  )
