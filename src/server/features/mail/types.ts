export type { MailContent } from './render.ts'
