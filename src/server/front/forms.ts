import type { IncomingMessage } from 'node:http'
import type { RouteName } from '#routing/routes.ts'
import { errors, ProductError } from '#shared/errors.ts'
import { maxFormBodyBytes } from '#shared/limits.ts'
import { requireAccess } from '../api/access.ts'
import { checkFormOrigin } from '../api/csrf.ts'
import { toProductError } from '../api/failure.ts'
import type { FormHandler, FormOutcome } from '../api/form.ts'
import { networkOf } from '../api/rate-limits.ts'
import type { Context } from '../context.ts'
import { profileForm } from '../features/authors/forms.ts'
import { cartForm } from '../features/cart/forms.ts'
import { withRecommending } from '../features/colleagues/forms.ts'
import { helpArticleForm } from '../features/editorial/forms.ts'
import { favoritesForm } from '../features/favorites/forms.ts'
import {
  boughtMaterialsForm,
  materialForm,
  ratingForm,
  withAuthorAnswers,
} from '../features/feedback/forms.ts'
import { authorForm } from '../features/follow/forms.ts'
import { freeDownloadForm, withFreeMail } from '../features/free-downloads/forms.ts'
import { accountForm, loginForm, registerConfirmForm, registerForm } from '../features/identity/forms.ts'
import { changeCountryForm } from '../features/location/forms.ts'
import { mailingUnsubscribeForm, unsubscribeForm, withMailSettings } from '../features/mail/forms.ts'
import { cabinetSalesForm, editMaterialForm, uploadForm } from '../features/materials/forms.ts'
import { paymentForm } from '../features/orders/forms.ts'
import { postEditorForm } from '../features/posts/editor-form.ts'
import { postForm } from '../features/posts/forms.ts'
import { searchForm, withSavedSearches } from '../features/saved-searches/forms.ts'
import { clientIp, readBody } from './request.ts'

/** Pages that take a plain HTML form at their own address: what makes the product work without JavaScript. */
const forms: Partial<Record<RouteName, FormHandler>> = {
  account: withMailSettings(withSavedSearches(accountForm)),
  author: authorForm,
  'my-author-profile': profileForm,
  cart: cartForm,
  favorites: favoritesForm,
  'help-article': helpArticleForm,
  'change-country': changeCountryForm,
  login: loginForm,
  register: registerForm,
  'register-confirm': registerConfirmForm,
  unsubscribe: unsubscribeForm,
  'mailing-unsubscribe': mailingUnsubscribeForm,
  'rating-email': ratingForm,
  payment: paymentForm,
  upload: uploadForm,
  'edit-material': editMaterialForm,
  'cabinet-sales': withAuthorAnswers(cabinetSalesForm),
  'bought-materials': boughtMaterialsForm,
  material: withRecommending(withFreeMail(materialForm)),
  'free-download': freeDownloadForm,
  post: postForm,
  'post-editor': postEditorForm,
  search: searchForm,
}

/** Runs the form of a page. What the person can mend comes back as a value; the rest is thrown. */
export async function handleForm(
  context: Context,
  name: RouteName,
  params: Readonly<Record<string, string>>,
  request: IncomingMessage,
): Promise<FormOutcome> {
  const form = forms[name]
  if (!form) throw new ProductError('method_not_allowed')
  if (!form.isOpen) checkFormOrigin(request.headers, context.env.siteUrl)
  const ip = clientIp(request, context.env.trustedProxies)
  if (context.env.rateLimits) await context.rateLimits.consume(form.rate, networkOf(ip))
  requireAccess(context, form.access)
  const { values, lists } =
    form.body === 'urlencoded' ? await readForm(request, form) : { values: {}, lists: {} }
  try {
    return await form.handle(context, {
      values,
      lists,
      params: { ...params },
      raw: { headers: request.headers, body: request, ip },
    })
  } catch (error) {
    const known = toProductError(error)
    if (!isMendable(known)) throw error
    return {
      problem: known.code,
      ...(known.fields ? { fields: known.fields } : {}),
      values: withoutSecrets(values),
      lists,
    }
  }
}

/** Mistakes of the person at the form, which the same page can say and keep what was typed. */
function isMendable(error: ProductError): boolean {
  if (error.fields !== undefined) return true
  if (error.code === 'invalid_credentials' || error.code === 'email_not_confirmed') return true
  return [402, 409, 413, 422, 429, 502].includes(errors[error.code].status)
}

async function readForm(request: IncomingMessage, { isOpen, maxBytes = maxFormBodyBytes }: FormHandler) {
  const type = request.headers['content-type'] ?? ''
  const isReadable = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)
  if (!isReadable && !isOpen) throw new ProductError('unsupported_media_type')
  const body = await readBody(request, maxBytes)
  const text = isReadable ? body.toString('utf8') : ''
  const values: Record<string, string> = Object.create(null)
  const lists: Record<string, string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    // A password may begin or end with a blank.
    const kept = /password/i.test(name) ? value : value.trim()
    values[name] = kept
    lists[name] ??= []
    lists[name].push(kept)
  }
  return { values, lists }
}

/** What was typed is shown again, except passwords. */
function withoutSecrets(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !/password/i.test(name)))
}
