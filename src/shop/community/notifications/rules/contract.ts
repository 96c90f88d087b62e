import { z } from 'zod'

/** What a member can be notified of; each can be switched off but announcements of the operator. */
export const notificationKinds = [
  'sale',
  'review',
  'question',
  'answer',
  'note',
  'note-answer',
  'review-reply',
  'comment',
  'mention',
  'follower',
  'new-material',
  'new-post',
  'new-version',
  'author-news',
  'school-wish',
  'announcement',
] as const
export const notificationKindSchema = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof notificationKindSchema>

/** Kinds a member may switch off. */
export const mutableKindSchema = notificationKindSchema.exclude(['announcement'])
export type MutableKind = z.infer<typeof mutableKindSchema>

export const notificationSchema = z.object({
  id: z.number().int(),
  kind: notificationKindSchema,
  /** One sentence in the language of the world it was asked for in. */
  text: z.string(),
  /** The page it is about; null when there is none. */
  url: z.string().nullable(),
  isRead: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Notification = z.infer<typeof notificationSchema>

export const notificationPageSchema = z.object({
  notifications: z.array(notificationSchema),
  unread: z.number().int(),
  nextCursor: z.string().nullable(),
})
export type NotificationPage = z.infer<typeof notificationPageSchema>

export const notificationSettingSchema = z.object({ kind: mutableKindSchema, isOn: z.boolean() })
export type NotificationSetting = z.infer<typeof notificationSettingSchema>
