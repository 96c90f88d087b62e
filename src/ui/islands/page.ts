import './wake/register.ts'
import 'astro/runtime/server/astro-island.js'
import { dismissAppBanner, offerLanguage, rememberWorld } from './choices.ts'
import { delegateHearts } from './favorites/grid.ts'
import { paintHeader } from './header/counts.ts'
import { delegateLogout } from './header/logout.ts'
import { loadLaterStyles } from './later-styles.ts'
import { prepareOffline } from './offline.ts'
import { wakeParts } from './parts.ts'
import { wakeSliders } from './slider.ts'

/** The script of every page: all that runs before a visitor shows any intent. No React, no store, no request. */
paintHeader()
delegateHearts()
delegateLogout()
rememberWorld()
dismissAppBanner()
offerLanguage()
loadLaterStyles()
prepareOffline()
wakeSliders()
wakeParts()
