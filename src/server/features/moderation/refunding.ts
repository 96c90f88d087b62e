import { translator } from '#i18n/translate.ts'
import { isLiveWorld } from '#routing/worlds.ts'
import { takedownRefundDays } from '#shared/limits.ts'
import { type Deps, strangerContext } from '../../context.ts'
import { refundTakenDown } from '../orders/service.ts'

/** The job `refund_takedown`: everybody who bought it within the last year. Safe to run again. */
export async function refundTakedown(
  deps: Deps,
  { world, materialId, requestedBy }: { world: string; materialId: number; requestedBy: number },
): Promise<void> {
  if (!isLiveWorld(world)) return
  await refundTakenDown(strangerContext(deps, world), {
    ...{ materialId, requestedBy, reason: translator(world)('moderation:refundReason') },
    since: new Date(Date.now() - takedownRefundDays * 86_400_000),
  })
}
