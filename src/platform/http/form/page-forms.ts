import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { type Context, memberOf } from '#platform/context/context.ts'
import { errors, ProductError } from '#platform/errors.ts'
import {
  maxFormBodyBytes,
  maxFormFields,
  maxPostFormBytes,
  maxUploadBytes,
  maxUploadFiles,
} from '#platform/limits.ts'
import { type Permission, permissions } from '#platform/permissions.ts'
import type { Route } from '#platform/routing/routes.ts'
import { isStorable, unstorableFields } from '#platform/rules/contract/text.ts'
import { requireAccess } from '../access/access.ts'
import type { FormDone, FormProblem, PostedForm, RequestFacts } from '../access/action.ts'
import { authorize } from '../access/authorize.ts'
import { readBody } from '../access/body.ts'
import { checkFormOrigin } from '../access/csrf.ts'
import { toProductError } from '../access/failure.ts'
import { fieldErrors, inputErrors } from '../access/validation.ts'
import { clientIp, takeAllowance } from '../visitor/client.ts'
import { type FormFields, fieldName, inputOfFields } from './form-fields.ts'
import type { FormRow, FormTable } from './form-table.ts'
import { readMultipart } from './multipart.ts'

/** Sent by the panel that asks for the terms, together with everything that was typed. */
const acceptField = 'acceptTerms'

/** Sent by the panel that asks for the password once more, together with everything that was typed. */
const againField = 'passwordAgain'

type PageFormOutcome = Exclude<FormDone, string> | FormProblem

/** A post to the address of a page. */
interface PagePost {
  route: Route
  params: Readonly<Record<string, string>>
  /** The raw query: multipart forms name their intent there, before their first byte is read. */
  query: URLSearchParams
  request: IncomingMessage
}

interface AnsweredForm {
  outcome: PageFormOutcome
  /** The same visitor, who may have accepted the terms on the way. */
  context: Context
}

/** Runs the form a page was posted with. What the person can mend comes back as a value; the rest is thrown. */
export async function answerForm(context: Context, forms: FormTable, post: PagePost): Promise<AnsweredForm> {
  const rows = forms.get(post.route.name)
  if (rows === undefined) throw new ProductError('method_not_allowed')
  const all = [...rows.values()]
  if (!all.some(({ binding }) => binding.isOpen)) checkFormOrigin(post.request.headers, context.env.siteUrl)
  requireAccess(context, post.route.access)
  const named = post.query.get('intent')
  const isStreamed = isMultipart(post.request) && named !== null
  const fields = isStreamed ? noFields() : await readFields(post.request, all)
  const row = rows.get(named ?? fields.values.intent ?? null)
  if (row === undefined) throw new ProductError('malformed_request')
  const { rate } = row.action
  await takeAllowance(context, rate)
  return await act(context, row, fields, post)
}

async function act(
  context: Context,
  row: FormRow,
  fields: FormFields,
  post: PagePost,
): Promise<AnsweredForm> {
  const isPending =
    memberOf(context)?.agbAccepted === false && permissions[row.action.name].terms === 'required'
  const isMultipartAction = row.action.body === 'multipart'
  const typed = isPending && isMultipart(post.request) ? await typedFields(post.request) : fields
  const unstorable = unstorableFields(typed.lists)
  if (unstorable.length > 0) {
    const problem = { problem: 'invalid_input', fields: inputErrors({ unstorable }) } as const
    return { outcome: { ...problem, ...shown(row, typed) }, context }
  }
  const isAccepting = typed.values[acceptField] === '1'
  if (isPending && !isAccepting)
    return { outcome: { problem: 'terms_not_accepted', ...shown(row, typed) }, context }
  const accepted = isPending ? await withAcceptedTerms(context) : context
  const ip = clientIp(post.request, context.env.trustedProxies)
  const facts: RequestFacts = {
    headers: post.request.headers,
    ip,
    body: post.request,
    params: post.params,
    ...(isMultipartAction && !isMultipart(post.request) ? multipartOf(typed, isAccepting) : {}),
  }
  const again = await passwordAgain(accepted, row, typed, facts)
  if ('problem' in again) return { outcome: again, context: accepted }
  const outcome = await run(again.context, row, typed, facts, post.route)
  if ('redirect' in outcome) {
    const said = { ...Object.fromEntries(post.query), ...typed.values, ...post.params }
    // The work is done: what fails here must not make anybody send the form twice.
    await again.context.visitors
      .sent(again.context, { intent: row.intent, said })
      .catch((err: unknown) => again.context.log.error({ err, intent: row.intent }, 'after a form failed'))
  }
  return { outcome, context: again.context }
}

/** The password typed once more before something important; the same form is shown again when it is wrong. */
async function passwordAgain(
  context: Context,
  row: FormRow,
  fields: FormFields,
  facts: RequestFacts,
): Promise<{ context: Context } | FormProblem> {
  const password = fields.values[againField]
  const asksForIt = (permissions[row.action.name] as Permission).freshLoginMinutes !== undefined
  if (password === undefined || !asksForIt || memberOf(context) === undefined) return { context }
  authorize(context, 'session.confirm-password')
  try {
    return { context: await context.visitors.confirmPassword(context, password, facts) }
  } catch (error) {
    const { code } = toProductError(error)
    if (code !== 'invalid_credentials') throw error
    return { problem: 'login_too_old', fields: { [againField]: code }, ...shown(row, fields) }
  }
}

async function run(
  context: Context,
  row: FormRow,
  fields: FormFields,
  facts: RequestFacts,
  route: Route,
): Promise<PageFormOutcome> {
  const { action, binding, schema } = row
  const form: PostedForm = { context, input: undefined, params: facts.params, ...fields }
  try {
    authorize(context, action.name)
    const fromAddress = Object.entries(binding.fromAddress ?? {}).map(([name, param]) => [
      name,
      facts.params[param],
    ])
    const input = inputOfFields(fields, Object.fromEntries(fromAddress))
    const parsed = schema.safeParse(input)
    if (!parsed.success) throw inputError(row, fieldErrors(parsed.error, input))
    const result = await action.run(context, parsed.data, facts)
    return outcomeOf(row, fields, binding.done(result, { ...form, input: parsed.data }))
  } catch (error) {
    const known = toProductError(error)
    const own = binding.failed?.(known, form)
    const typed = known.typed ?? fields
    if (own !== undefined) return outcomeOf(row, typed, own)
    // On a private page a stranger has nothing to go on with: the login comes first.
    if (known.code === 'unauthorized' && route.access !== 'public') throw error
    if (!isMendable(known)) throw error
    return {
      problem: known.code,
      ...(known.fields ? { fields: known.fields } : {}),
      ...(known.entry === undefined ? {} : { entry: known.entry }),
      ...(known.retryAfterSeconds ? { retryAfterSeconds: known.retryAfterSeconds } : {}),
      ...shown(row, typed),
    }
  }
}

function outcomeOf(row: FormRow, fields: FormFields, done: FormDone | FormProblem): PageFormOutcome {
  if (typeof done === 'string') return { redirect: done }
  return 'problem' in done ? { ...shown(row, fields), ...done } : done
}

/** What the address decides cannot be mended at the form: there is no such thing. */
function inputError({ binding }: FormRow, fields: ReturnType<typeof fieldErrors>): ProductError {
  const isAddress = Object.keys(binding.fromAddress ?? {}).some((name) => Object.hasOwn(fields, name))
  return isAddress ? new ProductError('not_found') : new ProductError('invalid_input', { fields })
}

async function withAcceptedTerms(context: Context): Promise<Context> {
  await context.visitors.acceptTerms(context)
  const { visitor } = context
  return { ...context, visitor: visitor.kind === 'member' ? { ...visitor, agbAccepted: true } : visitor }
}

const mendable = new Set([
  'invalid_credentials',
  'email_not_confirmed',
  'login_too_old',
  'second_factor_required',
  'second_factor_wrong',
  'unauthorized',
])

/** Mistakes of the person at the form, which the same page can say and keep what was typed. */
function isMendable(error: ProductError): boolean {
  if (error.fields !== undefined || mendable.has(error.code)) return true
  return [402, 409, 413, 422, 429, 502].includes(errors[error.code])
}

/** The panel that asks for the terms knows no files and posts to every form in the same way. */
function multipartOf({ lists }: FormFields, isAccepting: boolean): Pick<RequestFacts, 'headers' | 'body'> {
  if (!isAccepting) throw new ProductError('unsupported_media_type')
  const data = new FormData()
  for (const [name, values] of Object.entries(lists)) {
    // Its own question is none of the action's fields.
    if (name === acceptField) continue
    for (const value of values) data.append(name, value)
  }
  const made = new Response(data)
  return {
    headers: { 'content-type': made.headers.get('content-type') ?? '' },
    body: Readable.from(made.body ?? []),
  }
}

function isMultipart({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')
}

function noFields(): FormFields {
  return { values: {}, lists: {} }
}

async function readFields(request: IncomingMessage, rows: readonly FormRow[]): Promise<FormFields> {
  const isReadable = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(
    request.headers['content-type'] ?? '',
  )
  if (!isReadable && !rows.some(({ binding }) => binding.isOpen))
    throw new ProductError('unsupported_media_type')
  const isLong = rows.some(({ action }) => action.body === 'multipart')
  const limits = rows.map(({ binding }) => binding.maxBytes ?? maxFormBodyBytes)
  const body = await readBody(request, Math.max(...limits, isLong ? maxPostFormBytes : 0))
  const fields: FormFields = { values: Object.create(null), lists: Object.create(null) }
  if (!isReadable) return fields
  const text = body.toString('utf8')
  if (text.split('&', maxFormFields + 1).length > maxFormFields) throw new ProductError('too_large')
  for (const [written, value] of new URLSearchParams(text)) {
    const name = fieldName(written)
    // A password may begin or end with a blank.
    const typed = /password/i.test(name) ? value : value.trim()
    fields.values[name] = typed
    fields.lists[name] ??= []
    fields.lists[name].push(typed)
  }
  return fields
}

/** What was typed is shown again, except passwords and what no page could show. */
function shown(row: FormRow, { values, lists }: FormFields): FormFields & { intent: string | null } {
  const isShown = ([name, value]: [string, string | string[]]) =>
    !/password/i.test(name) && [name, value].flat().every(isStorable)
  return {
    intent: row.intent,
    values: Object.fromEntries(Object.entries(values).filter(isShown)),
    lists: Object.fromEntries(Object.entries(lists).filter(isShown)),
  }
}

/**
 * What was typed into a multipart form whose files are not wanted (yet): they are read past and nothing is stored.
 * @throws ProductError malformed_request, unsupported_media_type, too_large
 */
async function typedFields(request: IncomingMessage): Promise<FormFields> {
  const limits = { files: maxUploadFiles + 1, fileBytes: maxUploadBytes }
  const { values, lists } = await readMultipart(
    { body: request, headers: request.headers },
    limits,
    async (part) => {
      part.bytes.resume()
      return undefined
    },
  )
  return { values, lists }
}
