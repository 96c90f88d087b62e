import { type Context, isActedFor } from '#platform/context/context.ts'
import { requireMember } from '#platform/http/access/access.ts'
import { isAdmin } from '#platform/roles.ts'
import type { Preferences, User } from '#platform/rules/contract/user.ts'
import { findPersonalisation, notePopupShown, savePreferences } from './life-queries.ts'

type Personalisation = User['personalisation']

/** Who teaches something else a school year later is asked again. */
const outdatedMs = 365 * 86_400_000

/** What the member teaches, and whether to ask for it. */
export async function ownPersonalisation(context: Context): Promise<Personalisation> {
  const member = requireMember(context)
  const row = await findPersonalisation(context.db, member.accountId)
  const preferences = (row?.preferences ?? null) as Preferences | null
  const isOutdated = (row?.preferences_at?.getTime() ?? 0) < Date.now() - outdatedMs
  const personalisationRequested = row?.popup_shown_at != null
  // Specification 4: not while impersonating, not twice, not for admins.
  const isAskable = !isActedFor(context) && !isAdmin(member.role)
  return {
    needActualisation: preferences !== null && isOutdated,
    personalisationRequested,
    preferences,
    showPopup: isAskable && !personalisationRequested && preferences === null,
  }
}

/** The popup was seen: it does not come again. */
export async function popupShown(context: Context): Promise<void> {
  await notePopupShown(context.db, requireMember(context).accountId)
}

/** Keeps what the member teaches. */
export async function keepPreferences(context: Context, preferences: Preferences): Promise<void> {
  await savePreferences(context.db, requireMember(context).accountId, preferences)
}
