import { type Deps, strangerContext } from '#platform/context/context.ts'
import { translator } from '#platform/i18n/translate.ts'
import { takedownRefundDays } from '#platform/limits.ts'
import { isLiveWorld } from '#platform/routing/worlds.ts'
import { refundTakenDown } from '#shop/money/orders/server/service.ts'
import { isInForce } from './decision-queries.ts'

/** The job `refund_takedown`: everybody who bought it within the last year. Safe to run again. */
export async function refundTakedown(
  deps: Deps,
  input: { world: string; materialId: number; requestedBy: number; decisionId: number },
): Promise<void> {
  const { world, materialId, requestedBy, decisionId } = input
  if (!isLiveWorld(world)) return
  await refundTakenDown(strangerContext(deps, world), {
    ...{ materialId, requestedBy, reason: translator(world)('moderation:refundReason') },
    takedownId: decisionId,
    stands: (tx) => isInForce(tx, world, decisionId),
    since: new Date(Date.now() - takedownRefundDays * 86_400_000),
  })
}
