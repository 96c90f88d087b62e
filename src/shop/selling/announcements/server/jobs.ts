import { job } from '#platform/jobs/job.ts'
import type { LiveWorldCode } from '#platform/rules/contract/world.ts'

/** Mails an announcement to everybody who follows its author. */
export const mailAnnouncementJob = job<{ world: LiveWorldCode; announcementId: number }>('mail_announcement')
