import { type Context, memberOf } from '#platform/context/context.ts'
import { ProductError } from '#platform/errors.ts'
import { hindranceTo } from '#platform/http/access/authorize.ts'
import { url } from '#platform/routing/url.ts'
import { readId } from '#platform/rules/contract/world.ts'
import { authorEarnings } from '#shop/money/orders/rules/author-earnings.ts'
import { homeTaxRate } from '#shop/money/orders/server/service.ts'
import { priceAdvice } from '#shop/selling/bulk-listings/server/service.ts'
import {
  acceptedEndings,
  materialFormOptions,
  ownMaterial,
  ownMaterials,
  ownUploads,
  readRefused,
  stepAddress,
} from '#shop/selling/materials/server/service.ts'
import { type OwnMaterial, type WizardStep, wizardSteps } from '#shop/selling/materials/server/types.ts'

/** The first step of an upload; strangers see it empty. `isLocked`: the address has to be confirmed first. */
export async function loadStepUpload(context: Context) {
  const member = memberOf(context)
  const isOpen = member !== undefined
  return {
    member,
    isLocked: hindranceTo(context, 'listing.upload') === 'email_not_confirmed',
    accept: acceptedEndings,
    waiting: isOpen ? await ownUploads(context) : [],
    drafts: isOpen ? await draftsOf(context) : [],
  }
}

/** The name of the material in the address; without one, the drafts that can be gone on with. */
export async function loadStepName(context: Context, query: URLSearchParams) {
  const isStranger = memberOf(context) === undefined
  const id = readId(query.get('material'))
  if (isStranger) return { isStranger, drafts: [] }
  if (id === undefined) return { isStranger, drafts: await draftsOf(context) }
  return {
    isStranger,
    material: await ownMaterial(context, id),
    refused: readRefused(query.get('refused')),
    addresses: addressesOf(context, id),
    drafts: [],
  }
}

/** One of the later steps of a material; without one, the way begins at its first step, where the drafts are. */
export async function loadFirstUpload(
  context: Context,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
) {
  if (params.materialId === undefined) return { moved: url('step-upload', { world: context.world }) }
  const id = readId(params.materialId)
  if (id === undefined) throw new ProductError('not_found')
  const asked = query.get('step')
  const step = laterSteps.find((each) => each === asked) ?? 'details'
  const material = await ownMaterial(context, id)
  return {
    step,
    material,
    pricing: step === 'price' ? await pricingOf(context, material) : undefined,
    options: materialFormOptions(context),
    addresses: addressesOf(context, id),
  }
}

/** What similar materials cost, and what is left of such prices and of the own one. */
export async function pricingOf(context: Context, material: OwnMaterial) {
  const [advice, taxRate] = await Promise.all([
    priceAdvice(context, { materialId: material.id }),
    homeTaxRate(context),
  ])
  const prices = [...new Set([material.price, advice.low, advice.price, advice.high])].filter(
    (cents) => cents > 0,
  )
  const shares = prices
    .sort((one, other) => one - other)
    .map((priceCents) => ({ priceCents, shareCents: authorEarnings(priceCents, taxRate).shareCents }))
  return { advice, taxRate, shares }
}

const laterSteps = wizardSteps.filter((step) => step !== 'files' && step !== 'name')

async function draftsOf(context: Context): Promise<(OwnMaterial & { address: string })[]> {
  const { materials } = await ownMaterials(context)
  return materials
    .filter(({ status }) => status === 'draft')
    .map((material) => ({ ...material, address: stepAddress(context, material.id, 'name') }))
}

function addressesOf(context: Context, id: number): Partial<Record<WizardStep, string>> {
  const steps = wizardSteps.filter((step) => step !== 'files')
  // Files of a draft are changed where those of every material are.
  const files = `${url('edit-material', { world: context.world, materialId: id })}#files`
  return { files, ...Object.fromEntries(steps.map((step) => [step, stepAddress(context, id, step)])) }
}
