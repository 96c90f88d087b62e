import type { Context, Deps } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { ProductError } from '#platform/errors.ts'
import { linkToken, readLinkToken } from '#platform/http/access/link-token.ts'
import { takeAllowance } from '#platform/http/visitor/client.ts'
import { freeDownloadDays, maxFreeDownloads } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import type { MaterialCard } from '#platform/rules/contract/material.ts'
import { withoutLinks } from '#platform/rules/text/no-links.ts'
import { cardsByIds, materialDetail } from '#shop/catalogue/catalogue/server/service.ts'
import { foldEmail } from '#shop/people/identity/server/service.ts'
import { freeDownloadUrl } from '#shop/selling/materials/server/service.ts'
import { freeMaterial } from './mails.ts'
import {
  countAsked,
  countDownload,
  deleteOldFreeDownloads,
  type FreeDownloadRow,
  filesToGive,
  findFreeDownload,
  insertFreeDownload,
} from './queries.ts'

const purpose = 'free-download'
/** Mails to one address a day, whoever asks. */
const mailsADay = 10
/** The same material again so soon is a second click. */
const sameMinutes = 5

/**
 * Sends the link to a free material to an address anybody can type: only who opens that mailbox gets the file, and no
 * account is needed. The address is used for this mail alone and forgotten with its link. The answer is the same
 * whether a mail was sent or the address had enough today.
 * @throws ProductError not_found, gone; material_unavailable (not free); invalid_input (email); rate_limited
 */
export async function sendFreeMaterial(context: Context, materialId: number, typed: string): Promise<void> {
  const { env, world } = context
  const email = foldEmail(typed)
  if (email === undefined) throw new ProductError('invalid_input', { fields: { email: 'invalid' } })
  const material = await materialDetail(context, materialId)
  if (material.finalPrice !== 0) throw new ProductError('material_unavailable')
  await takeAllowance(context, 'free_material')
  await transaction(context.db, async (tx) => {
    const asked = await countAsked(tx, world, { email, materialId, sameMinutes })
    if (asked.today >= mailsADay || asked.same > 0) return
    const id = await insertFreeDownload(tx, world, { materialId, email })
    const token = linkToken(env, { purpose, world, id, days: freeDownloadDays })
    await queueMail(tx, context, {
      mail: freeMaterial,
      to: email,
      vars: {
        title: withoutLinks(material.title),
        author: withoutLinks(material.author.name),
        downloadUrl: absoluteUrl(env.siteUrl, url('free-download', { world, token })),
        days: freeDownloadDays,
      },
      dedupeKey: `free-material:${world}:${id}`,
    })
  })
}

export interface FreeMaterialPage {
  material: MaterialCard
  files: { id: number; name: string; sizeBytes: number }[]
  /** How many downloads are left. */
  left: number
}

/** What a link gives. Looking counts nothing. @throws ProductError('link_expired'), also when the material is gone */
export async function freeMaterialPage(context: Context, token: string): Promise<FreeMaterialPage> {
  const row = await openLink(context, token)
  const [[material], files] = await Promise.all([
    cardsByIds(context, [row.material_id]),
    filesToGive(context.db, context.world, row.material_id),
  ])
  if (material === undefined) throw new ProductError('link_expired')
  return {
    material,
    files: files.map(({ id, name, size_bytes }) => ({ id, name, sizeBytes: size_bytes })),
    left: Math.max(0, maxFreeDownloads - row.downloads),
  }
}

/**
 * The address of one of the files, for some minutes; counted.
 * @throws ProductError link_expired, also when all downloads are used; not_found for a file that is not of the material
 */
export async function takeFreeFile(context: Context, token: string, fileId: number): Promise<string> {
  const page = await freeMaterialPage(context, token)
  if (!page.files.some((file) => file.id === fileId)) throw new ProductError('not_found')
  const { id } = await openLink(context, token)
  const isCounted = await countDownload(context.db, context.world, id, maxFreeDownloads)
  if (!isCounted) throw new ProductError('link_expired')
  return freeDownloadUrl(context, { grantId: id, fileId })
}

/** Part of the nightly job `clean_mail_links`. */
export async function cleanFreeDownloads(deps: Pick<Deps, 'db'>): Promise<void> {
  await deleteOldFreeDownloads(deps.db, freeDownloadDays + 1)
}

async function openLink(context: Context, token: string): Promise<FreeDownloadRow> {
  const { db, env, world } = context
  const row = await findFreeDownload(db, world, readLinkToken(env, { purpose, world }, token))
  if (row === undefined) throw new ProductError('link_expired')
  return row
}
