import { wordsWithMath } from '#exercises/model/engines/math-words.ts'
import { creditLine } from '#exercises/model/media/asset-credits.ts'
import { creditsOf } from '#exercises/model/media/asset-sources.ts'
import { typeOf } from '#exercises/model/task/types.ts'
import { picturesInHtml } from '#exercises/model/text/rich-pictures.ts'
import { wordsLanguage } from '#exercises/model/text/unit-metadata.ts'
import { publicView, type UnitContent } from '#exercises/model/unit.ts'
import type { Context } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { state } from '#platform/features/state.ts'
import { formatNumber, withColon } from '#platform/i18n/format.ts'
import { translator } from '#platform/i18n/translate.ts'
import { type Apart, ApartError, createApart } from '#platform/jobs/apart.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { worldOf } from '#platform/routing/worlds.ts'
import { readId } from '#platform/rules/contract/world.ts'
import { ownUnit } from '../own-units.ts'
import { contentOf } from '../playing/playing.ts'
import type { Worksheet } from './paper.ts'
import { picturesOf } from './paper-pictures.ts'
import type { PaperTexts } from './paper-sheet.ts'

const drawer = new URL('./paper-thread.ts', import.meta.url)
const limits = { cpuMs: 30_000, patienceMs: 60_000, heapMb: 384, mostWaiting: 20 }
const retryAfterSeconds = 10
const mostPictureBytes = 20 * 1024 * 1024

/** How a worksheet looks. */
export type PaperLook = Pick<Worksheet, 'size' | 'isLarge' | 'isGray'>
type SheetOptions = PaperLook & { seed: string } & Pick<Worksheet, 'withKey' | 'address'>

/** What this process is printing: on one thread for each module that draws, by its address. */
type UnitPrints = Map<string, Apart>

declare module '#platform/context/context.ts' {
  interface Deps {
    unitPrints: UnitPrints
  }
}

export const unitPrintsState = state({
  name: 'unitPrints',
  make: () => new Map(),
  close: async ({ unitPrints }) => {
    for (const drawer of unitPrints.values()) await drawer.stop()
  },
})

/**
 * A unit as a worksheet: with its answers for who owns or bought it, without for who practises at an open address.
 * @throws ProductError not_found; not_entitled (sold, and not bought); licence_lost; busy (many are waiting); unavailable
 */
export async function printUnit(
  context: Context,
  { key, ...look }: { key: string } & PaperLook,
): Promise<{ title: string; pdf: Buffer }> {
  const { content, isOwn, sold } = await contentOf(context, key)
  if (sold?.isPreview) throw new ProductError('not_entitled')
  const withKey = isOwn || sold !== null || key.startsWith('s')
  const address = await addressOf(context, key)
  // Paper opens nothing: what waits for an answer is printed by who teaches.
  const pages = withKey ? content.pages : content.pages.filter(({ condition }) => !condition)
  return await printContent(
    context,
    { ...content, pages },
    { ...look, seed: `print:${key}`, withKey, address },
  )
}

/** What is played as a worksheet; `address`: where, as a QR code on it. @throws ProductError busy; unavailable */
export async function printContent(
  context: Context,
  content: UnitContent,
  options: SheetOptions,
): Promise<{ title: string; pdf: Buffer }> {
  const drawn = worksheetOf(context, content, options)
  const sheet: Worksheet = { ...drawn, pictures: await picturesIn(context, drawn) }
  return { title: content.title, pdf: await drawApart(context, drawer, sheet) }
}

/**
 * Draws something on paper on a thread of its own: twenty tasks take some hundred milliseconds, in which nobody else may wait. One is
 * drawn at a time, and only so many wait for it. @throws ProductError busy: many wait; unavailable: it took too much
 */
export async function drawApart(
  { unitPrints, log }: Pick<Context, 'unitPrints' | 'log'>,
  module: URL,
  data: unknown,
): Promise<Buffer> {
  const drawing = unitPrints.get(module.href) ?? createApart(module, limits)
  unitPrints.set(module.href, drawing)
  try {
    const bytes = await drawing.run<Uint8Array>(data)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } catch (error) {
    if (!(error instanceof ApartError)) throw error
    log.warn({ err: error, drawer: module.pathname }, 'a paper was given up')
    if (error.reason === 'busy') throw new ProductError('busy', { cause: error, retryAfterSeconds })
    throw new ProductError('unavailable', { cause: error })
  }
}

/** Where the same is practised: the open address, also of an own unit that has one. */
async function addressOf(context: Context, key: string): Promise<string | undefined> {
  const id = readId(key)
  const open =
    id === undefined ? (key.startsWith('p') ? key : null) : (await ownUnit(context, id)).practiceKey
  const { world, env } = context
  return open === null ? undefined : absoluteUrl(env.siteUrl, url('interactive-play', { world, key: open }))
}

/** The pictures of the tasks, up to a limit; tasks beyond it are printed with text alone. */
async function picturesIn(
  { storage }: Pick<Context, 'storage'>,
  { pages }: Pick<Worksheet, 'pages'>,
): Promise<Worksheet['pictures']> {
  const elements = pages.flatMap((page) => page.elements)
  const inWords = elements.flatMap(({ prompt }) => picturesInHtml(prompt))
  const widgets = elements.flatMap(({ media, widgets: own }) => [...(media ? [media] : []), ...own])
  const found: Record<string, Uint8Array> = {}
  let total = 0
  for (const { asset } of [...inWords, ...widgets.flatMap(picturesOf)]) {
    const size = asset === '' || found[asset] ? undefined : await storage.size(asset)
    if (!size || total + size > mostPictureBytes) continue
    total += size
    found[asset] = await storage.readBuffer(asset)
  }
  return found
}

function worksheetOf(
  { world }: Pick<Context, 'world'>,
  content: UnitContent,
  options: SheetOptions,
): Omit<Worksheet, 'pictures'> {
  const { seed, ...rest } = options
  return {
    ...rest,
    title: content.title,
    description: content.description,
    lang: wordsLanguage(content, worldOf(world).lang),
    texts: textsOf(world),
    credits: creditsOf(content).map((said) => creditLine(translator(world), said)),
    pages: content.pages.map(({ title, elements }) => ({
      title,
      elements: elements.map((element) => ({
        ...publicView(element, seed),
        prompt: element.prompt,
        solution: rest.withKey ? (typeOf(element.type)?.solution(element.data) ?? []).map(wordsWithMath) : [],
      })),
    })),
  }
}

function textsOf(world: Context['world']): PaperTexts {
  const t = translator(world)
  return {
    name: t('new-interactive:print.name'),
    task: t('new-interactive:play.task', { number: '{{number}}' }),
    points: t('interactive-shop:print.points', { points: '{{count}}' }),
    key: withColon(t('new-interactive:print.key'), world),
    bank: t('interactive-shop:print.bank'),
    address: t('interactive-shop:print.address'),
    values: { true: t('new-interactive:values.true'), false: t('new-interactive:values.false') },
    across: t('interactive-shop:print.across'),
    down: t('interactive-shop:print.down'),
    diagonal: t('interactive-shop:print.diagonal'),
    recording: t('new-interactive:play.soundCard'),
    credits: t('interactive-shop:sources.credits'),
    decimal: formatNumber(1.1, world).charAt(1),
  }
}
