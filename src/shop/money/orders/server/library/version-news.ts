import { type Deps, strangerContext } from '#platform/context/context.ts'
import { transaction } from '#platform/db/transaction.ts'
import { emit } from '#platform/events/events.ts'
import { versionMailRestMinutes } from '#platform/limits.ts'
import { queueMail } from '#platform/mail/server/service.ts'
import { absoluteUrl, url } from '#platform/routing/url.ts'
import { type LiveWorldCode, liveWorldCodes, liveWorldOr } from '#platform/rules/contract/world.ts'
import { markVersionsAnnounced } from '#shop/selling/materials/server/service.ts'
import { ownedMaterialRenewed } from '../events.ts'
import { newVersionMail } from '../mails.ts'
import { ownersOf, type UnannouncedMaterial, unannouncedMaterials } from './library-queries.ts'

const atOnce = { materials: 50, owners: 200 }

/**
 * The job `mail_new_versions`: one mail and one notification to everybody who has a material about all its changes since the last
 * ones, when its author has let it rest for a while. A job that died goes on where it was: nobody is told twice.
 */
export async function mailNewVersions(app: Deps): Promise<void> {
  for (const world of liveWorldCodes) {
    const wish = { restMinutes: versionMailRestMinutes, limit: atOnce.materials }
    for (const material of await unannouncedMaterials(app.db, world, wish))
      await tellOwners(app, world, material)
  }
}

async function tellOwners(app: Deps, world: LiveWorldCode, material: UnannouncedMaterial): Promise<void> {
  const { material_id: materialId, last_id: versionId } = material
  for (let afterId = 0; ; ) {
    const owners = await ownersOf(app.db, world, { materialId, versionId, afterId, limit: atOnce.owners })
    const recipients = owners.filter(({ id }) => id !== Number(material.author_id))
    const renewed = {
      world,
      materialId,
      versionId,
      title: material.title,
      ownerIds: recipients.map(({ id }) => id),
    }
    await transaction(app.db, async (tx) => {
      for (const owner of recipients.filter(({ has_proven_email: isProven }) => isProven))
        await queueMail(
          tx,
          { ...app, world: liveWorldOr(owner.world, world) },
          {
            mail: newVersionMail,
            to: owner.email,
            vars: {
              ...{ publicName: owner.public_name, title: material.title, notes: material.notes },
              url: absoluteUrl(app.env.siteUrl, url('bought-materials', { world })),
            },
            dedupeKey: `new-version:${world}:${versionId}:${owner.id}`,
          },
        )
      await emit(strangerContext(app, world), tx, ownedMaterialRenewed, renewed)
    })
    const last = owners.at(-1)
    if (last === undefined || owners.length < atOnce.owners) break
    afterId = last.id
  }
  await markVersionsAnnounced(app.db, world, { materialId, lastId: versionId })
}
