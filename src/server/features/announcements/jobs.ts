import type { LiveWorldCode } from '#shared/contract/world.ts'
import { job } from '../../jobs/job.ts'

/** Mails an announcement to everybody who follows its author. */
export const mailAnnouncementJob = job<{ world: LiveWorldCode; announcementId: number }>('mail_announcement')
