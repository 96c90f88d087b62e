import { Readable } from 'node:stream'
import { createUnitOfTasks } from '#exercises/units/server/service.ts'
import type { Context } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { requireMember, sellerOf } from '#platform/http/access/access.ts'
import { isAllowed } from '#platform/http/access/authorize.ts'
import { translator } from '#platform/i18n/translate.ts'
import { ApartError } from '#platform/jobs/apart.ts'
import { type AllowanceClass, allowances, lostRunMinutes, runLimits } from '../rules/allowance.ts'
import type { Block } from '../rules/block.ts'
import type { Allowance, Mine, RunInput } from '../rules/contract.ts'
import { eventText, type RunEvent } from '../rules/events.ts'
import { readInputs } from '../rules/inputs.ts'
import { playableTasks } from '../rules/made-tasks.ts'
import { languageOf } from '../rules/text/stop-words.ts'
import type { Tool } from '../rules/tool.ts'
import { toolOf } from '../rules/tools/tool-list.ts'
import { type EngineAnswer, type EngineTask, inputsHash } from './engine.ts'
import {
  addFavorite,
  favoriteTools,
  findByKey,
  findRun,
  findTwin,
  finishRun,
  giveBack,
  insertRun,
  lockedUsage,
  type RunRow,
  recentResults,
  recentTools,
  removeFavorite,
  usageOf,
} from './queries.ts'

export { exampleOf } from './examples.ts'

const twinSeconds = 10
const shownResults = 30
const shownRecent = 6

/** A run as its page shows it. `blocks` is undefined once the result is no longer there. */
export interface RunView {
  id: number
  tool: Tool
  language: string
  state: string
  engine: string
  units: number
  createdAt: Date
  blocks: Block[] | undefined
  warnings: string[]
}

/**
 * Runs a tool. The same key, or the same inputs a moment later, give the run there is.
 * @throws ProductError unauthorized; not_found (no such tool); invalid_input (by field); ai_quota (facts: limit, reset_at);
 * ai_busy (two runs under way, or too many in an hour); busy
 */
export async function startRun(context: Context, input: RunInput): Promise<{ id: number }> {
  const owner = ownerOf(context)
  const tool = toolOf(input.tool_id)
  if (tool === undefined) throw new ProductError('invalid_input', { fields: { tool_id: 'invalid' } })
  const { inputs, problems } = readInputs(tool, input.inputs)
  if (Object.keys(problems).length > 0) throw new ProductError('invalid_input', { fields: problems })
  const task: EngineTask = { toolId: tool.id, language: input.language ?? context.world, inputs }
  const { run, isNew } = await reserve(context, owner, tool, task, input.idempotency_key)
  if (isNew) await makeOffline(context, run, task)
  return { id: run.id }
}

type Owner = ReturnType<typeof ownerOf>

async function reserve(
  context: Context,
  owner: Owner,
  tool: Tool,
  task: EngineTask,
  key: string | undefined,
): Promise<{ run: RunRow; isNew: boolean }> {
  const hash = inputsHash(tool, task)
  return await transaction(context.db, async (tx) => {
    // Runs are counted one after the other.
    const used = await lockedUsage(tx, owner.accountId, lostRunMinutes)
    const known =
      key === undefined ? await findTwin(tx, owner, hash, twinSeconds) : await findByKey(tx, owner, key)
    if (known) return { run: known, isNew: false }
    if (used.running >= runLimits.atOnce) throw new ProductError('ai_busy', { retryAfterSeconds: 30 })
    if (used.hour >= runLimits.perHour) throw new ProductError('ai_busy', { retryAfterSeconds: 600 })
    const allowance = allowanceOf(owner, used)
    const { day, month, resetAt } = allowance
    if (day.used + tool.cost > day.limit || (month && month.used + tool.cost > month.limit))
      throw new ProductError('ai_quota', {
        facts: { limit: day.limit, reset_at: resetAt, upgrade: owner.class !== 'school' },
      })
    const run = await insertRun(tx, owner, {
      ...{ tool: tool.id, language: task.language, inputsHash: hash, key, units: tool.cost },
    })
    return { run, isNew: true }
  })
}

async function makeOffline(context: Context, run: RunRow, task: EngineTask): Promise<void> {
  let answer: EngineAnswer
  try {
    answer = await context.aiEngine.run<EngineAnswer>(task)
  } catch (error) {
    await giveBack(context.db, run.id, 'failed')
    if (!(error instanceof ApartError)) throw error
    context.log.warn({ err: error, tool: task.toolId }, 'a tool was given up')
    throw new ProductError(error.reason === 'busy' ? 'busy' : 'unavailable', {
      cause: error,
      retryAfterSeconds: 10,
    })
  }
  if ('unfit' in answer) {
    await giveBack(context.db, run.id, 'failed')
    const { field, reason } = answer.unfit
    throw new ProductError('invalid_input', { fields: { [field]: reason } })
  }
  await finishRun(context.db, run.id, { blocks: answer.blocks, warnings: warningsOf(task) })
}

/** What a teacher should know of a result: the text is of another language than the result. */
function warningsOf({ inputs, language }: EngineTask): string[] {
  const source = typeof inputs.source === 'string' ? languageOf(inputs.source) : undefined
  return source !== undefined && source !== language ? ['language'] : []
}

/**
 * Makes an exercise of the questions of a result, as a draft of the member.
 * @throws ProductError unauthorized; not_found; gone (the result is no longer there); invalid_input (it has no questions)
 */
export async function makeExercise(context: Context, id: number): Promise<{ id: number }> {
  const { tool, blocks } = await viewRun(context, id)
  if (blocks === undefined) throw new ProductError('gone')
  const tasks = playableTasks(blocks)
  if (tasks.length === 0) throw new ProductError('invalid_input', { fields: { id: 'invalid' } })
  const heading = blocks.find((block) => block.type === 'heading')
  const title =
    heading?.type === 'heading' ? heading.text : translator(context.world)(`ai-tools:tools.${tool.id}.name`)
  return await createUnitOfTasks(context, { title, tasks })
}

/** Ends a run before its end. What it made until then is dropped, and nothing is counted. @throws ProductError not_found */
export async function cancelRun(context: Context, id: number): Promise<void> {
  const run = await findRun(context.db, ownerOf(context), id)
  if (run === undefined) throw new ProductError('not_found')
  await giveBack(context.db, id, 'cancelled')
}

/** A run of the member. @throws ProductError not_found */
export async function viewRun(context: Context, id: number): Promise<RunView> {
  const row = await findRun(context.db, ownerOf(context), id)
  const tool = row && toolOf(row.tool)
  if (!tool) throw new ProductError('not_found')
  const { language, state, engine, units, result } = row
  return {
    ...{ id: row.id, tool, language, state, engine, units, createdAt: row.created_at },
    ...{ blocks: result?.blocks, warnings: result?.warnings ?? [] },
  }
}

/**
 * What a run says, from behind the event `after` on: who lost the connection goes on where it was.
 * @throws ProductError not_found; gone (its result is no longer there)
 */
export async function streamRun(context: Context, id: number, after: number): Promise<Readable> {
  const run = await viewRun(context, id)
  const events = eventsOf(run).map((event, at) => eventText(at + 1, event))
  return Readable.from([`retry: 2000\n\n`, ...events.slice(after)])
}

function eventsOf({ id, tool, language, state, engine, units, blocks, warnings }: RunView): RunEvent[] {
  const meta: RunEvent = {
    event: 'meta',
    data: { tool_id: tool.id, language, engine: engine === 'model' ? 'model' : 'offline' },
  }
  if (blocks === undefined)
    return [meta, { event: 'error', data: { code: state === 'done' ? 'gone' : state } }]
  return [
    meta,
    ...blocks.map((block, at): RunEvent => ({ event: 'block', data: { op: 'add', id: at + 1, block } })),
    ...warnings.map((code): RunEvent => ({ event: 'warning', data: { code } })),
    { event: 'usage', data: { units } },
    { event: 'done', data: { run_id: id } },
  ]
}

/** Favourites, tools used last, and what is left of the allowance. @throws ProductError unauthorized */
export async function mine(context: Context): Promise<Mine> {
  const owner = ownerOf(context)
  const [favorites, recent, used] = await Promise.all([
    favoriteTools(context.db, owner),
    recentTools(context.db, owner, shownRecent),
    usageOf(context.db, owner.accountId, lostRunMinutes),
  ])
  const isThere = (id: string) => toolOf(id) !== undefined
  return {
    favorites: favorites.filter(isThere),
    recent: recent.filter(isThere),
    allowance: allowanceOf(owner, used),
  }
}

/** Results of the last day, newest first. @throws ProductError unauthorized */
export async function ownResults(context: Context): Promise<{ id: number; tool: Tool; createdAt: Date }[]> {
  const rows = await recentResults(context.db, ownerOf(context), shownResults)
  return rows.flatMap(({ id, tool: name, created_at: createdAt }) => {
    const tool = toolOf(name)
    return tool ? [{ id, tool, createdAt }] : []
  })
}

/** Marks a tool as a favourite, or takes the mark away. @throws ProductError unauthorized; invalid_input */
export async function markFavorite(context: Context, toolId: string, isFavorite?: boolean): Promise<Mine> {
  const owner = ownerOf(context)
  if (toolOf(toolId) === undefined)
    throw new ProductError('invalid_input', { fields: { tool_id: 'invalid' } })
  await transaction(context.db, async (tx) => {
    if (isFavorite === true) return await addFavorite(tx, owner, toolId)
    const wasThere = await removeFavorite(tx, owner, toolId)
    if (isFavorite === undefined && !wasThere) await addFavorite(tx, owner, toolId)
  })
  return await mine(context)
}

function allowanceOf(owner: Owner, used: { day: number; month: number }): Allowance {
  const { day, month } = allowances[owner.class]
  const now = new Date()
  const reset = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
  return {
    day: { used: used.day, limit: day },
    month: month === undefined ? null : { used: used.month, limit: month },
    resetAt: reset.toISOString(),
  }
}

/** The best of what the member is entitled to. */
function allowanceClassOf(context: Context): AllowanceClass {
  if (isAllowed(context, 'ai-tool.school-allowance')) return 'school'
  return sellerOf(context) ? 'seller' : 'member'
}

function ownerOf(context: Context) {
  const { accountId } = requireMember(context)
  return { world: context.world, accountId, class: allowanceClassOf(context) }
}
